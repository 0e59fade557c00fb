/**
 * Arguments that come by standard input: words of people, which no shell may read.
 *
 * A coding agent that runs `wf` for somebody writes a command line, and what that person typed would be
 * read by the shell: `$(…)`, quotes, `;`. In a quoted here-document nothing is read, and with a mark before
 * each line none of them can be the one that ends it:
 *
 *     wf next execute-phase --json --arguments-from-stdin <<'WF_ARGUMENTS'
 *     | 3 --set "git.branching_strategy=phase"
 *     WF_ARGUMENTS
 * @module
 */
import { splitCommandLine } from "../../text/split_command_line.ts";

/** The flag that asks for arguments by standard input. */
export const STDIN_FLAG = "--arguments-from-stdin";

/** The line that ends the here-document. */
const DELIMITER = "WF_ARGUMENTS";

/** What standard input held. */
export type StdinArguments =
  | {
    /** It can be read. */
    readonly kind: "arguments";
    /** Of the lines that begin with `| `: arguments, split at blanks, with quotes around those that hold some. */
    readonly words: readonly string[];
    /** Of the lines that begin with `> `: one argument as it is, line breaks included. */
    readonly text?: string;
  }
  | {
    /** It cannot be read. */
    readonly kind: "wrong";
    /** Why. */
    readonly message: string;
    /** What to do. */
    readonly hint: string;
  };

/** The mark before a line: it is split into words, or belongs to one text. */
export type LineMark = "|" | ">";

/** Reads what standard input held. */
export function parseStdinArguments(input: string): StdinArguments {
  const lines: Record<LineMark, string[]> = { "|": [], ">": [] };
  for (const line of input.split(/\r?\n/)) {
    if (line === "") continue;
    const [, mark, rest = ""] = /^([|>]) ?(.*)$/s.exec(line) ?? [];
    if (mark === undefined) {
      const message = `Cannot read the arguments: a line begins neither with | nor with >: ${line}`;
      return {
        kind: "wrong",
        message,
        hint: 'Put "| " before each line of arguments, and "> " before each line of a text',
      };
    }
    lines[mark as LineMark].push(rest);
  }
  const typed = lines["|"].join("\n");
  const words = splitCommandLine(typed);
  if (words === undefined) {
    const message = `Cannot read the arguments: a quote is not closed: ${typed}`;
    return {
      kind: "wrong",
      message,
      hint: `Put words that hold a quote between the other kind: "Bob's app"`,
    };
  }
  return { kind: "arguments", words, ...(lines[">"].length === 0 ? {} : { text: lines[">"].join("\n") }) };
}

/** Whether arguments ask for more by standard input. */
export function wantsStdin(args: readonly string[]): boolean {
  return beforeEnd(args).includes(STDIN_FLAG);
}

/**
 * The arguments with those of standard input behind them. A text completes a last argument that ends in
 * `=`, as `--answer 01-02/3=`, and is an argument of its own otherwise; it is never taken for a flag.
 */
export function withStdinArguments(
  args: readonly string[],
  { words, text }: Extract<StdinArguments, { kind: "arguments" }>,
): readonly string[] {
  const flag = args.indexOf(STDIN_FLAG);
  const all = [...args.slice(0, flag), ...args.slice(flag + 1), ...words];
  if (text === undefined) return all;
  const last = all.at(-1) ?? "";
  if (last.endsWith("=")) return [...all.slice(0, -1), last + text];
  return [...all, ...(text.startsWith("-") && !all.includes("--") ? ["--"] : []), text];
}

/**
 * A shell command that gives lines to a program by standard input, whatever they hold.
 *
 * @param command A command of `wf`; the flag is put behind it.
 * @param mark How `wf` is to take the lines.
 */
export function hereDocument(command: string, mark: LineMark, text: string): string {
  return [`${command} ${STDIN_FLAG} <<'${DELIMITER}'`, ...marked(mark, text.split(/\r?\n/)), DELIMITER].join(
    "\n",
  );
}

/**
 * The same for PowerShell, which has no here-documents: a here-string, in which nothing is read either, and
 * which a line ends that begins with `'@`, after a carriage return too. Windows PowerShell gives other
 * programs ASCII unless it is told.
 *
 * @param command A command of `wf`; the flag is put behind it.
 * @param mark How `wf` is to take the lines.
 */
export function hereString(command: string, mark: LineMark, text: string): string {
  const encoding = "Set-Variable OutputEncoding ([Text.UTF8Encoding]::new())";
  return [encoding, "@'", ...marked(mark, text.split(/\r\n|\r|\n/)), `'@ | ${command} ${STDIN_FLAG}`].join(
    "\n",
  );
}

function marked(mark: LineMark, lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${mark} ${line}`);
}

function beforeEnd(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}
