import type { Span } from "../../../schemas/diagnostic.ts";
import type { SourceText } from "../../text/source_text.ts";
import { columns, expandTabs } from "./display_width.ts";
import { printable, type Style } from "./style.ts";

/** The maximum number of shown characters of a line, and the minimum on a narrow terminal. */
const [MAX_WIDTH, MIN_WIDTH] = [100, 16];
/** The columns of the bar after the line number, its spaces, and the marks of a cut line. */
const MARGIN = 6;

/**
 * Formats the line of a span with carets below it, in two or three lines.
 *
 * A long line is cut around the span to fit the terminal. Tabs become spaces, and wide characters count as
 * two columns.
 */
export function codeFrame(source: SourceText, span: Span, style: Style): string {
  const { line, column } = source.position(span.start);
  const text = source.line(line);
  const offset = Math.min(column - 1, text.length);
  const length = Math.max(1, Math.min(span.end - span.start, text.length - offset));
  const gutter = String(line);
  const room = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, (style.width ?? Infinity) - gutter.length - MARGIN));
  const { from, to } = windowOn(text, offset, room);
  const before = from > 0 ? "…" : "";
  const after = to < text.length ? "…" : "";
  const shown = text.slice(from, to);
  const indent = before.length + columns(text.slice(from, offset));
  const marked = Math.max(1, columns(text.slice(offset, Math.min(offset + length, to))));
  const margin = " ".repeat(gutter.length);
  return [
    `${style.dim(` ${margin} |`)}`,
    `${style.dim(` ${gutter} |`)} ${before}${printable(expandTabs(shown))}${after}`,
    `${style.dim(` ${margin} |`)} ${" ".repeat(indent)}${style.red("^".repeat(marked))}`,
  ].join("\n");
}

/**
 * Returns the shown part of a line: the whole line if it fits, otherwise the offset with some text before it.
 */
function windowOn(
  text: string,
  offset: number,
  room: number,
): { readonly from: number; readonly to: number } {
  let from = offset > room * 0.8 ? offset - Math.floor(room * 0.4) : 0;
  if (isLowSurrogate(text, from)) from++;
  let to = Math.min(from + room, text.length);
  // Wide characters take more columns than characters, which matters on narrow terminals.
  while (to > offset + 1 && to > from + 1 && columns(text.slice(from, to)) > room) to--;
  if (isLowSurrogate(text, to)) to--;
  return { from, to };
}

function isLowSurrogate(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
