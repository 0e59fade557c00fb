import { suspectCode } from "../effects/suspect_code.ts";
import { knownOptions, readArguments } from "./known_options.ts";
import { type CommandContext, harmless, hidden, unclassified } from "../effects/effects.ts";
import type { ShellWord } from "../shell/ast.ts";

const KNOWN = knownOptions(
  "-F: -v: -bckMnNOPrsS --field-separator: --assign: --re-interval --posix --csv --version --help",
);

/** Judges `awk`: its program may contain only commands that edit text. */
export function awk(context: CommandContext, args: readonly ShellWord[], name: string): void {
  const { given, operands } = readArguments(context, args, { name, known: KNOWN });
  const [program, ...files] = operands;
  const understood = program !== undefined && program.expands.length === 0 && onlyEdits(program.text);
  const asksVersion = program === undefined && (given.has("--version") || given.has("--help"));
  if (!understood && !asksVersion) {
    context.note(hidden("the program of awk may read or write files, or run commands"));
    suspectCode(context, program?.text ?? "");
  }
  if (/\bENVIRON\b/.test(program?.text ?? "")) {
    context.note(unclassified("it shows the environment, which may contain secrets"));
  }
  for (const file of files) {
    if (!/^[A-Za-z_]\w*=/.test(file.text)) context.path(file, "read");
  }
  context.note(harmless("it edits text"));
}

/** Matches a string, a pattern where one is allowed, a comment, or an operator with its surroundings. */
const TOKENS =
  /"(?:[^"\\\n]|\\.)*"|#[^\n]*|(^|[{};,(!~\n]|&&|\|\|)(\s*)\/(?:[^/\\[\n]|\\.|\[[^\]/\n]*\])+\/|(\|\||&&)|[^]/g;
/** Matches what reads, writes or runs, or names something that does. */
const ACTS = /["\\@|]|\b(?:system|getline|ARGV|ARGC|PROCINFO|SYMTAB|FUNCTAB|fflush|close)\b/;

/**
 * Reports whether a program of awk only edits text. An operator that may write or run counts as one that
 * does.
 */
function onlyEdits(program: string): boolean {
  const rest = program.replaceAll(TOKENS, (token, before?: string, _blank?: string, both?: string) => {
    if (token.length === 1) return token;
    if (both !== undefined) return " ; ";
    if (before !== undefined) return before.length === 2 ? " ; " : `${before} 0 `;
    return token.startsWith("#") ? " " : " 0 ";
  });
  if (ACTS.test(rest)) return false;
  // After print, `>` writes; elsewhere it compares.
  return rest.split(/[;{}]/).every((part) => !/print[^]*>/.test(part));
}
