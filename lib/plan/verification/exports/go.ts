import { blankSource, GO_QUOTED } from "./blank_comments.ts";
import type { ExportedNames } from "./types.ts";

/** Returns the capitalised top-level names of a Go file: functions, methods, types, variables, constants. */
export function goExports(text: string): ExportedNames {
  const names = new Set<string>();
  const add = (name: string | undefined) => {
    if (name !== undefined && /^\p{Lu}/u.test(name)) names.add(name);
  };
  let depth = 0;
  let group = false;
  for (const line of blankSource(text, GO_QUOTED).split("\n")) {
    const code = line.trim();
    if (depth === 0) {
      add(/^func[ \t]*(?:\([^)]*\)[ \t]*)?([\p{L}_][\p{L}\p{N}_]*)/u.exec(code)?.[1]);
      for (const name of listOf(/^(?:type|var|const)[ \t]+([^(=]*)/.exec(code)?.[1])) add(name);
      group = /^(?:type|var|const)[ \t]*\(/.test(code);
    } else if (depth === 1 && group) {
      for (const name of listOf(code)) add(name);
    }
    for (const character of line) {
      if ("([{".includes(character)) depth++;
      else if (")]}".includes(character)) depth = Math.max(0, depth - 1);
    }
  }
  return { names, from: [] };
}

/** Returns the names before a declaration: `A, B int`. */
function listOf(declaration = ""): readonly string[] {
  const names = /^[\p{L}_][\p{L}\p{N}_]*(?:[ \t]*,[ \t]*[\p{L}_][\p{L}\p{N}_]*)*/u.exec(declaration)?.[0];
  return names?.split(",").map((name) => name.trim()) ?? [];
}
