import { nextLines } from "./next_lines.ts";
import type { Style } from "./style.ts";
import { wrapLines } from "./wrap_words.ts";

/** Joins the lines of a report, which break between words at a terminal, and the next commands, which stay whole. */
export function reportText(lines: readonly string[], next: readonly string[], style: Style): string {
  return [...wrapLines(lines, style), ...nextLines(next, style)].map((line) => `${line}\n`).join("");
}
