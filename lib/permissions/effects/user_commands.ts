import type { PolicyCommands } from "../../../schemas/policy.ts";
import { splitCommandLine } from "../../text/split_command_line.ts";
import type { ShellWord } from "../shell/ast.ts";

/** Returns the denied command that a command begins with. */
export function deniedBy({ deny = [] }: PolicyCommands, texts: readonly string[]): string | undefined {
  return deny.find((command) => begins(texts, wordsOf(command)));
}

/** Reports whether a command is allowed. A word whose value is unknown is never one of an allowed command. */
export function isAllowedBy({ allow = [] }: PolicyCommands, words: readonly ShellWord[]): boolean {
  if (words.some(({ expands, pattern }) => expands.length > 0 || pattern)) return false;
  const texts = words.map(({ text }) => text);
  return allow.some((command) => {
    const known = wordsOf(command);
    return known.at(-1) === "*"
      ? begins(texts, known.slice(0, -1))
      : known.length === texts.length && begins(texts, known);
  });
}

function begins(texts: readonly string[], known: readonly string[]): boolean {
  return known.length > 0 && known.every((word, index) => word === texts[index]);
}

function wordsOf(command: string): readonly string[] {
  return splitCommandLine(command) ?? [];
}
