import { visibleOutput } from "../../text/terminal_text.ts";
import type { Style } from "../terminal/style.ts";
import { count } from "../../text/count.ts";

/** The maximum number of shown lines of a program's output. */
const MAX_LINES = 30;
/** The maximum number of shown characters of a line of output. */
const MAX_LINE_LENGTH = 2000;

/** Returns the end of a program's output, indented and marked as quoted. */
export function quotedOutput(output: string, style: Style): string[] {
  const lines = visibleOutput(output.trimEnd()).split("\n");
  const shown = lines.slice(-MAX_LINES).map(shortened);
  const before = lines.slice(0, -MAX_LINES);
  const all = before.length > 0 ? [`… ${omittedText(before)}`, ...shown] : shown;
  return output.trim() === "" ? [] : all.map((line) => style.dim(`    │ ${line}`));
}

/** Describes the lines before the shown ones: their number, and how many characters were not kept. */
function omittedText(lines: readonly string[]): string {
  const lost = lines.flatMap((line) => /^\[… ([\d,]+ characters left out[^…]*) …\]$/.exec(line)?.[1] ?? []);
  return [`${count(lines.length - lost.length, "line")} before`, ...lost].join(", ");
}

/** Cuts the middle out of a long line. */
function shortened(line: string): string {
  const left = line.length - MAX_LINE_LENGTH;
  if (left <= 0) return line;
  const half = MAX_LINE_LENGTH / 2;
  const ends = [line.slice(0, half), line.slice(-half)];
  return ends.join(` [… ${left.toLocaleString("en")} characters …] `).toWellFormed();
}
