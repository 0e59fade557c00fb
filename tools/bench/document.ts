/**
 * The tables of the benchmark in the documentation, and a chart of them.
 * @module
 */
import { ratio } from "./measure.ts";
import type { Measured, Row } from "./table.ts";

/** A part of the benchmark that is shown in the documentation. */
export interface ShownTable {
  readonly title: string;
  /** The table as text. */
  readonly text: string;
  readonly rows: readonly Row[];
}

const END = "<!-- end -->";
const LINE = 22;
const LEFT = 420;
const WIDTH = 900;

/** The tables of a part, and the machine that they were measured on. */
export interface MeasuredPart {
  readonly tables: readonly ShownTable[];
  readonly machine: {
    /** The numbers of programs that waited for a processor, at the beginning and at the end. */
    readonly loads: readonly number[];
    readonly processors: number;
  };
}

/** Returns a page with the tables of a part of the benchmark between its marks. */
export function withTables(
  page: string,
  part: "reading" | "runs",
  { tables, machine: { loads, processors } }: MeasuredPart,
): string {
  const mark = `<!-- begin: deno task bench --${part} --write -->`;
  const begin = page.indexOf(mark);
  const end = page.indexOf(END, begin);
  if (begin === -1 || end === -1) {
    throw new Error(`Cannot write the tables: "${mark}" or "${END}" is missing`);
  }
  const text = tables.map((table) => `\`\`\`text\n${table.text.trim()}\n\`\`\`\n`).join("\n");
  const load = loads.map((load) => load.toFixed(1)).join(" at the beginning, ");
  const machine = `Load of the machine with ${processors} processors: ${load} at the end.\n`;
  return `${page.slice(0, begin + mark.length)}\n\n${machine}\n${text}\n${page.slice(end)}`;
}

/** Draws the ratios of all tables as bars, with a line at 1, where both programs take the same time. */
export function chartOf(tables: readonly ShownTable[]): string {
  const rows = tables.flatMap(({ rows }) => rows).filter((row): row is Measured => row.kind === "measured");
  const ratios = rows.map(({ ours, theirs }) => ratio(ours, theirs));
  const scale = (WIDTH - LEFT - 70) / Math.max(1, ...ratios);
  const height = (rows.length + 1) * LINE;
  const bars = rows.map(({ what, against }, index) => {
    const [value, y] = [ratios[index]!, index * LINE];
    const label = escaped(`${what} / ${against}`);
    return `<text x="${LEFT - 8}" y="${y + 15}" text-anchor="end">${label}</text>` +
      `<rect x="${LEFT}" y="${y + 4}" width="${(value * scale).toFixed(1)}" height="14" fill="#4a7"/>` +
      `<text x="${(LEFT + value * scale + 6).toFixed(1)}" y="${y + 15}">${value.toFixed(2)}</text>`;
  });
  const one = (LEFT + scale).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">
<title>Durations of wf as ratios</title>
<rect width="100%" height="100%" fill="#fff"/>
${bars.join("\n")}
<line x1="${one}" y1="0" x2="${one}" y2="${height - LINE}" stroke="#a33" stroke-dasharray="4 3"/>
<text x="${one}" y="${height - 6}" text-anchor="middle">1</text>
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
