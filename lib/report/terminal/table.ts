import { columns } from "./display_width.ts";

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
