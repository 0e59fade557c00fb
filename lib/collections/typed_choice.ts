/** The time after which a letter begins another word, in milliseconds. A pasted text has no such pauses. */
const PAUSE = 1_000;

/** Chooses one of several labels by the letters that the user types. */
export class TypedChoice {
  #typed = "";
  #last = 0;

  constructor(readonly labels: readonly string[]) {}

  /**
   * Returns the index of the label that the letters typed so far choose, or -1 if they choose none; undefined for another
   * key, which ends the word.
   *
   * @param key The pressed key; undefined if it has no character.
   * @param now The time of the key, in milliseconds.
   */
  press(key: string | undefined, now: number): number | undefined {
    if (now - this.#last > PAUSE) this.#typed = "";
    this.#last = now;
    if (key === undefined || !/^[\p{L}\p{N} ]$/u.test(key)) {
      this.#typed = "";
      return undefined;
    }
    this.#typed = this.#next(key);
    return choiceOf(this.labels, this.#typed);
  }

  /** A letter that does not continue a choice is a second thought; what follows another word selects nothing. */
  #next(key: string): string {
    const continued = this.#typed + key;
    const isSecond = choiceOf(this.labels, this.#typed) !== -1 && choiceOf(this.labels, continued) === -1;
    return isSecond ? key : continued;
  }
}

/**
 * Returns the index of the only label that begins with a typed text, in any case. If several do, returns the one
 * that all of them begin with, such as `Yes` next to `Yes to all`; otherwise -1.
 */
function choiceOf(labels: readonly string[], typed: string): number {
  if (typed === "") return -1;
  const begins = (label: string, beginning: string) =>
    label.toLowerCase().startsWith(beginning.toLowerCase());
  const found = labels.filter((label) => begins(label, typed));
  const chosen = found.find((one) => found.every((label) => begins(label, one)));
  return chosen === undefined ? -1 : labels.indexOf(chosen);
}
