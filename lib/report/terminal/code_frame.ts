import type { Span } from "../../../schemas/diagnostic.ts";
import type { SourceText } from "../../text/source_text.ts";
import { columns, expandTabs } from "./display_width.ts";
import { printable, type Style } from "./style.ts";

/** Characters shown of a long line at most, and at least on a narrow terminal. */
const [MOST, LEAST] = [100, 16];
/** Columns of the bar behind the line's number, its blanks, and the marks where a line is cut. */
const MARGIN = 6;

/**
 * The line of a span with carets below it, as two or three lines of text.
 *
 * A long line is cut around the span, to what fits the terminal; tabs become spaces; wide characters
 * count as two columns.
 */
export function codeFrame(source: SourceText, span: Span, style: Style): string {
  const { line, column } = source.position(span.start);
  const text = source.line(line);
  const offset = Math.min(column - 1, text.length);
  const length = Math.max(1, Math.min(span.end - span.start, text.length - offset));
  const gutter = String(line);
  const room = Math.max(LEAST, Math.min(MOST, (style.width ?? Infinity) - gutter.length - MARGIN));
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

/** The part of a line that is shown: all of what fits, else the offset with some text before it. */
function windowOn(
  text: string,
  offset: number,
  room: number,
): { readonly from: number; readonly to: number } {
  let from = offset > room * 0.8 ? offset - Math.floor(room * 0.4) : 0;
  if (isLowSurrogate(text, from)) from++;
  let to = Math.min(from + room, text.length);
  // Wide characters take more room than they count, which only shows where there is little of it.
  while (to > offset + 1 && to > from + 1 && columns(text.slice(from, to)) > room) to--;
  if (isLowSurrogate(text, to)) to--;
  return { from, to };
}

function isLowSurrogate(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
