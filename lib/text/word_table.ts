/** The result of {@link WordTable.at} where no word of the table begins. */
export const NO_WORD = -1;
/** The number of letters of the alphabet of words: lowercase letters, hyphen and underscore. */
const LETTERS = 28;
const NO_LETTER = -1;

/**
 * Finds which of a few words begins at an offset of a text.
 *
 * Compares letter by letter, without copying or hashing the text: the plans of a project have millions of
 * offsets where one of the words may begin.
 */
export class WordTable {
  /** A trie: the state after each state for each letter, 0 for none. */
  readonly #next: Int16Array;
  /** The number of the word that ends in each state; {@link NO_WORD} for none. */
  readonly #ends: Int16Array;

  /** @param words Words of lowercase letters, hyphens and underscores. */
  constructor(readonly words: readonly string[]) {
    const maxStates = 1 + words.reduce((letters, word) => letters + word.length, 0);
    this.#next = new Int16Array(maxStates * LETTERS);
    this.#ends = new Int16Array(maxStates).fill(NO_WORD);
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
   * Returns the number of the word that begins at an offset of a text and is not part of a longer word.
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
