import { nextLines } from "./next_lines.ts";
import type { Style } from "./style.ts";
import { wrapLines } from "./wrap_words.ts";

/**
 * Joins the lines of a report, which break between words at a terminal, and the next commands, which stay whole.
 *
 * @param todo What to do before the first of them.
 */
export function reportText(
  lines: readonly string[],
  next: readonly string[],
  style: Style,
  todo?: string,
): string {
  return [...wrapLines(lines, style), ...nextLines(next, style, todo)].map((line) => `${line}\n`).join("");
}
