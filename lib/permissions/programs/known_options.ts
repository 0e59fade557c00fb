import { hidden, isOption, type Scene } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

/** What an option takes: nothing, a value, a value that can only be a part of its word, or a file. */
type Takes = "" | ":" | "?" | "<" | ">";

/** Options of which it is known what they do, by their names with dashes. */
export type KnownOptions = ReadonlyMap<string, Takes>;

/**
 * Makes known options of their names, parted by spaces.
 *
 * `-abc` are three letters. At the end of a word `:` means that they take a value, `?` a value that can only
 * be a part of the same word, `<` a file that is read, `>` a file that is written.
 */
export function knownOptions(text: string): KnownOptions {
  const known = new Map<string, Takes>();
  for (const word of text.trim().split(/\s+/)) {
    const takes = /[:?<>]$/.exec(word)?.[0] ?? "";
    const name = takes === "" ? word : word.slice(0, -1);
    const names = name.startsWith("--") ? [name] : [...name.slice(1)].map((letter) => `-${letter}`);
    for (const one of names) known.set(one, takes as Takes);
  }
  return known;
}

/** The arguments of a program, read by its known options. */
export interface ReadArguments {
  /** The options that were given, with their values. */
  readonly given: ReadonlyMap<string, ShellWord | undefined>;
  /** The values of the options, in their order. */
  readonly values: readonly { readonly option: string; readonly value: ShellWord }[];
  /** What is no option and no option's value. */
  readonly operands: readonly ShellWord[];
}

/**
 * Reads the arguments of a program as getopt does. Files that options name are noted; an option that is not
 * known, such as the abbreviation of a long one, is asked about in every mode.
 */
export function readArguments(
  scene: Scene,
  args: readonly ShellWord[],
  { name, known }: { readonly name: string; readonly known: KnownOptions },
): ReadArguments {
  const given = new Map<string, ShellWord | undefined>();
  const operands: ShellWord[] = [];
  const values: { readonly option: string; readonly value: ShellWord }[] = [];
  let index = 0;
  const take = (option: string, rest: ShellWord | undefined) => {
    const takes = known.get(option)!;
    const value = takes === "?" ? rest : rest ?? args[++index];
    given.set(option, value);
    if (value !== undefined) values.push({ option, value });
    if (value !== undefined && takes === "<") scene.path(value, "read");
    if (value !== undefined && takes === ">") scene.path(value, "write");
  };
  const unknown = (option: string) =>
    scene.note(hidden(`nothing is known of the option "${option}" of ${name}`));
  for (; index < args.length; index++) {
    const word = args[index]!;
    const { text } = word;
    if (text === "--") {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (!isOption(word)) {
      operands.push(word);
    } else if (text.startsWith("--")) {
      const equals = text.indexOf("=");
      const option = equals === -1 ? text : text.slice(0, equals);
      const takes = known.get(option);
      if (takes === undefined) unknown(option);
      else if (takes === "") given.set(option, undefined);
      else take(option, equals === -1 ? undefined : partOf(word, equals + 1));
    } else {
      for (let at = 1; at < text.length; at++) {
        const option = `-${text[at]}`;
        const takes = known.get(option);
        if (takes === undefined) {
          unknown(option);
          break;
        }
        if (takes !== "") {
          take(option, at + 1 < text.length ? partOf(word, at + 1) : undefined);
          break;
        }
        given.set(option, undefined);
      }
    }
  }
  return { given, values, operands };
}

/** The rest of a word. */
export function partOf(word: ShellWord, from: number): ShellWord {
  const text = word.text.slice(from);
  return { ...word, text, raw: text, tilde: false };
}
