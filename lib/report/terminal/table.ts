import { columns, cutColumns, styledColumns } from "./display_width.ts";
import type { Style } from "./style.ts";
import { wrapWords } from "./wrap_words.ts";

/**
 * Formats rows as lines with aligned columns; the last column is not padded.
 *
 * @param rows Cells without line breaks; escape sequences have no width.
 */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, styledColumns(cell));
    }
  }
  return rows.map((row) => {
    const cells = row.map((cell, index) => cell + " ".repeat(widths[index]! - styledColumns(cell)));
    return `${cells.join("  ").trimEnd()}\n`;
  }).join("");
}

/**
 * Formats rows like {@link tableText}. At a terminal, the last column continues in rows of its own.
 *
 * @param rows Rows of the same length.
 */
export function wrappedTable(
  rows: readonly (readonly string[])[],
  { width }: Pick<Style, "width">,
): string {
  // The bar shows where the last column begins.
  const starts = tableText(rows.map((row) => [...row.slice(0, -1), "|"])).trimEnd().split("\n");
  return rows.map((row, index) => {
    const start = starts[index]!.slice(0, -1);
    const column = styledColumns(start);
    const text = wrapWords(row.at(-1)!, { width, first: column, indent: column });
    return `${(start + text).trimEnd()}\n`;
  }).join("");
}

export interface Cell {
  /** The text, on one line. */
  readonly text: string;
  readonly mark?: (text: string) => string;
}

/** The alignment of a column. A `fill` column takes the remaining width and is cut to it. */
export type Align = "left" | "right" | "fill";

export interface TableLayout {
  /** The columns. */
  readonly align: readonly Align[];
  /** The maximum width of a row. */
  readonly width: number;
}

/** Formats rows as lines with aligned columns, also with wide characters. */
export function fittedTable(rows: readonly (readonly Cell[])[], { align, width }: TableLayout): string[] {
  const widths = align.map((_, index) =>
    rows.reduce((most, row) => Math.max(most, columns(row[index]!.text)), 0)
  );
  const fixed = widths.filter((_, index) => align[index] !== "fill").reduce((sum, one) => sum + one, 0);
  const left = Math.max(1, width - fixed - 2 * (align.length - 1));
  const fitted = widths.map((one, index) => align[index] === "fill" ? Math.min(one, left) : one);
  return rows.map((row) => {
    const cells = row.map((cell, index) => cellText(cell, align[index]!, fitted[index]!));
    return cells.join("  ").trimEnd();
  });
}

function cellText({ text, mark }: Cell, align: Align, width: number): string {
  if (text === "") return " ".repeat(width);
  const cut = cutColumns(text, width);
  const padding = " ".repeat(width - columns(cut));
  const marked = mark === undefined ? cut : mark(cut);
  return align === "right" ? padding + marked : marked + padding;
}
