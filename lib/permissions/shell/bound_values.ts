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
    [...values].filter(([name, { length }]) => !unknown.has(name) && length > 0 && length <= 64),
  );
}

/** Returns the words that a word with one variable of known values may mean; otherwise the word itself. */
export function valuesOf(word: ShellWord, bound: BoundValues): readonly ShellWord[] {
  const [name, ...others] = word.expands;
  const values = name === undefined || others.length > 0 ? undefined : bound.get(name);
  const parts = word.text.split(`$${name}`);
  if (values === undefined || parts.length !== 2 || word.tilde) return [word];
  // The shell splits a value without quotes into words.
  const quoted = /^"[^"]*"$/.test(word.raw);
  if (!quoted && values.some(({ text }) => /\s/.test(text))) return [word];
  return values.map((value) => {
    const text = parts.join(value.text);
    return { ...plainWord(text), pattern: word.pattern || (!quoted && /[*?[]/.test(value.text)) };
  });
}
