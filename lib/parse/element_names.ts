import { ELEMENT_NAMES } from "./vocabulary.ts";

/** What {@link nameAt} gives where no name stands. */
export const NO_NAME = -1;
/** Small letters, the hyphen and the underscore: what names are made of. */
const LETTERS = 28;

/** A tree of the names' letters, as a table: the state behind each state by each letter, 0 for none. */
const next: number[] = [];
/** Number of the name that ends in a state. */
const kinds: number[] = [];

for (const [kind, name] of ELEMENT_NAMES.entries()) {
  let state = 0;
  for (let at = 0; at < name.length; at++) {
    const place = state * LETTERS + letterOf(name.charCodeAt(at));
    kinds[state] ??= NO_NAME;
    next[place] ??= kinds.length;
    state = next[place];
    kinds[state] ??= NO_NAME;
  }
  kinds[state] = kind;
}

const NEXT = Int16Array.from({ length: kinds.length * LETTERS }, (_, place) => next[place] ?? 0);
const KINDS = Int16Array.from(kinds);

/**
 * The number in {@link ELEMENT_NAMES} of the name that stands at an offset of a text, as a whole word.
 *
 * It is told letter by letter, without copying a part of the text: code is full of `<`.
 *
 * @returns {@link NO_NAME} for none.
 */
export function nameAt(text: string, at: number): number {
  let state = 0;
  for (;; at++) {
    const letter = letterOf(text.charCodeAt(at));
    if (letter === -1) return KINDS[state]!;
    state = NEXT[state * LETTERS + letter]!;
    if (state === 0) return NO_NAME;
  }
}

function letterOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  return code === 0x2d ? 26 : code === 0x5f ? 27 : -1;
}
