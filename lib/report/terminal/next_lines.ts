import { visibleText } from "../../text/terminal_text.ts";
import type { Style } from "./style.ts";

/** Formats the next commands in lines, below an empty one; no lines without commands. */
export function nextLines(next: readonly string[], style: Style): readonly string[] {
  if (next.length === 0) return [];
  return ["", style.bold("Next:"), ...next.map((command) => `  ${style.cyan(visibleText(command))}`)];
}
