/**
 * The table that the benchmark prints.
 * @module
 */
import type { ShownTable } from "./document.ts";
import { ratio, type Sample, typical } from "./measure.ts";

/** Two candidates that were measured in turns. */
export interface Measured {
  readonly kind: "measured";
  /** The measured program and job. */
  readonly what: string;
  readonly ours: Sample;
  /** The candidate it is compared with. */
  readonly against: string;
  readonly theirs: Sample;
  /** The maximum ratio, if there is a goal. */
  readonly goal?: number;
}

/** A row of the table: a measurement, or the reason why there is none. */
export type Row =
  | Measured
  | { readonly kind: "missing"; readonly what: string; readonly against: string; readonly why: string };

/** The tables that were printed, in order. */
export const printed: ShownTable[] = [];

const HEADINGS = ["ours", "ms", "against", "ms", "ratio", "goal"];

/** Prints a part of the table, with a line that explains its numbers; without rows, only that. */
export function printTable(title: string, how: string, rows: readonly Row[]): void {
  const cells = rows.length === 0 ? [] : [HEADINGS, ...rows.map(cellsOf)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row.map((cell, column) => align(cell, widths[column]!, column)).join("  ")
  );
  const text = `\n${title}\n${how}\n\n${lines.map((line) => `  ${line.trimEnd()}\n`).join("")}`;
  printed.push({ title, text, rows });
  write(text);
}

/** Writes to standard output. */
export function write(text: string): void {
  const bytes = new TextEncoder().encode(text);
  for (let written = 0; written < bytes.length;) written += Deno.stdout.writeSync(bytes.subarray(written));
}

/** Shows progress on standard error. */
export function progress(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${text} …\n`));
}

function cellsOf(row: Row): readonly string[] {
  if (row.kind === "missing") return [row.what, "", row.against, "", "–", row.why];
  const { what, against, ours, theirs, goal } = row;
  const times = ratio(ours, theirs);
  const wanted = goal === undefined ? "" : `${goal.toFixed(1)}x ${times <= goal ? "met" : "missed"}`;
  return [what, milliseconds(ours), against, milliseconds(theirs), `${times.toFixed(2)}x`, wanted];
}

function milliseconds(sample: Sample): string {
  const time = typical(sample);
  return time.toFixed(time < 10 ? 2 : 0);
}

function align(cell: string, width: number, column: number): string {
  return HEADINGS[column] === "ms" || HEADINGS[column] === "ratio"
    ? cell.padStart(width)
    : cell.padEnd(width);
}
