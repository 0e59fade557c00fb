/**
 * What commands print, without what differs from run to run.
 * @module
 */

/** Patterns of values that differ in each run, and their replacements. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\b20\d{6}-\d{6}(?:-\d+)?\b/g, "<run>"],
  [/\b20\d\d-\d\d-\d\d(?:T[\d:.]+Z?)?/g, "<date>"],
  [/\b\d+(?:\.\d+)? (?:ms|s|min|h)\b(?: \d+ (?:s|min)\b)?/g, "<time>"],
  [/\+\d+\.\d{3}s\b/g, "+<time>"],
  [/\bprocess \d+/g, "process <id>"],
  [/(?<![\w])[0-9a-f]{40}(?![\w])/g, "<commit>"],
  [/(?<![\w])[0-9a-f]{7,8}(?![\w])/g, "<id>"],
  [/[ \t]+$/gm, ""],
];

/** The line that stands for lines that are left out. */
export const LEFT_OUT = "…";

/**
 * Returns true when the output of a command is that of the document, except for commits, times and omitted
 * lines.
 */
export function showsTruly(shown: string, printed: string): boolean {
  const lines = plain(shown).split("\n");
  const pattern = lines.map((line) => line === LEFT_OUT ? "(?:[^\\n]*\\n)*?" : `${RegExp.escape(line)}\n`);
  return new RegExp(`^${pattern.join("")}$`).test(`${plain(printed)}\n`);
}

function plain(text: string): string {
  return VARYING.reduce((result, [pattern, word]) => result.replace(pattern, word), text.trimEnd());
}
