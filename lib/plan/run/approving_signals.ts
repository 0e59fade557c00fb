export interface NamedSignal {
  /** The answer, as written. */
  readonly text: string;
  /** The text of the signal around the answer. */
  readonly context: string;
}

/** Matches answers that approve in any position. */
const APPROVES =
  /^(?:approved?|done|yes|yep|yeah|y|ok|okay|continue|lgtm|go|go ahead|good to go|proceed|ready|confirm(?:ed)?|verif(?:y|ied)|completed?|finished|ship|ship it|(?:it |everything |all )?looks (?:good|right|fine|great)|(?:it |that |everything )?works|all good|good|fine|great|correct|accept(?:ed)?|agreed?|pass(?:e[ds])?|all (?:\p{L}+ )?pass(?:ed)?|success(?:ful)?|resume(?: .+)?|next|\+1|[👍✓✅])$/iu;
/** Matches phrases that deny any fault. */
const DENIES_FAULT =
  /^(?:(?:no|zero|without)(?: (?:more|further|other|new))? (?:problems?|issues?|errors?|complaints?|objections?|concerns?|bugs?|defects?|regressions?|blockers?|failures?|faults?)(?: (?:found|seen|left|remain|remaining|detected|here))?|nothing(?: is|'s)? (?:wrong|broken|missing)|not broken)$/iu;

/** The words of refusals, as an expression. */
const REFUSAL =
  "n|no|nope|nah|nay|nein|non|nee|nej|não|нет|not|never|none|stop|halt|abort|quit|exit|cancel(?:led)?|reject(?:ed|s)?|refused?|den(?:y|ied)|declined?|disapproved?|veto(?:ed)?|nack|block(?:ed|er)?|skip(?:ped)?|hold|wait(?:ing)?|pause|later|defer|postpone|pending|retry|again|repeat|rerun|redo|rework|roll ?back|revert|undo|back|fix|revise|revision|change|changes|needs?|partial(?:ly)?|maybe|unsure|unclear|help|stuck|feedback|comments?|questions?|unapproved|unverified|incomplete|unfinished|unable|false";
/** The words for faults, as an expression. */
const FAULT =
  "wrong|incorrect|bad|bugs?|buggy|broken|breaks|fail(?:s|ed|ing|ures?)?|errors?|issues?|problems?|troubles?|defects?|faults?|invalid|missing|unsuccessful|off|crash(?:es|ed)?|reject\\w*|den(?:y|ied)|declined?|cannot|can't|don't|doesn't|didn't|isn't|aren't|won't|not";

const BEGINS_WITH_REFUSAL = new RegExp(`^(?:${REFUSAL}|${FAULT})(?![\\p{L}\\p{N}])`, "iu");
const IS_REFUSAL = new RegExp(`^(?:${REFUSAL}|${FAULT})$`, "iu");
const NAMES_FAULT = new RegExp(`(?:^|[^\\p{L}])(?:${FAULT})(?![\\p{L}\\p{N}])`, "iu");
const FAULT_IS_GONE = /(?:^|\P{L})(?:no|nothing|none|without|fixed|gone|resolved|solved|cleared)(?!\p{L})/iu;
/** Matches the beginning of a phrase that refuses, even if it is the only answer. */
const REFUSES =
  /^(?:no|not|nope|never|needs?|cannot|can't|don't|doesn't|isn't|won't|reject(?:ed)?|den(?:y|ied)|declined?|disapproved?)(?![\p{L}\p{N}])/iu;

/**
 * Returns the answers that clearly approve, in the order given.
 *
 * A word of approval approves in any position. Any other answer approves if it is the only one and not a
 * refusal, or if it is the first of several and neither it nor the text around it names a fault.
 *
 * @param all True if this holds for all of several, not only for the first: they are results of an action.
 */
export function approvingSignals(named: readonly NamedSignal[], all = false): readonly string[] {
  return named.filter((signal, index) => {
    const text = signal.text.replaceAll("’", "'");
    if (APPROVES.test(text) || DENIES_FAULT.test(text)) return true;
    if (named.length === 1) return !IS_REFUSAL.test(text) && !REFUSES.test(text);
    return (all || index === 0) && !BEGINS_WITH_REFUSAL.test(text) && !namesFault(text) &&
      !namesFault(signal.context);
  }).map(({ text }) => text);
}

function namesFault(text: string): boolean {
  return NAMES_FAULT.test(text) && !FAULT_IS_GONE.test(text);
}
