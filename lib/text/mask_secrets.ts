const MASK = "***";

/** Tokens of well-known services, by their prefixes. */
const TOKENS: readonly RegExp[] = [
  /\bgh[oprsu]_[A-Za-z0-9]{16,}/g,
  /\bgithub_pat_\w{16,}/g,
  /\bglpat-[\w-]{16,}/g,
  /\bxox[a-z]-[\w-]{10,}/g,
  /\bsk-[\w-]{16,}/g,
  /\bnpm_[A-Za-z0-9]{20,}/g,
  /\bAKIA[A-Z0-9]{12,}/g,
  /\bAIza[\w-]{20,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g,
];

/** The user and the password of a URL. */
const CREDENTIALS = /(:\/\/)[^\s\/?#"'<>]+@/g;

/** A header that holds a secret, up to the end of its value. */
const HEADER = /\b((?:proxy-)?authorization\s*:\s*(?:(?:basic|bearer|token)\s+)?)[^\s"']+/gi;

/** A parameter or variable that holds a secret, by its name. */
const PARAMETER =
  /([\w.-]*(?:token|secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key)[\w.-]*|\b(?:[\w.-]*-)?signature|\bsig)=(["']?)[^\s&"']+/gi;

/**
 * Returns a text with `***` in place of secrets: the credentials of URLs, parameters and variables that are
 * named for a secret, authorization headers, and tokens of well-known services.
 *
 * A secret that no pattern recognizes and that is not among `known` remains.
 *
 * @param known Secrets that are masked wherever they occur; those of less than 6 characters are ignored.
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  let masked = text;
  for (const secret of known) if (secret.length >= 6) masked = masked.replaceAll(secret, MASK);
  for (const token of TOKENS) masked = masked.replace(token, MASK);
  return masked.replace(CREDENTIALS, `$1${MASK}@`)
    .replace(HEADER, `$1${MASK}`)
    .replace(PARAMETER, `$1=$2${MASK}`);
}
