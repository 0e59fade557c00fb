import type { ShellWord, SimpleCommand } from "./ast.ts";
import { expandBraces } from "./expand_braces.ts";
import { plainWord } from "./word.ts";

/** The values of variables that a script only sets to known ones. */
export type BoundValues = ReadonlyMap<string, readonly ShellWord[]>;

/** Matches builtins that may set variables to unknown values. */
const SETS =
  /^(?:read|mapfile|readarray|printf|declare|local|export|readonly|typeset|let|getopts|unset|select|env|command|builtin|wait)$/;

/** Matches builtins that may run text which sets variables. */
const RUNS = /^(?:eval|source|trap)$/;

/** Returns the values of the variables that a script only sets to known values, wherever it uses them. */
export function boundValues(commands: readonly SimpleCommand[]): BoundValues {
  const values = new Map<string, readonly ShellWord[]>();
  const unknown = new Set<string>();
  const bind = (name: string, words: readonly ShellWord[]) => {
    if (words.every(({ expands, tilde }) => expands.length === 0 && !tilde)) {
      values.set(name, [...values.get(name) ?? [], ...words]);
    } else unknown.add(name);
  };
  for (const { assignments, words } of commands) {
    for (const { name, value } of assignments) bind(name, [value]);
    const [program, name, , ...rest] = words;
    if (program?.text === "for" && name !== undefined) {
      bind(
        name.text,
        rest.flatMap((word) => expandBraces(word) ?? []),
      );
    }
    const sets = SETS.test(program?.text ?? "");
    if (words.some(({ text }) => RUNS.test(text)) || program?.text === ".") return new Map();
    // The name of a variable may be part of an option: `read -ax`.
    if (sets && words.some(({ text }) => text === "." || /^-\w\w/.test(text))) return new Map();
    if (sets) {
      for (const { text } of words) unknown.add(text.replace(/^-\w*|[+]?=[^]*$/g, ""));
    }
  }
  return new Map(
    [...values].filter(([name, { length }]) => !unknown.has(name) && length > 0 && length <= MAX_VALUES),
  );
}

/** Returns the words that a word with variables of known values may mean; otherwise the word itself. */
export function valuesOf(word: ShellWord, bound: BoundValues): readonly ShellWord[] {
  if (word.expands.length === 0 || word.tilde) return [word];
  // The shell splits a value without quotes into words.
  const quoted = /^"[^"]*"$/.test(word.raw);
  let words: readonly ShellWord[] = [{ ...plainWord(word.text), pattern: word.pattern }];
  for (const name of word.expands) {
    const values = bound.get(name);
    const again = word.expands.length > 1 ? /\$/ : /(?!)/;
    if (values === undefined || word.text.split(`$${name}`).length !== 2) return [word];
    if (values.some(({ text }) => again.test(text) || (!quoted && /\s/.test(text)))) return [word];
    words = words.flatMap(({ text, pattern }) =>
      values.map((value) => ({
        ...plainWord(text.replace(`$${name}`, () => value.text)),
        pattern: pattern || (!quoted && /[*?[]/.test(value.text)),
      }))
    );
    if (words.length > MAX_VALUES) return [word];
  }
  return words;
}

/** The maximum number of known values. */
const MAX_VALUES = 64;
