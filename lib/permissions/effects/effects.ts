import type { PathIntent } from "../../../schemas/permission.ts";
import type { Finding } from "./finding.ts";
import type { Redirection, ShellWord } from "../shell/ast.ts";

/**
 * What happens to a path. That it may be written, as a file in a target that may be a folder, counts where it is
 * protected; that it could be, as one whose name is not told, is asked about there.
 */
export type WordIntent = PathIntent | "may write" | "could write";

/** What a command is judged in: it is told what the command would do, and judges what is inside of it. */
export interface Scene {
  /** Notes what the command would do. */
  note(finding: Finding): void;
  /** Notes that it touches a path. */
  path(word: ShellWord, intent: WordIntent): void;
  /** Judges a text of shell commands that it would run. */
  script(text: string): void;
  /** Judges a command that it would run. */
  command(words: readonly ShellWord[]): void;
  /** Looks for commands in words that it may run in some way: they make the verdict stricter, never milder. */
  suspect(words: readonly ShellWord[]): void;
  /**
   * Notes the paths in words whose meaning to the program is not known: it may write them. What governs the
   * work, and what lies outside, is asked about in every mode.
   */
  names(words: readonly ShellWord[]): void;
  /** The same for what runs in a process of its own, whose folder nothing else shares. */
  apart(): Scene;
  /** Notes that it changes to another folder. */
  enter(word: ShellWord | undefined): void;
  /** Notes that a variable gets a value, which is not told where a path is named with it. */
  assign(name: string): void;
  /** Notes that the value of a variable is no plain number, so that it may hold commands. */
  vary(name: string): void;
  /** Notes that the values of variables are computed with, which runs the commands in them. */
  compute(names: readonly string[]): void;
  /** Where its input comes from, and its output goes. */
  readonly redirections: readonly Redirection[];
  /** Whether it reads what another command prints. */
  readonly piped: boolean;
}

/** Judges a program of a name by its arguments. */
export type Handler = (scene: Scene, args: readonly ShellWord[], name: string) => void;

/** Handlers by the names of programs. */
export type Handlers = Readonly<Record<string, Handler>>;

/** Gives each of the names, parted by blanks, the same handler. */
export function handlers(names: string, handler: Handler): Handlers {
  return Object.fromEntries(names.trim().split(/\s+/).map((name) => [name, handler]));
}

/** Whether a word's value is what it says. */
export function isKnown({ expands, pattern, tilde }: ShellWord): boolean {
  return expands.length === 0 && !pattern && !tilde;
}

/** Whether a word is an option. */
export function isOption({ text }: ShellWord): boolean {
  return text.startsWith("-") && text !== "-";
}

/** The words that are no options, as text. */
export function operandsOf(args: readonly ShellWord[]): readonly string[] {
  return args.filter((word) => !isOption(word)).map(({ text }) => text);
}

/** The here-document or here-string that a command reads, if it does. */
export function hereText({ redirections }: Scene): string | undefined {
  return redirections.findLast(({ body }) => body !== undefined)?.body;
}

/** It does nothing that has to be asked about. */
export function harmless(reason = "it does nothing of note"): Finding {
  return { category: "harmless", reason };
}

/** It deletes, or cannot be undone. */
export function destructive(reason: string): Finding {
  return { category: "destructive", reason };
}

/** It reaches a service. */
export function external(reason: string): Finding {
  return { category: "external", reason };
}

/** It runs code whose effects cannot be told. */
export function unclassified(reason: string): Finding {
  return { category: "unclassified", reason };
}

/** It hides what it does, or reaches beyond the folder: a person is asked in every mode. */
export function hidden(reason: string): Finding {
  return { category: "unclassified", reason, everyMode: true };
}

/** It does what no agent may do. */
export function never(reason: string): Finding {
  return { category: "never", reason };
}
