import type { CommandMeta, OptionMeta } from "../../../schemas/metadata.ts";

/** What stands in the place of the word that is being completed. */
export type Wanted =
  /** The name of a command. */
  | { readonly kind: "command" }
  /** The name of a flag. */
  | { readonly kind: "flag" }
  /** The value of a flag; `lead` is what of the word stands before it, such as `--format=`. */
  | { readonly kind: "flag-value"; readonly option: OptionMeta; readonly lead: string }
  /** An argument without a flag. */
  | { readonly kind: "positional"; readonly option: OptionMeta }
  /** Nothing that could be named. */
  | { readonly kind: "nothing" };

/** The words typed so far, understood as far as they can be. */
export interface TypedWords {
  /** What is being completed. */
  readonly wanted: Wanted;
  /** The last word as far as it is typed, without `lead`. */
  readonly text: string;
  /** The command, once it is typed; undefined too when there is none of that name. */
  readonly command: CommandMeta | undefined;
  /** Flags that are possible here, given or not. */
  readonly flags: readonly OptionMeta[];
  /** Names of the flags given so far, without hyphens. */
  readonly given: ReadonlySet<string>;
  /** Values of the positionals given so far, by name. */
  readonly positionals: ReadonlyMap<string, string>;
  /** Folder that `--cwd` names, if it does. */
  readonly cwd: string | undefined;
}

/**
 * Finds out what is being completed. Takes words in the same order as the command line does: flags
 * of every command may stand before the command, and what follows `--` is never a flag.
 *
 * @param words The words behind the program's name; the last one is being completed.
 */
export function readWords(words: readonly string[], commands: readonly CommandMeta[]): TypedWords {
  const reader = new WordReader(commands);
  for (const word of words.slice(0, -1)) reader.take(word);
  return reader.complete(words.at(-1) ?? "");
}

/** Flags that every command has. */
export function sharedFlags(commands: readonly CommandMeta[]): readonly OptionMeta[] {
  const [first, ...others] = commands;
  return (first?.flags ?? []).filter(({ name }) => {
    return others.every(({ flags }) => flags.some((flag) => flag.name === name));
  });
}

class WordReader {
  #command: CommandMeta | undefined;
  /** Whether a word stands where the command does, known or not. */
  #named = false;
  #flags: readonly OptionMeta[];
  /** The flag whose value comes next. */
  #open: OptionMeta | undefined;
  /** Whether `--` has been taken. */
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
