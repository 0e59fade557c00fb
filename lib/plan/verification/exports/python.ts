import { blankSource, PYTHON_QUOTED } from "./blank_comments.ts";
import type { ExportedNames } from "./types.ts";

const DEFINITION = /^(?:async[ \t]+)?(?:def|class)[ \t]+([\p{L}_][\p{L}\p{N}_]*)/u;
const BLOCK = /^(?:if|elif|else|try|except|finally|with|for|while|match|case)\b/;

/**
 * Returns the names that a Python module defines or imports at the top level, also inside `if` and `try`, and
 * the names in `__all__`. All of them can be imported from elsewhere.
 */
export function pythonExports(text: string): ExportedNames {
  const names = new Set<string>(listedInAll(text));
  let more: string | undefined;
  // The enclosing blocks. Names in them stay at the top level, except in the body of a definition.
  const blocks: { readonly indent: number; readonly top: boolean }[] = [];
  for (const line of logicalLines(blankSource(text, PYTHON_QUOTED))) {
    const indent = line.length - line.trimStart().length;
    const code = line.trim();
    while (blocks.length > 0 && blocks.at(-1)!.indent >= indent) blocks.pop();
    const top = indent === 0 || blocks.at(-1)?.top === true;
    if (/:\s*$/.test(code)) blocks.push({ indent, top: top && BLOCK.test(code) });
    if (!top) continue;
    if (/^from\b.*\bimport[ \t]*\(?[ \t]*\*/.test(code)) more = "it imports everything from another module";
    for (const name of namesOf(code)) names.add(name);
  }
  return more === undefined ? { names, from: [] } : { names, from: [], more };
}

/** Joins lines inside brackets to the line that opens them. */
function logicalLines(code: string): readonly string[] {
  const lines: string[] = [];
  let open = 0;
  for (const line of code.split("\n")) {
    if (line.trim() === "" && open === 0) continue;
    if (open > 0) lines[lines.length - 1] += ` ${line.trim()}`;
    else lines.push(line.trimEnd());
    for (const character of line) {
      if ("([{".includes(character)) open++;
      else if (")]}".includes(character)) open = Math.max(0, open - 1);
    }
  }
  return lines;
}

/** Returns the names that a line defines. */
function namesOf(code: string): readonly string[] {
  const definition = DEFINITION.exec(code)?.[1];
  if (definition !== undefined) return [definition];
  const imported = /^(?:from\b.*?\bimport|import)\b(.*)$/.exec(code)?.[1];
  if (imported !== undefined) {
    return imported.replace(/[()]/g, " ").split(",").map((part) => part.trim().split(/\s+as\s+/))
      .map((parts) => parts.at(-1)!.split(".")[0]!.trim()).filter((name) => /^[\p{L}_]/u.test(name));
  }
  const assigned = /^([\p{L}_][\p{L}\p{N}_, \t]*?)[ \t]*(?::[^=]*)?=(?!=)/u.exec(code)?.[1];
  return assigned?.split(",").map((name) => name.trim()).filter(Boolean) ?? [];
}

/** Returns the strings of `__all__ = [ … ]`. */
function listedInAll(text: string): readonly string[] {
  const list = /^__all__[^=\n]*=[ \t]*[[(]([^\])]*)[\])]/m.exec(text)?.[1] ?? "";
  return [...list.replace(/#[^\n]*/g, "").matchAll(/["']([^"'\n]+)["']/g)].map(([, name]) => name!);
}
