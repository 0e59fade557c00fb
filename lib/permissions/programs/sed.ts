import { knownOptions, readArguments } from "./known_options.ts";
import { harmless, hidden, type Scene, unclassified } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

const KNOWN = knownOptions(`-nErzsu -e: -f< -l: -i? --quiet --silent --regexp-extended --null-data --separate
  --unbuffered --expression: --file< --line-length: --in-place? --posix --debug --sandbox --follow-symlinks --help
  --version`);

/** `sed` as it is called: its script may hold only what edits text. */
export function sed(scene: Scene, args: readonly ShellWord[], name: string): void {
  const { given, values, operands } = readArguments(scene, args, { name, known: KNOWN });
  const scripts = values.filter(({ option }) => /^(?:-e|--expression)$/.test(option)).map(({ value }) =>
    value
  );
  const file = given.get("-f") ?? given.get("--file");
  const apart = scripts.length > 0 || file !== undefined;
  const files = apart ? operands : operands.slice(1);
  const all = apart ? scripts : operands.slice(0, 1);
  if (file !== undefined) {
    const piped = /^(?:-|\/dev\/.*)$/.test(file.text);
    scene.note((piped ? hidden : unclassified)("sed would run a script from a file"));
  }
  const script = all.map(({ text }) => text).join("\n");
  if (all.some(({ expands }) => expands.length > 0) || !onlyEdits(script)) {
    scene.note(hidden("the script of sed may read or write files, or run commands"));
    scene.suspect(all);
  }
  const suffix = given.get("-i") ?? given.get("--in-place");
  if (suffix !== undefined && !/^[\w.~-]*$/.test(suffix.text)) {
    scene.note(hidden("sed keeps copies in other places"));
  }
  const inPlace = given.has("-i") || given.has("--in-place");
  for (const one of files) scene.path(one, inPlace ? "write" : "read");
  scene.note(harmless("it edits text"));
}

const ADDRESS = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/[IM]*|[+~]\d+)`;
const BLANKS = /[\s;]*/y;
const ADDRESSES = new RegExp(String.raw`(?:${ADDRESS}(?:\s*,\s*${ADDRESS})?)?\s*!?\s*`, "y");
/** Commands that read no name of a file, with what they take. */
const PLAIN =
  /[pPdDgGhHxnNlzF=](?=[\s;}#]|$)|[qQl]\s*\d*(?=[\s;}#]|$)|[{}]|#[^\n]*|:[ \t]*[\w.-]+(?=[\s;}]|$)|[btT](?:[ \t]*[\w.-]+)?(?=[\s;}]|$)/y;
const TEXT = /[aic](?:\\\n|[ \t]*)(?:[^\\\n]|\\[^])*/y;
/** What may stand behind `s`: neither `e`, which runs, nor `w`, which writes. */
const FLAGS = /[gpiIM\d]*(?=[\s;}#]|$)/y;

/** Whether a script of sed only edits text. What is not understood may do more. */
function onlyEdits(script: string): boolean {
  let at = 0;
  const takes = (expression: RegExp): boolean => {
    expression.lastIndex = at;
    const found = expression.exec(script);
    if (found === null) return false;
    at = expression.lastIndex;
    return true;
  };
  while (takes(BLANKS), at < script.length) {
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

/** `s/…/…/` and `y/…/…/` with a delimiter; none with one that could be read in another way. */
function delimited(mark: string): RegExp {
  if (!/[/|,#@:!%+~_"']/.test(mark)) return /(?!)/y;
  const end = /[/|+]/.test(mark) ? `\\${mark}` : mark;
  return new RegExp(`[sy]${end}(?:[^${end}\\\\\\n]|\\\\[^])*${end}(?:[^${end}\\\\]|\\\\[^])*${end}`, "y");
}
