/**
 * Returns a range of lines of a text.
 *
 * @param first Number of the first line, from 1.
 * @param count Number of lines; all when omitted.
 */
export function lineRange(text: string, first = 1, count?: number): string {
  const lines = text.split(/(?<=\n)/);
  const start = Math.max(0, first - 1);
  return lines.slice(start, count === undefined ? undefined : start + count).join("");
}
