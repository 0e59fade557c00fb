import type { Span } from "../../schemas/diagnostic.ts";
import type { SourceText } from "../source.ts";
import { columns, expandTabs } from "./columns.ts";
import { printable, type Style } from "./style.ts";

/** Columns shown of a long line. */
const WIDTH = 100;

/**
 * The line of a span with carets below it, as two or three lines of text.
 *
 * A long line is cut around the span; tabs become spaces; wide characters count as two columns.
 */
export function codeFrame(source: SourceText, span: Span, style: Style): string {
  const { line, column } = source.position(span.start);
  const text = source.line(line);
  const offset = Math.min(column - 1, text.length);
  const length = Math.max(1, Math.min(span.end - span.start, text.length - offset));
  const from = offset > WIDTH - 20 ? offset - 40 : 0;
  const shown = text.slice(from, from + WIDTH);
  const before = from > 0 ? "…" : "";
  const after = from + WIDTH < text.length ? "…" : "";
  const indent = before.length + columns(text.slice(from, offset));
  const marked = Math.max(1, columns(text.slice(offset, Math.min(offset + length, from + WIDTH))));
  const gutter = String(line);
  const margin = " ".repeat(gutter.length);
  return [
    `${style.dim(` ${margin} |`)}`,
    `${style.dim(` ${gutter} |`)} ${before}${printable(expandTabs(shown))}${after}`,
    `${style.dim(` ${margin} |`)} ${" ".repeat(indent)}${style.red("^".repeat(marked))}`,
  ].join("\n");
}
