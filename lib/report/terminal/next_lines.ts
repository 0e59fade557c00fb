import { visibleText } from "../../text/terminal_text.ts";
import type { Style } from "./style.ts";
import { wrapLines } from "./wrap_words.ts";

/** Formats what to do before the next commands, so that it is not taken for one of them. */
export function todoText(todo: string): string {
  return `First ${visibleText(todo)}`;
}

/**
 * Formats the next commands in lines, below an empty one; no lines without commands.
 *
 * @param todo What to do before the first.
 */
export function nextLines(next: readonly string[], style: Style, todo?: string): readonly string[] {
  if (next.length === 0) return [];
  const first = todo === undefined ? [] : wrapLines([`  ${todoText(todo)}`], style);
  return [
    "",
    style.bold("Next:"),
    ...first,
    ...next.map((command) => `  ${style.cyan(visibleText(command))}`),
  ];
}
