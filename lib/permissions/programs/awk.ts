import { suspectCode } from "../effects/code_text.ts";
import { knownOptions, readArguments } from "./known_options.ts";
import { harmless, hidden, type Scene, unclassified } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

const KNOWN = knownOptions(
  "-F: -v: -bckMnNOPrsS --field-separator: --assign: --re-interval --posix --csv --version --help",
);

/** `awk` as it is called: its program may hold only what edits text. */
export function awk(scene: Scene, args: readonly ShellWord[], name: string): void {
  const { given, operands } = readArguments(scene, args, { name, known: KNOWN });
  const [program, ...files] = operands;
  const understood = program !== undefined && program.expands.length === 0 && onlyEdits(program.text);
  const asksVersion = program === undefined && (given.has("--version") || given.has("--help"));
  if (!understood && !asksVersion) {
    scene.note(hidden("the program of awk may read or write files, or run commands"));
    suspectCode(scene, program?.text ?? "");
  }
  if (/\bENVIRON\b/.test(program?.text ?? "")) {
    scene.note(unclassified("it shows the environment, which may hold secrets"));
  }
  for (const file of files) {
    if (!/^[A-Za-z_]\w*=/.test(file.text)) scene.path(file, "read");
  }
  scene.note(harmless("it edits text"));
}

/** A text, a pattern where one can stand, a comment, or a word with what is around it. */
const TOKENS =
  /"(?:[^"\\\n]|\\.)*"|#[^\n]*|(^|[{};,(!~\n]|&&|\|\|)(\s*)\/(?:[^/\\[\n]|\\.|\[[^\]/\n]*\])+\/|(\|\||&&)|[^]/g;
/** What reads, writes, runs, or names what does. */
const ACTS = /["\\@|]|\b(?:system|getline|ARGV|ARGC|PROCINFO|SYMTAB|FUNCTAB|fflush|close)\b/;

/** Whether a program of awk only edits text: an operator that may write or run counts as one that does. */
function onlyEdits(program: string): boolean {
  const rest = program.replaceAll(TOKENS, (token, before?: string, _blank?: string, both?: string) => {
    if (token.length === 1) return token;
    if (both !== undefined) return " ; ";
    if (before !== undefined) return before.length === 2 ? " ; " : `${before} 0 `;
    return token.startsWith("#") ? " " : " 0 ";
  });
  if (ACTS.test(rest)) return false;
  // Behind print, `>` writes; elsewhere it compares.
  return rest.split(/[;{}]/).every((part) => !/print[^]*>/.test(part));
}
