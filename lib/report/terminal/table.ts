import { columns, cutColumns } from "./display_width.ts";

/**
 * Rows as lines whose columns begin below one another; the last column is as long as it is.
 *
 * @param rows Cells without line breaks; marks for the terminal count as no width.
 */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, width(cell));
  }
  return rows.map((row) => {
    const cells = row.map((cell, index) => cell + " ".repeat(widths[index]! - width(cell)));
    return `${cells.join("  ").trimEnd()}\n`;
  }).join("");
}

function width(cell: string): number {
  // deno-lint-ignore no-control-regex -- marks of the terminal have no width
  return columns(cell.replace(/\x1b\[[0-9;]*m/g, ""));
}

/** A cell of a table. */
export interface Cell {
  /** What it says, on one line. */
  readonly text: string;
  /** Marks the text for a terminal. */
  readonly mark?: (text: string) => string;
}

/** How a column stands; one that `fill`s takes what the others leave, and is cut there. */
export type Align = "left" | "right" | "fill";

/** How a table is laid out. */
export interface TableLayout {
  /** The columns. */
  readonly align: readonly Align[];
  /** Most columns of the screen that a row takes. */
  readonly width: number;
}

/** Rows as lines whose columns stand below one another, wide characters counted right. */
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
  const blanks = " ".repeat(width - columns(cut));
  const marked = mark === undefined ? cut : mark(cut);
  return align === "right" ? blanks + marked : marked + blanks;
}
