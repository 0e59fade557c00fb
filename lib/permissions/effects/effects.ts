import { nameSet } from "../../collections/name_set.ts";
import type { PathIntent } from "../../../schemas/permission.ts";
import type { Finding } from "./finding.ts";
import type { Redirection, ShellWord } from "../shell/ast.ts";

/**
 * The intent for a path. "run" reads a script to run it, "empty" writes nothing to a file. "may write" is a possible write to a known name, such as a file in a target that may
 * be a folder; it counts if the path is protected. "could write" is a possible write to an unknown name; a
 * person is asked if the path is protected.
 */
export type WordIntent = PathIntent | "run" | "empty" | "may write" | "could write";

/** The context of a command: collects its effects and judges the commands inside it. */
export interface CommandContext {
  note(finding: Finding): void;
  path(word: ShellWord, intent: WordIntent): void;
  /** Judges a script that the command would run. */
  script(text: string): void;
  /** Judges a command that the command would run. */
  command(words: readonly ShellWord[]): void;
  /** Searches words for commands that may be run in some way. They can make the verdict only stricter. */
  suspect(words: readonly ShellWord[]): void;
  /**
   * Adds the paths in arguments whose meaning is unknown, because the program may write them. For control
   * files and paths outside, a person is asked in every mode.
   */
  names(words: readonly ShellWord[]): void;
  /** Reports whether a program is installed in the project's `node_modules`. */
  installed(name: string): boolean;
  /** Returns the context of a separate process, whose change of folder does not affect later commands. */
  apart(): CommandContext;
  /** Records a change to another folder. */
  enter(word: ShellWord | undefined): void;
  /** Records a return to a folder that the script was in before. */
  leave(): void;
  /** Records an assignment; a path that uses the variable cannot be determined afterwards. */
  assign(name: string): void;
  /** Records that the value of a variable is not a plain number and may contain commands. */
  vary(name: string): void;
  /** Records that the values of variables are used in arithmetic, which runs commands in them. */
  compute(names: readonly string[]): void;
  readonly redirections: readonly Redirection[];
  /** The mark of the paths that it reads from a search; undefined if they are unknown. */
  readonly listed: string | undefined;
  /** True if it reads the output of another command. */
  readonly piped: boolean;
}

/** Judges a program of a name by its arguments. */
export type Handler = (context: CommandContext, args: readonly ShellWord[], name: string) => void;

export type Handlers = Readonly<Record<string, Handler>>;

/** Returns a table that maps each name, separated by spaces, to the same handler. */
export function handlers(names: string, handler: Handler): Handlers {
  return Object.fromEntries([...nameSet(names)].map((name) => [name, handler]));
}

/** Reports whether the value of a word is known. */
export function isKnown({ expands, pattern, tilde }: ShellWord): boolean {
  return expands.length === 0 && !pattern && !tilde;
}

/** Reports whether a path certainly leads to a folder below the working folder that is not hidden. */
export function isBelow(path: string): boolean {
  return /^(?:\.\/)?\w[\w./-]*$/.test(path) && !/\.\.|\/\./.test(path.slice(1));
}

export function isOption({ text }: ShellWord): boolean {
  return text.startsWith("-") && text !== "-";
}

/** Returns the here-document or here-string that a command reads, or undefined. */
export function hereText({ redirections }: CommandContext): string | undefined {
  return redirections.findLast(({ body }) => body !== undefined)?.body;
}

/** Creates a finding without an effect that needs a question. */
export function harmless(reason = "it has no relevant effect"): Finding {
  return { category: "harmless", reason };
}

/** Creates a finding that deletes or cannot be undone. */
export function destructive(reason: string): Finding {
  return { category: "destructive", reason };
}

export function external(reason: string): Finding {
  return { category: "external", reason };
}

export function unclassified(reason: string): Finding {
  return { category: "unclassified", reason };
}

/**
 * Creates a finding whose effect is hidden or reaches beyond the folder, so that a person is asked in every
 * mode.
 */
export function hidden(reason: string): Finding {
  return { category: "unclassified", reason, everyMode: true };
}

/** Creates a finding that no agent is allowed. */
export function never(reason: string): Finding {
  return { category: "never", reason };
}
