import type { Span } from "../../schemas/diagnostic.ts";

/** A line around a conflict as git writes it: `<<<<<<< HEAD`, `>>>>>>> 1a2b3c4 (feat: form)`. */
const MARKER = /^\uFEFF?(?:<{7}|>{7}) (?:\S+(?: \(.*\))?|Updated upstream|Stashed changes)\r?$/m;
/** A line that may be text, and counts only before a separator. */
const UNSURE = /^<{7}(?=[ \r\n])/m;

/** Returns the first line of a conflict that git left in a text; undefined if there is none. */
export function conflictIn(text: string): Span | undefined {
  // Most texts have neither. A search takes a fraction of the time of a pattern, and one for up to six characters a
  // fraction of that for seven.
  if (!text.includes("<<<<<<") && !text.includes(">>>>>>")) return undefined;
  const start = (MARKER.exec(text) ?? beforeSeparator(text))?.index;
  if (start === undefined) return undefined;
  return { start, end: start + /^.*/.exec(text.slice(start))![0].trimEnd().length };
}

function beforeSeparator(text: string): RegExpExecArray | undefined {
  const found = UNSURE.exec(text);
  return found !== null && /^={7}\r?$/m.test(text.slice(found.index)) ? found : undefined;
}
