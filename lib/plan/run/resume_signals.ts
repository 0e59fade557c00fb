import { approvingSignals, type NamedSignal } from "./approving_signals.ts";

/** The maximum number of answers in a resume signal; more would be prose. */
const MAX_SIGNALS = 6;
/** The maximum length of an answer, in UTF-16 units. */
const MAX_LENGTH = 80;
/** The maximum length of the part that is read, in UTF-16 units. */
const MAX_SIGNAL_LENGTH = 2_000;

/** Matches usual words of approval. They come first, because other words may report a fault. */
const USUAL = /^(?:approved?|done|yes|ok|okay|continue|lgtm)$/i;
/** Matches a placeholder, which cannot be an answer: `<N>`, `{X}`, `[A|B]`. */
const PLACEHOLDER = /[<{[][^<>{}[\]]*[>}\]]/;

const TYPE =
  "type|say|reply|replie|respond|answer|enter|write|send|input|state|confirm|select|choose|pick|give|use";
const FILLER =
  "back|with|exactly|literally|simply|just|either|only|the|word|words|phrase|text|signal|reply|keyword";
/** Matches text that ends with a request to type the next part. */
const ASKS = new RegExp(`(?:^|[^\\p{L}])(?:${TYPE})(?:s|es)?(?:\\s+(?:${FILLER}))*\\s*[:(]?\\s*$`, "iu");
/**
 * Matches up to three words of any language before the first quotes, unless they ask for something other than
 * an answer.
 */
const OPENS =
  /^(?!.*(?:^|[^\p{L}])(?:run|execute|open|check|start|see|visit|read|when|once|if|after|with|using|sharing)(?!\p{L}))[^.\p{L}]*(?:\p{L}+[^.\p{L}]+){0,3}$/iu;
/** Matches text between alternatives. */
const OR =
  /^[\s,;:/|()]*(?:(?:and\/)?or|and)?[\s,;:/|(]*(?:(?:an?\s+|any\s+)?equivalents?[\s:,]*)?(?:else\s*)?$/i;
/** Matches a comment on an answer before the next one: ` if all steps pass, or `. */
const COMMENT = /^(?:[^.]|\.(?!\s))*(?:[,;]|[\s,;]or)\s*$/i;
/** Matches a comment directly after an answer: ` if all steps pass`. */
const COMMENT_AFTER = /^(?:(?!\b(?:or|otherwise|else)\b)[^,;.\n"“„«`])*/iu;
/** Matches text that asks for data or the next part: `Paste the IDs or `. */
const DATA_OR = /^[^.\p{L}]*(?:paste|provide|share|send)(?!\p{L})[^.\n]*\sor\s*$/iu;
/** Matches text before an example of something else. */
const OTHERWISE =
  /\b(?:describe|report|explain|list|tell|note|paste|share|provide|specify|mention|otherwise|example|such as|e\.g|i\.e|if not|fails?|failed|issues?|problems?|wrong)\b/i;

/** Matches a pair of quotes of any kind; an apostrophe inside a word is not a quote. */
const QUOTED =
  /"([^"\n]+)"|“([^”\n]+)”|„([^“”\n]+)[“”]|«([^»\n]+)»|`([^`\n]+)`|‘([^’\n]+)’|(?<![\p{L}\p{N}])'([^'\n]+)'(?![\p{L}\p{N}])/gu;

/** Matches a request for an answer without quotes. */
const BARE =
  /(?:^|[.;:!?,(]\s*|\b(?:please|then|or|user|and)\s+)(?:type|say|reply|respond|answer|enter|write|send|input)s?(?:\s*:|\s)\s*((?:with|back)(?:\s+with)?(?:\s*:)?\s+)?([^.;!?()\n]+)/giu;
const VERB =
  /^(?:type|say|reply|respond|answer|enter|write|send|input|confirm|select|choose|pick|give|run|press)s?(?!\p{L})/iu;
/** Matches the end of an answer without quotes. */
const STOP =
  /\s(?:when|once|if|to|after|as|for|with|in|on|so|before|until|upon|followed|plus|here|below|and|that|because)(?!\p{L}).*$|[:–—].*$/isu;
/** Matches the first word of a text that is not meant literally. */
const PROSE =
  /^(?:an?|the|your|that|which|what|whatever|all|any|each|every|how|me|us|it|them|these|those|this|so|back|one|when|if|in|describe|report|explain|list|tell|paste|share|provide|note|specify|mention|else|otherwise|anything|something|with|results?|feedback|option)(?!\p{L})/iu;
/** Matches words that are an answer in any position, also after `with`. */
const READY =
  /^(?:approved?|done|yes|y|ok|okay|go|go ahead|continue|proceed|ready|lgtm|confirm(?:ed)?|verified|completed?|finished|ship it|looks good|all good|pass(?:ed)?|resume|next)$/i;

/**
 * Returns the approving answers of a resume signal: usual words of approval first and in lower case, others
 * as written; empty if it names none.
 *
 * Reads quotes of any kind (`Type "ship it"`), words after a verb (`Say continue`), a signal that consists of
 * the answer (`account ready`), and alternatives of each. Leaves out alternatives that do not clearly approve
 * (`"rejected"`, `"partial"`) and examples of complaints. Compare answers with {@link normalizedAnswer}.
 *
 * @param all True to include alternatives that are neither approvals nor refusals (`"blue" or "green"`), not only
 * the first of them.
 */
export function resumeSignals(signal: string, all = false): readonly string[] {
  const read = signal.slice(0, MAX_SIGNAL_LENGTH);
  const quoted = quotedSignals(read);
  const named = quoted.length > 0 ? quoted : bareSignals(read).map((text) => ({ text, context: "" }));
  const unique = new Map<string, string>();
  for (const each of approvingSignals(named, all).filter(isAnswer)) {
    const key = normalizedAnswer(each);
    if (!unique.has(key)) unique.set(key, USUAL.test(each) ? key : each);
  }
  const found = [...unique.values()];
  return [...found.filter((each) => USUAL.test(each)), ...found.filter((each) => !USUAL.test(each))]
    .slice(0, MAX_SIGNALS);
}

/** Normalizes an answer: lower case, without outer quotes, final punctuation and repeated spaces. */
export function normalizedAnswer(answer: string): string {
  let text = answer.replace(/\s+/g, " ").trim().toLowerCase().replaceAll("’", "'");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/[.!,;:…]+$/, "").trim();
    text = /^(?:"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|`([^`]*)`|'([^']*)')$/.exec(text)?.slice(1)
      .find((inside) => inside !== undefined)?.trim() ?? text;
  }
  return text;
}

function quotedSignals(signal: string): readonly NamedSignal[] {
  const found: NamedSignal[] = [];
  let end = 0;
  let accepted = false;
  for (const match of signal.matchAll(QUOTED)) {
    const text = match.slice(1).find((each) => each !== undefined)!.trim().replace(/[.,;!]+$/, "");
    const lead = signal.slice(end, match.index).replace(/\([^()]*\)/g, " ");
    end = match.index + match[0].length;
    const asked = ASKS.test(lead);
    const next = OR.test(lead) || (COMMENT.test(lead) && !OTHERWISE.test(lead));
    const begin = signal.slice(0, match.index);
    const opens = found.length === 0 &&
      (DATA_OR.test(begin) || (OPENS.test(begin) && !OTHERWISE.test(lead)));
    accepted = asked || opens || (accepted && next);
    const [comment] = COMMENT_AFTER.exec(signal.slice(end))!;
    if (accepted && text !== "") found.push({ text, context: `${lead}\n${comment}` });
  }
  return found;
}

function bareSignals(signal: string): readonly string[] {
  const text = signal.trim();
  if (!VERB.test(text)) {
    const whole = alternatives(text.replace(/[.!]+$/, ""), { whole: true, known: false });
    if (whole.length > 0) return whole;
  }
  return [...text.matchAll(BARE)].flatMap(([, via, rest]) => {
    return alternatives(rest!, { whole: false, known: via !== undefined });
  });
}

interface Alternatives {
  /** True if no other words may follow. */
  readonly whole: boolean;
  /** True to accept only words that are an answer in any position. */
  readonly known: boolean;
}

/** Returns the answers at the beginning of a text, up to the first part that is not one. */
function alternatives(text: string, { whole, known }: Alternatives): readonly string[] {
  const found: string[] = [];
  for (const part of text.split(/\s*[,/|]\s*(?:or\s+)?|\s+or\s+/i)) {
    const words = (whole ? part : ` ${part}`.replace(STOP, "")).trim();
    const plain = /^[\p{L}\p{N}][\p{L}\p{N}'’_-]*(?: [\p{L}\p{N}][\p{L}\p{N}'’_-]*){0,2}$/u.test(words);
    const ready = READY.test(words) || /^\p{Lu}{2,}$/u.test(words);
    if (!plain || PROSE.test(words) || (known && !ready)) break;
    found.push(words);
  }
  return found;
}

function isAnswer(text: string): boolean {
  return text.length <= MAX_LENGTH && /[\p{L}\p{N}]/u.test(text) && !PLACEHOLDER.test(text) &&
    !text.startsWith("/");
}
