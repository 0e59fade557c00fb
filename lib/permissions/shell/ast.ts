/**
 * What a text of shell commands comes down to, for a judge: its simple commands, wherever they stand.
 * @module
 */

/** A word of a command. */
export interface ShellWord {
  /** Its value: quotes removed, variables as `$name`, substitutions as `$()`. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
  /** Names of the variables it expands; "()" for anything else whose value cannot be known. */
  readonly expands: readonly string[];
  /** Whether it is a pattern of files, or several words by braces. */
  readonly pattern: boolean;
  /** Whether it begins with a `~` that stands for a home folder. */
  readonly tilde: boolean;
}

/** Where a command's input comes from, or its output goes. */
export interface Redirection {
  /** The operator without its number: `>`, `>>`, `<`, `<<`, `<<<`, `>&`, `&>` … */
  readonly operator: string;
  /** File, descriptor, or the delimiter of a here-document. */
  readonly target: ShellWord;
  /** Text of a here-document, or of a here-string. */
  readonly body?: string;
}

/** A variable that is set before a command, or by it. */
export interface Assignment {
  /** Name of the variable. */
  readonly name: string;
  /** Its value. */
  readonly value: ShellWord;
}

/** What stands between a command and the one before it. */
export type Joint = "start" | ";" | "&" | "&&" | "||" | "|";

/** A program, or a builtin, with its words. */
export interface SimpleCommand {
  /** Variables set before it. */
  readonly assignments: readonly Assignment[];
  /** The words; the first names the program. */
  readonly words: readonly ShellWord[];
  /** Its redirections. */
  readonly redirections: readonly Redirection[];
  /** What stands before it. */
  readonly joint: Joint;
  /** Number of the list it belongs to: lists in subshells and substitutions have their own. */
  readonly list: number;
  /** Whether its end is turned round by `!`. */
  readonly negated: boolean;
}

/** The result of reading a text. */
export interface ShellScript {
  /** The commands, in the order of the text, those within words before the command they are part of. */
  readonly commands: readonly SimpleCommand[];
  /** What keeps the text from being understood, a few words each. */
  readonly problems: readonly string[];
  /** Names of variables whose values are computed with, or expanded again: commands in them are run. */
  readonly computed: readonly string[];
  /** Whether it holds a loop. */
  readonly loops: boolean;
}
