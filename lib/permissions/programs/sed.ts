import { knownOptions, readArguments } from "./known_options.ts";
import { type CommandContext, harmless, hidden, unclassified } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

const KNOWN = knownOptions(`-nErzsu -e: -f< -l: -i? --quiet --silent --regexp-extended --null-data --separate
  --unbuffered --expression: --file< --line-length: --in-place? --posix --debug --sandbox --follow-symlinks --help
  --version`);

/** Judges `sed`: its script may contain only commands that edit text. */
export function sed(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const { given, values, operands } = readArguments(context, args, { name, known: KNOWN });
  const scripts = values.filter(({ option }) => /^(?:-e|--expression)$/.test(option)).map(({ value }) =>
    value
  );
  const file = given.get("-f") ?? given.get("--file");
  const apart = scripts.length > 0 || file !== undefined;
  const files = apart ? operands : operands.slice(1);
  const all = apart ? scripts : operands.slice(0, 1);
  if (file !== undefined) {
    const piped = /^(?:-|\/dev\/.*)$/.test(file.text);
    context.note((piped ? hidden : unclassified)("sed would run a script from a file"));
  }
  const script = all.map(({ text }) => text).join("\n");
  if (all.some(({ expands }) => expands.length > 0) || !onlyEdits(script)) {
    context.note(hidden("the script of sed may read or write files, or run commands"));
    context.suspect(all);
  }
  const suffix = given.get("-i") ?? given.get("--in-place");
  if (suffix !== undefined && !/^[\w.~-]*$/.test(suffix.text)) {
    context.note(hidden("sed writes backups to other places"));
  }
  const inPlace = given.has("-i") || given.has("--in-place");
  for (const one of files) context.path(one, inPlace ? "write" : "read");
  context.note(harmless("it edits text"));
}

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/[IM]*|[+~]\d+)`;
const SEPARATORS = /[\s;]*/y;
const ADDRESSES = new RegExp(String.raw`(?:${ADDRESS}(?:\s*,\s*${ADDRESS})?)?\s*!?\s*`, "y");
/** Matches commands without a file name, with their arguments. */
const PLAIN =
  /[pPdDgGhHxnNlzF=](?=[\s;}#]|$)|[qQl]\s*\d*(?=[\s;}#]|$)|[{}]|#[^\n]*|:[ \t]*[\w.-]+(?=[\s;}]|$)|[btT](?:[ \t]*[\w.-]+)?(?=[\s;}]|$)/y;
const TEXT = /[aic](?:\\\n|[ \t]*)(?:[^\\\n]|\\[^])*/y;
/** Matches the flags of `s`, except `e`, which runs a command, and `w`, which writes a file. */
const FLAGS = /[gpiIM\d]*(?=[\s;}#]|$)/y;

/** Reports whether a script of sed only edits text. Other syntax may do more. */
function onlyEdits(script: string): boolean {
  let at = 0;
  const takes = (expression: RegExp): boolean => {
    expression.lastIndex = at;
    const found = expression.exec(script);
    if (found === null) return false;
    at = expression.lastIndex;
    return true;
  };
  while (takes(SEPARATORS), at < script.length) {
    takes(ADDRESSES);
    if (script[at] === "s" || script[at] === "y") {
      const replaced = takes(delimited(script[at + 1] ?? ""));
      if (!replaced || !takes(FLAGS)) return false;
    } else if (!takes(PLAIN) && !takes(TEXT)) {
      return false;
    }
  }
  return true;
}

/** Matches `s/…/…/` and `y/…/…/` with a delimiter; matches nothing for an ambiguous delimiter. */
function delimited(mark: string): RegExp {
  if (!/[/|,#@:!%+~_"']/.test(mark)) return /(?!)/y;
  const end = /[/|+]/.test(mark) ? `\\${mark}` : mark;
  return new RegExp(`[sy]${end}(?:[^${end}\\\\\\n]|\\\\[^])*${end}(?:[^${end}\\\\]|\\\\[^])*${end}`, "y");
}
