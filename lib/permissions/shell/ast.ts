/**
 * The result of parsing a shell script: its simple commands, at any depth.
 *
 * @module
 */

export interface ShellWord {
  /** The value: quotes removed, variables as `$name`, substitutions as `$()`. */
  readonly text: string;
  readonly raw: string;
  /** The names of the variables it expands; "()" for anything else whose value is unknown. */
  readonly expands: readonly string[];
  /** True for a file pattern, and for braces that expand to several words. */
  readonly pattern: boolean;
  /** True if it begins with `~` for a home folder. */
  readonly tilde: boolean;
}

export interface Redirection {
  /** The operator without its number: `>`, `>>`, `<`, `<<`, `<<<`, `>&`, `&>` … */
  readonly operator: string;
  /** The file, the descriptor, or the delimiter of a here-document. */
  readonly target: ShellWord;
  /** The text of a here-document or here-string. */
  readonly body?: string;
}

/** An assignment of a variable before a command or by it. */
export interface Assignment {
  readonly name: string;
  readonly value: ShellWord;
}

/** The operator between a command and the one before it. */
export type Joint = "start" | ";" | "&" | "&&" | "||" | "|";

/** A program or builtin with its arguments. */
export interface SimpleCommand {
  /** The variables set before it. */
  readonly assignments: readonly Assignment[];
  /** The words; the first names the program. */
  readonly words: readonly ShellWord[];
  readonly redirections: readonly Redirection[];
  /** The operator before it. */
  readonly joint: Joint;
  /**
   * The number of the list that contains the command: lists in subshells and substitutions have their own
   * number.
   */
  readonly list: number;
  /** True if `!` negates its exit status. */
  readonly negated: boolean;
}

export interface ShellScript {
  /** The commands in the order of the text. Commands inside a word come before the command with that word. */
  readonly commands: readonly SimpleCommand[];
  /** The problems that prevent a full analysis, a few words each. */
  readonly problems: readonly string[];
  /**
   * The names of variables whose values are used in arithmetic or expanded again, which runs commands in
   * them.
   */
  readonly computed: readonly string[];
  /** True if the script contains a loop. */
  readonly loops: boolean;
}
