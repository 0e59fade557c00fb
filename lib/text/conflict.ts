import type { Span } from "../../schemas/diagnostic.ts";

/** Returns the first line of a conflict that git left in a text; undefined if there is none. */
export function conflictIn(text: string): Span | undefined {
  const start = /^<{7}(?=[ \r\n])/m.exec(text)?.index;
  if (start === undefined || !/^={7}\r?$/m.test(text.slice(start))) return undefined;
  return { start, end: start + /^.*/.exec(text.slice(start))![0].trimEnd().length };
}
