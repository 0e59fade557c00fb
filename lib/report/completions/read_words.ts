import type { CommandMeta, OptionMeta } from "../../../schemas/metadata.ts";

/** The kind of word that is being completed. */
export type Wanted =
  | { readonly kind: "command" }
  | { readonly kind: "flag" }
  /** The value of a flag; `lead` is the part of the word before it, such as `--format=`. */
  | { readonly kind: "flag-value"; readonly option: OptionMeta; readonly lead: string }
  /** An argument without a flag. */
  | { readonly kind: "positional"; readonly option: OptionMeta }
  | { readonly kind: "nothing" };

/** The words typed so far, parsed as far as possible. */
export interface TypedWords {
  /** The kind of word that is being completed. */
  readonly wanted: Wanted;
  /** The typed part of the last word, without `lead`. */
  readonly text: string;
  /** The command; undefined if it is not typed yet or unknown. */
  readonly command: CommandMeta | undefined;
  readonly flags: readonly OptionMeta[];
  /** The names of the flags given so far, without hyphens. */
  readonly given: ReadonlySet<string>;
  /** The values of the positionals given so far, by name. */
  readonly positionals: ReadonlyMap<string, string>;
  /** The folder of `--cwd`, if given. */
  readonly cwd: string | undefined;
}

/**
 * Determines what is being completed. Parses the words like the command line: flags of every command may
 * precede the command, and words after `--` are never flags.
 *
 * @param words The words after the program's name; the last one is being completed.
 */
export function readWords(words: readonly string[], commands: readonly CommandMeta[]): TypedWords {
  const reader = new WordReader(commands);
  for (const word of words.slice(0, -1)) reader.take(word);
  return reader.complete(words.at(-1) ?? "");
}

export function sharedFlags(commands: readonly CommandMeta[]): readonly OptionMeta[] {
  const [first, ...others] = commands;
  return (first?.flags ?? []).filter(({ name }) => {
    return others.every(({ flags }) => flags.some((flag) => flag.name === name));
  });
}

class WordReader {
  #command: CommandMeta | undefined;
  /** True if there is a word in the place of the command, known or not. */
  #named = false;
  #flags: readonly OptionMeta[];
  /** The flag whose value is the next word. */
  #open: OptionMeta | undefined;
  /** True after `--`. */
  #ended = false;
  #count = 0;
  #cwd: string | undefined;
  readonly #given = new Set<string>();
  readonly #positionals = new Map<string, string>();

  constructor(readonly commands: readonly CommandMeta[]) {
    this.#flags = sharedFlags(commands);
  }

  take(word: string): void {
    if (this.#open !== undefined) this.#value(this.#open, word);
    else if (!this.#ended && word === "--") this.#ended = true;
    else if (!this.#ended && word.startsWith("-")) this.#flag(word);
    else if (!this.#named) this.#name(word);
    else {
      const positional = this.#positional();
      if (positional !== undefined) this.#positionals.set(positional.name, word);
      this.#count++;
    }
  }

  complete(word: string): TypedWords {
    const [, name, text] = /^--([^=]+)=(.*)$/s.exec(this.#ended ? "" : word) ?? [];
    const byName = this.#flags.find((flag) => flag.name === name && flag.type === "string");
    const assigned = this.#open === undefined && name !== undefined;
    return {
      wanted: assigned
        ? byName === undefined
          ? { kind: "nothing" }
          : { kind: "flag-value", option: byName, lead: `--${name}=` }
        : this.#wanted(word),
      text: assigned ? text ?? "" : word,
      command: this.#command,
      flags: this.#flags,
      given: this.#given,
      positionals: this.#positionals,
      cwd: this.#cwd,
    };
  }

  #wanted(word: string): Wanted {
    if (this.#open !== undefined) return { kind: "flag-value", option: this.#open, lead: "" };
    if (!this.#ended && word.startsWith("-")) return { kind: "flag" };
    if (!this.#named) return { kind: "command" };
    const option = this.#positional();
    if (option !== undefined) return { kind: "positional", option };
    return word === "" && !this.#ended && this.#command !== undefined
      ? { kind: "flag" }
      : { kind: "nothing" };
  }

  #name(word: string): void {
    this.#named = true;
    this.#command = this.commands.find(({ name }) => name === word);
    this.#flags = this.#command?.flags ?? this.#flags;
  }

  #flag(word: string): void {
    const equals = word.indexOf("=");
    const name = word.slice(2, equals === -1 ? undefined : equals);
    this.#given.add(word === "-h" ? "help" : name);
    const flag = this.#flags.find((candidate) => candidate.name === name);
    if (flag?.type !== "string") return;
    if (equals === -1) this.#open = flag;
    else this.#value(flag, word.slice(equals + 1));
  }

  #value({ name }: OptionMeta, word: string): void {
    this.#open = undefined;
    if (name === "cwd") this.#cwd = word;
  }

  #positional(): OptionMeta | undefined {
    const positionals = this.#command?.positionals ?? [];
    const last = positionals.at(-1);
    return positionals[this.#count] ?? (last?.repeatable ? last : undefined);
  }
}
