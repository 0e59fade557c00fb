/** The greatest number of edits that is still a typo, for words of any length. */
const MAX_EDITS = 3;
/** The maximum length of a word: the time grows with the square of the length. */
const MAX_LENGTH = 300;

/**
 * Returns the known word that was probably meant.
 *
 * @returns The nearest word by edit distance, the first of several, if it is near enough to be a typo: at
 * most a third of the word and three edits, ignoring case. A word with other digits in the same places is
 * another number, not a typo.
 */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let least = Math.min(MAX_EDITS, Math.max(1, Math.floor(word.length / 3))) + 1;
  const lower = word.toLowerCase();
  const shape = withoutDigits(lower);
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const other = candidate.toLowerCase();
    if (other !== lower && withoutDigits(other) === shape) continue;
    const distance = editDistance(lower, other);
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

function withoutDigits(word: string): string {
  return word.replace(/\d/g, "0");
}

/**
 * Counts the insertions, deletions, replacements and swaps of neighbours that turn one string into another.
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? before[j - 2]! + 1 : Infinity;
      next.push(Math.min(replaced, swapped, row[j]! + 1, next[j - 1]! + 1));
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
