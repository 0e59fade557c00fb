/**
 * Arguments on standard input: text of users that no shell may interpret.
 *
 * A coding agent that runs `wf` for a user writes a command line, and the shell would interpret what the user
 * typed: `$(…)`, quotes, `;`. A quoted here-document is not interpreted, and with a mark before each line no
 * line can end it:
 *
 *     wf next execute-phase --json --arguments-from-stdin <<'WF_ARGUMENTS'
 *     | 3 --set "git.branching_strategy=phase"
 *     WF_ARGUMENTS
 *
 * @module
 */
import { splitCommandLine } from "../../text/split_command_line.ts";

export const STDIN_FLAG = "--arguments-from-stdin";

/** The line that ends the here-document. */
const DELIMITER = "WF_ARGUMENTS";

/** The result of reading standard input. */
export type StdinArguments =
  | {
    readonly kind: "arguments";
    /**
     * The arguments from lines that begin with `| `, split at whitespace; quotes keep whitespace together.
     */
    readonly words: readonly string[];
    /** The text from lines that begin with `> `: one argument, line breaks included. */
    readonly text?: string;
  }
  | { readonly kind: "wrong"; readonly message: string; readonly hint: string };

/** The mark before a line: `|` for arguments, `>` for one text. */
export type LineMark = "|" | ">";

export function parseStdinArguments(input: string): StdinArguments {
  const lines: Record<LineMark, string[]> = { "|": [], ">": [] };
  for (const line of input.split(/\r?\n/)) {
    if (line === "") continue;
    const [, mark, rest = ""] = /^([|>]) ?(.*)$/s.exec(line) ?? [];
    if (mark === undefined) {
      const message = `Cannot read the arguments: a line begins neither with | nor with >: ${line}`;
      const hint = 'Put "| " before each line of arguments, and "> " before each line of a text';
      return { kind: "wrong", message, hint };
    }
    lines[mark as LineMark].push(rest);
  }
  const typed = lines["|"].join("\n");
  const words = splitCommandLine(typed);
  if (words === undefined) {
    const message = `Cannot read the arguments: a quote is not closed: ${typed}`;
    const hint = `Put words that contain a quote in the other kind of quotes: "Bob's app"`;
    return { kind: "wrong", message, hint };
  }
  return { kind: "arguments", words, ...(lines[">"].length === 0 ? {} : { text: lines[">"].join("\n") }) };
}

/** Reports whether arguments ask for more on standard input. */
export function wantsStdin(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end === -1 ? args : args.slice(0, end)).includes(STDIN_FLAG);
}

/**
 * Appends the arguments of standard input. A text completes a last argument that ends in `=`, such as
 * `--answer 01-02/3=`, and is an argument of its own otherwise; it is never read as a flag.
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
 * Returns a shell command that passes lines to a program on standard input, whatever their content.
 *
 * @param command A command of `wf`; the flag is added after it.
 */
export function hereDocument(command: string, mark: LineMark, text: string): string {
  return [`${command} ${STDIN_FLAG} <<'${DELIMITER}'`, ...marked(mark, text.split(/\r?\n/)), DELIMITER].join(
    "\n",
  );
}

/**
 * Returns the same for PowerShell, which has no here-documents: a literal here-string, which ends at a line
 * that begins with `'@`, also after a carriage return. Windows PowerShell sends ASCII to other programs
 * unless configured.
 *
 * @param command A command of `wf`; the flag is added after it.
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
