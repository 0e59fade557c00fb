const MASK = "***";

/** The shortest known secret that is masked: shorter ones also occur by chance. */
const MIN_SECRET = 6;

/** The longest part of a text without spaces that {@link SecretMask} holds back, in UTF-16 units. */
const MAX_WORD = 4_000;

/**
 * Tokens of well-known services, by their prefixes, and private keys. Hashes, UUIDs and names of packages have
 * other shapes.
 */
const TOKENS: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  /\bgh[oprsu]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_\w{16,}/g,
  /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[\w-]{16,}/g,
  /\bxox[a-z]-[\w-]{10,}|\bxapp-\d-[\w-]{10,}/g,
  /(?<![\w-])sk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Za-z])[\w-]{16,}/g,
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\bAIza[\w-]{20,}|\bya29\.[\w-]{20,}|\bGOCSPX-[\w-]{16,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g,
  /\bpypi-AgE[\w-]{16,}|\bhf_[A-Za-z]{20,}|\bhvs\.[\w-]{20,}|\bdckr_pat_[\w-]{16,}|\bdop_v1_[a-f0-9]{32,}/g,
  /(?<![\w-])SG\.[\w-]{16,}\.[\w-]{16,}|\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{20,}|\bgsk_[A-Za-z0-9]{20,}|\bxai-[A-Za-z0-9]{20,}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,}|\bATATT3[\w=-]{20,}|\blin_api_[A-Za-z0-9]{20,}|\bsbp_[a-f0-9]{20,}/g,
  /(?<=\bhooks\.slack\.com\/services\/)[A-Za-z0-9/]{20,}/g,
];

/** The user and the password of a URL. */
const CREDENTIALS = /(:\/\/)[^\s\/?#"'<>]+@/g;

/** A header that holds a secret, up to the end of its value. */
const HEADER = /\b((?:(?:proxy-)?authorization|x-api-key)\s*:\s*(?:(?:basic|bearer|token)\s+)?)[^\s"']+/gi;

/** The end of a name of a parameter, a variable or a key of JSON that holds a secret. */
const NAMED =
  /(?:token(?!s)|secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|accountkey)[\w.-]{0,64}/
    .source;

/** Values that are certainly not secrets. */
const PLAIN = /(?!(?:\d{1,9}|true|false|null|none|undefined|\*+)(?:[\s&"',;)]|$))/.source;

/** A parameter or variable that holds a secret, by its name. */
const PARAMETER = new RegExp(`(${NAMED}|(?<![\\w.])signature|\\bsig)=(["']?)${PLAIN}[^\\s&"']+`, "gi");

/** A key of JSON or YAML that holds a secret, by its name, and its quoted value. */
const KEY = new RegExp(`(${NAMED}["']?[ \\t]{0,8}:[ \\t]{0,8}(["']))${PLAIN}[^"'\\s]{6,}(?=\\2)`, "gi");

/**
 * Returns a text with `***` in place of secrets: the credentials of URLs, parameters and variables that are
 * named for a secret, authorization headers, tokens of well-known services, and private keys.
 *
 * A secret that no pattern recognizes and that is not among `known` remains.
 *
 * @param known Secrets that are masked wherever they occur; those of less than 6 characters are ignored.
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  let masked = text;
  for (const secret of known) if (secret.length >= MIN_SECRET) masked = masked.replaceAll(secret, MASK);
  for (const token of TOKENS) masked = masked.replace(token, MASK);
  return masked.replace(CREDENTIALS, `$1${MASK}@`)
    .replace(HEADER, `$1${MASK}`)
    .replace(PARAMETER, `$1=$2${MASK}`)
    .replace(KEY, `$1${MASK}`);
}

/** Masks secrets in a text that arrives in pieces: the last word is held back until it is complete. */
export class SecretMask {
  #rest = "";

  constructor(readonly mask: (text: string) => string, readonly emit: (text: string) => void) {}

  /** Takes the next piece. */
  write(text: string): void {
    const all = this.#rest + text;
    let end = all.length;
    while (end > 0 && !/\s/.test(all[end - 1]!)) end--;
    const isLong = all.length - end > MAX_WORD;
    this.#rest = isLong ? "" : all.slice(end);
    const whole = isLong ? all : all.slice(0, end);
    if (whole !== "") this.emit(this.mask(whole));
  }

  /** Emits what was held back. */
  end(): void {
    const rest = this.#rest;
    this.#rest = "";
    if (rest !== "") this.emit(this.mask(rest));
  }
}
