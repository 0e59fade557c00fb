/** What {@link WordTable.at} gives where no word of the table stands. */
export const NO_WORD = -1;
/** Small letters, the hyphen and the underscore: what the words are made of. */
const LETTERS = 28;
const NO_LETTER = -1;

/**
 * Words that are told letter by letter where they stand in a text.
 *
 * Nothing of the text is copied or hashed to compare it, which counts where a project's plans hold
 * millions of places at which one of a few words may stand.
 */
export class WordTable {
  /** A tree of the words' letters: the state behind each state by each letter, 0 for none. */
  readonly #next: Int16Array;
  /** Number of the word that ends in each state. */
  readonly #ends: Int16Array;

  /** @param words Words of small letters, hyphens and underscores. */
  constructor(readonly words: readonly string[]) {
    const mostStates = 1 + words.reduce((letters, word) => letters + word.length, 0);
    this.#next = new Int16Array(mostStates * LETTERS);
    this.#ends = new Int16Array(mostStates).fill(NO_WORD);
    let states = 1;
    for (let number = 0; number < words.length; number++) {
      const word = words[number]!;
      let state = 0;
      for (let at = 0; at < word.length; at++) {
        const place = state * LETTERS + letterOf(word.charCodeAt(at));
        if (this.#next[place] === 0) this.#next[place] = states++;
        state = this.#next[place]!;
      }
      this.#ends[state] = number;
    }
  }

  /**
   * The number of the word that stands at an offset of a text and is not part of a longer one.
   *
   * @returns {@link NO_WORD} for none.
   */
  at(text: string, offset: number): number {
    let state = 0;
    for (let at = offset;; at++) {
      const letter = letterOf(text.charCodeAt(at));
      if (letter === NO_LETTER) return this.#ends[state]!;
      state = this.#next[state * LETTERS + letter]!;
      if (state === 0) return NO_WORD;
    }
  }
}

function letterOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code === 0x2d ? 26 : code === 0x5f ? 27 : NO_LETTER;
}
