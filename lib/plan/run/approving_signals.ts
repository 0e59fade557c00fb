/** An answer that a resume signal names. */
export interface NamedSignal {
  /** The answer, as written. */
  readonly text: string;
  /** What the signal writes about it, before or after. */
  readonly context: string;
}

/** Words that approve wherever they are named. */
const APPROVES =
  /^(?:approved?|done|yes|yep|yeah|y|ok|okay|continue|lgtm|go|go ahead|good to go|proceed|ready|confirm(?:ed)?|verif(?:y|ied)|completed?|finished|ship|ship it|(?:it |everything |all )?looks (?:good|right|fine|great)|(?:it |that |everything )?works|all good|good|fine|great|correct|accept(?:ed)?|agreed?|pass(?:e[ds])?|all (?:\p{L}+ )?pass(?:ed)?|success(?:ful)?|resume(?: .+)?|next|\+1|[👍✓✅])$/iu;
/** A phrase that denies that anything is wrong. */
const DENIES_FAULT =
  /^(?:(?:no|zero|without)(?: (?:more|further|other|new))? (?:problems?|issues?|errors?|complaints?|objections?|concerns?|bugs?|defects?|regressions?|blockers?|failures?|faults?)(?: (?:found|seen|left|remain|remaining|detected|here))?|nothing(?: is|'s)? (?:wrong|broken|missing)|not broken)$/iu;

/** Words by which nothing goes on. */
const REFUSAL =
  "n|no|nope|nah|nay|nein|non|nee|nej|não|нет|not|never|none|stop|halt|abort|quit|exit|cancel(?:led)?|reject(?:ed|s)?|refused?|den(?:y|ied)|declined?|disapproved?|veto(?:ed)?|nack|block(?:ed|er)?|skip(?:ped)?|hold|wait|pause|later|defer|postpone|pending|retry|again|repeat|rerun|redo|rework|roll ?back|revert|undo|back|fix|revise|revision|change|changes|needs?|partial(?:ly)?|maybe|unsure|unclear|help|stuck|feedback|comments?|questions?|unapproved|unverified|incomplete|unfinished|unable|false";
/** Words for something that is wrong. */
const FAULT =
  "wrong|incorrect|bad|bugs?|buggy|broken|breaks|fail(?:s|ed|ing|ures?)?|errors?|issues?|problems?|troubles?|defects?|faults?|invalid|missing|unsuccessful|off|crash(?:es|ed)?|reject\\w*|den(?:y|ied)|declined?|cannot|can't|don't|doesn't|didn't|isn't|aren't|won't|not";

const BEGINS_WITH_REFUSAL = new RegExp(`^(?:${REFUSAL}|${FAULT})(?![\\p{L}\\p{N}])`, "iu");
const IS_REFUSAL = new RegExp(`^(?:${REFUSAL}|${FAULT})$`, "iu");
const NAMES_FAULT = new RegExp(`(?:^|[^\\p{L}])(?:${FAULT})(?![\\p{L}\\p{N}])`, "iu");
const FAULT_IS_GONE = /(?:^|\P{L})(?:no|nothing|none|without|fixed|gone|resolved|solved|cleared)(?!\p{L})/iu;
/** The beginning of a phrase that refuses, also where it is the only one. */
const REFUSES =
  /^(?:no|not|nope|never|needs?|cannot|can't|don't|doesn't|isn't|won't|reject(?:ed)?|den(?:y|ied)|declined?|disapproved?)(?![\p{L}\p{N}])/iu;

/**
 * The answers that plainly approve, in the order given.
 *
 * A word of approval does so in any position. Any other answer does where it is the only one and not a
 * refusal, or the first of several and neither it nor what is written about it names anything wrong.
 */
export function approvingSignals(named: readonly NamedSignal[]): readonly string[] {
  return named.filter((signal, index) => {
    const text = signal.text.replaceAll("’", "'");
    if (APPROVES.test(text) || DENIES_FAULT.test(text)) return true;
    if (named.length === 1) return !IS_REFUSAL.test(text) && !REFUSES.test(text);
    return index === 0 && !BEGINS_WITH_REFUSAL.test(text) && !namesFault(text) && !namesFault(signal.context);
  }).map(({ text }) => text);
}

function namesFault(text: string): boolean {
  return NAMES_FAULT.test(text) && !FAULT_IS_GONE.test(text);
}
