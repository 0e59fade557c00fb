/**
 * What commands print, without what differs from run to run.
 * @module
 */

/** What has another value in each run, and how it is written instead. */
const VARYING: readonly (readonly [RegExp, string])[] = [
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

/** Whether a command printed what a document shows, but for commits, times and what is left out. */
export function showsTruly(shown: string, printed: string): boolean {
  const lines = plain(shown).split("\n");
  const pattern = lines.map((line) => line === LEFT_OUT ? "(?:[^\\n]*\\n)*?" : `${RegExp.escape(line)}\n`);
  return new RegExp(`^${pattern.join("")}$`).test(`${plain(printed)}\n`);
}

function plain(text: string): string {
  return VARYING.reduce((result, [pattern, word]) => result.replace(pattern, word), text.trimEnd());
}
