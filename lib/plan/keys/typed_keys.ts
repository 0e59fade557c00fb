/**
 * A key that was typed at a terminal: a character, or one of the others. `paste` is text that the terminal marks as
 * pasted, so that none of it counts as a key.
 */
export type Key =
  | { readonly kind: "character" | "paste"; readonly text: string }
  | { readonly kind: NamedKey };

/** A key without a character. */
export type NamedKey =
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "backspace"
  | "delete"
  | "clear";

/** What terminals send for named keys. The sequences of the arrows depend on the terminal's mode. */
const NAMED: Readonly<Record<string, NamedKey>> = {
  "\r": "enter",
  "\n": "enter",
  "\x1b": "escape",
  "\x7f": "backspace",
  "\b": "backspace",
  "\x01": "home",
  "\x05": "end",
  "\x15": "clear",
  "\x1b[A": "up",
  "\x1b[B": "down",
  "\x1b[C": "right",
  "\x1b[D": "left",
  "\x1b[H": "home",
  "\x1b[F": "end",
  "\x1bOA": "up",
  "\x1bOB": "down",
  "\x1bOC": "right",
  "\x1bOD": "left",
  "\x1bOH": "home",
  "\x1bOF": "end",
  "\x1b[1~": "home",
  "\x1b[3~": "delete",
  "\x1b[4~": "end",
};

/** Matches pasted text, an escape sequence, or a character. */
// deno-lint-ignore no-control-regex -- terminals send them
const KEY = /\x1b\[200~([^]*?)(?:\x1b\[201~|$)|\x1b\[[\d;]*[@-~]|\x1bO[A-Za-z]|[^]/gu;

/**
 * Reads the keys in what a terminal sent at once. Sequences and control characters without a meaning here are omitted.
 */
export function readKeys(text: string): readonly Key[] {
  return [...text.matchAll(KEY)].flatMap(([sent, pasted]): readonly Key[] => {
    if (pasted !== undefined) return [{ kind: "paste", text: pasted }];
    const name = NAMED[sent];
    if (name !== undefined) return [{ kind: name }];
    // deno-lint-ignore no-control-regex -- they are no characters
    return /^[^\x00-\x1f\x7f-\x9f]$/u.test(sent) ? [{ kind: "character", text: sent }] : [];
  });
}
