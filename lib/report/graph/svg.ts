import type { GraphResult, PlanStatus } from "../../../schemas/results/status.ts";
import { groupBy } from "../../collections/group_by.ts";
import { oneLine } from "../terminal/display_width.ts";
import { type Layout, layOut, type Segment } from "./layout.ts";
import { withoutImplied } from "../../plan/status/transitive_reduction.ts";
import { textWidth, wrapText } from "./font_width.ts";
import { count } from "../../text/count.ts";
import { escapeHtml as xml } from "../../text/escape_html.ts";

/** The measures, in pixels. */
const BOX = { width: 216, height: 72, bare: 36, gap: 18, pad: 12 };
const COLUMN = { width: BOX.width + 28, pad: 14, gap: 64 };
const STEP = COLUMN.width + COLUMN.gap;
const MARGIN = 20;
const TITLE = 38;
const LEGEND = 30;
/** The minimum width, which leaves room for the title. */
const MIN_WIDTH = 440;
/** The vertical start of the boxes. */
const TOP = MARGIN + TITLE + 36;
const HEAD = 8;
const SIZE = { title: 17, wave: 13, id: 14, text: 12 };

/** Matches a text whose first letter belongs to a right-to-left script. */
const FROM_RIGHT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

const LIGHT = `
.wf-graph{font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
.wf-graph .page{fill:#fff}
.wf-graph .wave{fill:#f3f5f8}
.wf-graph .box{fill:#fff;stroke:#aeb7c4}
.wf-graph .complete .box{fill:#e3f5e9;stroke:#2b8a4e}
.wf-graph .in-progress .box{fill:#fff7e0;stroke:#b77a00}
.wf-graph .unreadable .box{fill:#fdeaea;stroke:#c23b3b}
.wf-graph text{fill:#1b2430}
.wf-graph .soft{fill:#55606f}
.wf-graph .strong{font-weight:600}
.wf-graph .check{fill:none;stroke:#2b8a4e;stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.wf-graph .edge{fill:none;stroke:#6d7a8c;stroke-width:1.4}
.wf-graph .head{fill:#6d7a8c}
.wf-graph .shared{fill:none;stroke:#b3541e;stroke-width:1.4;stroke-dasharray:4 3}
.wf-graph .shared-head{fill:#b3541e}`;

const DARK = `
.wf-graph .page{fill:#0f141b}
.wf-graph .wave{fill:#181f29}
.wf-graph .box{fill:#212a36;stroke:#56637a}
.wf-graph .complete .box{fill:#16332a;stroke:#45b36b}
.wf-graph .in-progress .box{fill:#3a2f12;stroke:#d9a53a}
.wf-graph .unreadable .box{fill:#3d1c1f;stroke:#e06c6c}
.wf-graph text{fill:#e6ebf2}
.wf-graph .soft{fill:#a7b2c2}
.wf-graph .check{stroke:#45b36b}
.wf-graph .edge{stroke:#8794a8}
.wf-graph .head{fill:#8794a8}
.wf-graph .shared{stroke:#f0975a}
.wf-graph .shared-head{fill:#f0975a}`;

/** Draws the waves of a phase as a self-contained image that follows light and dark mode. */
export function svgGraph(graph: GraphResult): string {
  const { phase, name, waves, edges, plans } = graph;
  const boxHeight = plans.some(({ objective }) => objective !== "") ? BOX.height : BOX.bare;
  const layout = layOut({ layers: waves, edges, height: boxHeight, gap: BOX.gap });
  const shared = withoutImplied(graph.serialized);
  const width = Math.max(MIN_WIDTH, 2 * MARGIN + waves.length * STEP - COLUMN.gap);
  const bottom = TOP + layout.height + COLUMN.pad;
  const height = round(bottom + (shared.length === 0 ? 0 : LEGEND) + MARGIN);
  const prefix = `wf-graph-${phase.replace(/[^A-Za-z0-9]/g, "-")}`;
  const frame: Frame = { layout, boxHeight, prefix };
  const title = `Phase ${phase}: ${oneLine(name)}`;
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="wf-graph" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${prefix}-title ${prefix}-desc">`,
    `<title id="${prefix}-title">${xml(title)}</title>`,
    `<desc id="${prefix}-desc">${xml(description(graph))}</desc>`,
    `<style>${LIGHT}\n@media (prefers-color-scheme:dark){${DARK}\n}\n</style>`,
    `<defs>${marker(`${prefix}-head`, "head")}${marker(`${prefix}-shared`, "shared-head")}</defs>`,
    `<rect class="page" width="${width}" height="${height}" rx="10"/>`,
    titleLine(title, width - 2 * MARGIN),
    ...waves.map((_, wave) => waveBand(wave, bottom)),
    ...layout.segments.map((segment) => edgeLine(segment, prefix)),
    ...shared.map((pair) => sharedLine(pair, frame)),
    ...layout.stops.flat().flatMap(({ id, layer, y }) => {
      const plan = id === undefined ? undefined : planOf.get(id);
      return plan === undefined ? [] : [planBox(plan, boxX(layer), TOP + y - boxHeight / 2, boxHeight)];
    }),
    ...(shared.length === 0 ? [] : [legend(bottom + LEGEND / 2 + 6, prefix)]),
    "</svg>",
  ];
  return lines.map((line) => `${line}\n`).join("");
}

interface Frame {
  readonly layout: Layout;
  readonly boxHeight: number;
  /** The prefix of element names, which share the namespace of the surrounding page. */
  readonly prefix: string;
}

function description({ waves, plans, edges, serialized }: GraphResult): string {
  const complete = plans.filter(({ state }) => state === "complete").map(({ id }) => id);
  const before = groupBy(edges, ({ to }) => to);
  return [
    `${count(plans.length, "plan")} in ${count(waves.length, "wave")}.`,
    ...waves.map((ids, index) => `Wave ${index + 1}: ${ids.join(", ")}.`),
    ...[...before].map(([to, found]) => `${to} depends on ${found.map(({ from }) => from).join(", ")}.`),
    ...withoutImplied(serialized).map(([first, second]) =>
      `${second} runs after ${first}: they share files.`
    ),
    complete.length === 0 ? "No plan is complete." : `Complete: ${complete.join(", ")}.`,
  ].join(" ");
}

function titleLine(title: string, width: number): string {
  const [line = ""] = wrapText(title, { width, size: SIZE.title, lines: 1 });
  return `<text class="strong" x="${MARGIN}" y="${MARGIN + SIZE.title}" font-size="${SIZE.title}">${
    xml(line)
  }</text>`;
}

function waveBand(wave: number, bottom: number): string {
  const y = MARGIN + TITLE;
  const x = MARGIN + wave * STEP;
  return `<rect class="wave" x="${x}" y="${y}" width="${COLUMN.width}" height="${
    round(bottom - y)
  }" rx="8"/>` +
    `<text class="soft strong" x="${x + COLUMN.pad}" y="${y + 22}" font-size="${SIZE.wave}">Wave ${
      wave + 1
    }</text>`;
}

/** Draws a line between neighbouring layers; at a passing point it continues straight. */
function edgeLine({ from, to }: Segment, prefix: string): string {
  const [x1, x2] = [boxX(from.layer) + BOX.width, boxX(to.layer)];
  const [y1, y2] = [round(TOP + from.y), round(TOP + to.y)];
  const middle = (x1 + x2) / 2;
  const curve = (end: number) => `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${end},${y2}`;
  return to.id === undefined
    ? `<path class="edge" d="${curve(x2)}H${x2 + BOX.width}"/>`
    : `<path class="edge" d="${curve(x2 - HEAD)}" marker-end="url(#${prefix}-head)"/>`;
}

/** Draws a line at the left of a column, between two plans that share files. */
function sharedLine(
  [first, second]: readonly [string, string],
  { layout, boxHeight, prefix }: Frame,
): string {
  const stops = layout.stops.flat();
  const from = stops.find(({ id }) => id === first)!;
  const to = stops.find(({ id }) => id === second)!;
  const down = Math.sign(to.y - from.y);
  const y1 = round(TOP + from.y + down * boxHeight * 0.3);
  const y2 = round(TOP + to.y - down * boxHeight * 0.3);
  const x = boxX(from.layer);
  // Limited so that the line of the first column stays on the page.
  const out = round(x - 16 - Math.min(24, Math.abs(y2 - y1) / 12));
  return `<path class="shared" d="M${x},${y1}C${out},${y1} ${out},${y2} ${x - HEAD},${y2}" ` +
    `marker-end="url(#${prefix}-shared)"/>`;
}

/** Draws a plan. The nested image clips text that is too wide for the box. */
function planBox(plan: PlanStatus, x: number, y: number, height: number): string {
  const { id, state, tasks } = plan;
  const objective = oneLine(plan.objective);
  const tooltip = `${id}${objective === "" ? "" : `: ${objective}`} (${tasks.done} of ${
    count(tasks.total, "task")
  } done)`;
  const width = BOX.width - 2 * BOX.pad;
  const lines = wrapText(objective, { width, size: SIZE.text, lines: 2 });
  const start = FROM_RIGHT.test(objective) ? `x="${width}" direction="rtl"` : 'x="0"';
  const done = `${tasks.done}/${tasks.total}`;
  const checkX = width - textWidth(done, SIZE.text) - 18;
  return [
    `<g class="${state}"><title>${xml(tooltip)}</title>`,
    `<rect class="box" x="${x}" y="${round(y)}" width="${BOX.width}" height="${height}" rx="7"/>`,
    `<svg x="${x + BOX.pad}" y="${round(y)}" width="${width}" height="${height}">`,
    `<text class="strong" y="23" font-size="${SIZE.id}">${xml(id)}</text>`,
    `<text class="soft" x="${width}" y="23" font-size="${SIZE.text}" text-anchor="end">${done}</text>`,
    state === "complete" ? `<path class="check" d="M${round(checkX)},18l4,4 7,-8"/>` : "",
    ...lines.map((line, index) =>
      `<text class="soft" ${start} y="${43 + 16 * index}" font-size="${SIZE.text}">${xml(line)}</text>`
    ),
    "</svg></g>",
  ].join("");
}

function legend(y: number, prefix: string): string {
  return `<path class="shared" d="M${MARGIN},${round(y - 4)}h32" marker-end="url(#${prefix}-shared)"/>` +
    `<text class="soft" x="${MARGIN + 48}" y="${round(y)}" font-size="${SIZE.text}">` +
    "share files: one runs after the other</text>";
}

/** Defines an arrow head whose tip is {@link HEAD} beyond the end of its line. */
function marker(id: string, name: string): string {
  return `<marker id="${id}" viewBox="0 0 8 8" refX="0" refY="4" markerWidth="${HEAD}" markerHeight="${HEAD}" ` +
    `markerUnits="userSpaceOnUse" orient="auto"><path class="${name}" d="M0,0L8,4L0,8z"/></marker>`;
}

/** Returns the left edge of the boxes of a layer. */
function boxX(layer: number): number {
  return MARGIN + layer * STEP + COLUMN.pad;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}
