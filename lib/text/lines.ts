/**
 * Changes the lines of a text and keeps their endings, CRLF or LF.
 *
 * @param change Returns as many lines as it receives, without their endings.
 */
export function editLines(text: string, change: (lines: readonly string[]) => readonly string[]): string {
  const raw = text.split("\n");
  const lines = raw.map((line) => line.endsWith("\r") ? line.slice(0, -1) : line);
  const changed = change(lines);
  return raw.map((line, index) => changed[index]! + line.slice(lines[index]!.length)).join("\n");
}

/**
 * Returns the lines, by index from 0, inside `<details>`. Roadmaps fold shipped milestones there, and their
 * phases may have the same numbers as current phases. An element that is never closed folds no lines.
 */
export function foldedLines(lines: readonly string[]): ReadonlySet<number> {
  const open: number[] = [];
  const begins = new Map<number, number>();
  const ends = new Map<number, number>();
  const count = (counts: Map<number, number>, line: number) => counts.set(line, (counts.get(line) ?? 0) + 1);
  for (const [index, line] of lines.entries()) {
    if (!line.includes("<")) continue;
    for (const [, slash] of line.matchAll(/<(\/?)details\b/gi)) {
      if (slash === "") open.push(index);
      else if (open.length > 0) {
        count(begins, open.pop()!);
        count(ends, index);
      }
    }
  }
  const folded = new Set<number>();
  let depth = 0;
  for (let index = 0; index < lines.length; index++) {
    depth += begins.get(index) ?? 0;
    if (depth > 0) folded.add(index);
    depth -= ends.get(index) ?? 0;
  }
  return folded;
}

/** Returns the number of spaces and tabs that a line begins with. */
export function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)![0].length;
}
