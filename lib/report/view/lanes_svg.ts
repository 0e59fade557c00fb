import { oneLine } from "../terminal/display_width.ts";
import { durationText } from "../terminal/duration.ts";
import { wrapText } from "../graph/font_width.ts";
import { escapeHtml as xml } from "../../text/escape_html.ts";
import type { Lane, LaneBar, LaneMark, RunLanes } from "./run_lanes.ts";
import { timeTicks } from "./time_ticks.ts";
import { count } from "../../text/count.ts";

/** The measures, in pixels. */
const WIDTH = 960;
const MARGIN = 20;
const LABEL = 260;
const TRACK = WIDTH - 2 * MARGIN - LABEL - 16;
const LEFT = MARGIN + LABEL;
const BAR = 16;
const LANE = { height: 26, gap: 6 };
const HEAD = { title: 30, axis: 24, wave: 30 };

const LIGHT = `
.wf-lanes{font-family:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Arial,sans-serif}
.wf-lanes .page{fill:#fff}
.wf-lanes .track{fill:#f1f3f6}
.wf-lanes .grid{stroke:#d9dee5}
.wf-lanes text{fill:#1b2430}
.wf-lanes .soft{fill:#55606f}
.wf-lanes .strong{font-weight:600}
.wf-lanes .turn{fill:#7fa3cc}
.wf-lanes .again{fill:#dba652}
.wf-lanes .wait{fill:none;stroke:#a66f00;stroke-dasharray:3 3}
.wf-lanes .critical .track{stroke:#7d5bb5;stroke-width:1.5}
.wf-lanes .passed{stroke:#217a45;stroke-width:2}
.wf-lanes .failed,.wf-lanes .refused{stroke:#b5332b;stroke-width:2}
.wf-lanes .commit{fill:#1b2430}
.wf-lanes .replay{stroke:#7d5bb5;stroke-width:2}`;

const DARK = `
.wf-lanes .page{fill:#12161c}
.wf-lanes .track{fill:#1c222b}
.wf-lanes .grid{stroke:#2d3540}
.wf-lanes text,.wf-lanes .commit{fill:#e6ebf2}
.wf-lanes .soft{fill:#a7b2c2}
.wf-lanes .turn{fill:#4a78ac}
.wf-lanes .again{fill:#b07d2b}
.wf-lanes .wait{stroke:#e0ad4e}
.wf-lanes .critical .track{stroke:#a78bdb}
.wf-lanes .passed{stroke:#5cc487}
.wf-lanes .failed,.wf-lanes .refused{stroke:#f08178}
.wf-lanes .replay{stroke:#a78bdb}`;

/** Draws the lanes of a run as a self-contained image that follows light and dark mode. */
export function lanesSvg(run: RunLanes): string {
  const end = Math.max(run.elapsed, 1);
  const x = (at: number) => round(LEFT + Math.min(1, at / end) * TRACK);
  const parts: string[] = [];
  let y = MARGIN + HEAD.title + HEAD.axis;
  for (const { wave, parallel, lanes } of run.waves) {
    const how = parallel && lanes.length > 1 ? `Wave ${wave}, at the same time` : `Wave ${wave}`;
    parts.push(label(how, { x: MARGIN, y: y + 18, size: 12, className: "soft strong" }));
    y += HEAD.wave;
    for (const lane of lanes) {
      parts.push(...drawLane(lane, { y, x, end: run.elapsed, critical: run.critical.includes(lane.plan) }));
      y += laneHeight(lane) + LANE.gap;
    }
  }
  const height = y + MARGIN;
  const title = run.phase === undefined ? "Run" : `Phase ${run.phase.number}: ${oneLine(run.phase.name)}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="wf-lanes" width="${WIDTH}" height="${height}" ` +
    `viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="wf-lanes-title wf-lanes-desc">`,
    `<title id="wf-lanes-title">${xml(title)}</title>`,
    `<desc id="wf-lanes-desc">${xml(description(run))}</desc>`,
    `<style>${LIGHT}\n@media (prefers-color-scheme:dark){${DARK}\n}\n</style>`,
    `<rect class="page" width="${WIDTH}" height="${height}" rx="10"/>`,
    label(title, { x: MARGIN, y: MARGIN + 16, size: 17, className: "strong", width: WIDTH - 2 * MARGIN }),
    ...timeTicks(run.elapsed).flatMap(({ at, label: text }) => [
      `<line class="grid" x1="${x(at)}" x2="${x(at)}" y1="${MARGIN + HEAD.title + 18}" y2="${
        height - MARGIN
      }"/>`,
      label(text, { x: x(at), y: MARGIN + HEAD.title + 12, size: 11, className: "soft", anchor: "middle" }),
    ]),
    ...parts,
    "</svg>",
  ].map((line) => `${line}\n`).join("");
}

/** Describes the lanes in words. */
function description({ waves, critical, milliseconds, commits }: RunLanes): string {
  const lanes = waves.flatMap((wave) => wave.lanes);
  return [
    `${count(lanes.length, "plan")} in ${count(waves.length, "wave")}, ${count(commits, "commit")} in ${
      durationText(milliseconds)
    }.`,
    ...lanes.map(({ plan, state, done, total }) => `${plan}: ${state}, ${done} of ${count(total, "task")}.`),
    ...critical.length === 0 ? [] : [`Critical path: ${critical.join(", ")}.`],
  ].join(" ");
}

interface LanePlace {
  readonly y: number;
  readonly x: (at: number) => number;
  readonly end: number;
  readonly critical: boolean;
}

function drawLane(lane: Lane, { y, x, end, critical }: LanePlace): readonly string[] {
  const height = laneHeight(lane);
  const middle = y + LANE.height / 2 + 4;
  return [
    `<g${critical ? ' class="critical"' : ""}>`,
    `<rect class="track" x="${LEFT}" y="${y}" width="${TRACK}" height="${height}" rx="4"/>`,
    label(lane.plan, { x: MARGIN, y: middle, size: 13, className: "strong" }),
    label(lane.objective, { x: MARGIN + 62, y: middle, size: 12, className: "soft", width: LABEL - 76 }),
    ...lane.bars.map((bar) => drawBar(bar, y, x, end)),
    ...lane.marks.map((mark) => drawMark(mark, { top: y, bottom: y + height }, x)),
    "</g>",
  ];
}

function drawBar({ kind, attempt, row, from, to, name }: LaneBar, y: number, x: LanePlace["x"], end: number) {
  const className = kind === "wait" ? "wait" : attempt > 1 ? "again" : "turn";
  const width = Math.max(1.5, round(x(to ?? end) - x(from)));
  const top = y + (LANE.height - BAR) / 2 + row * (BAR + 4);
  return `<rect class="${className}" x="${x(from)}" y="${top}" width="${width}" height="${BAR}" rx="3">` +
    `<title>${xml(name)}</title></rect>`;
}

function drawMark(
  { kind, at, text }: LaneMark,
  { top, bottom }: { readonly top: number; readonly bottom: number },
  x: LanePlace["x"],
): string {
  const title = `<title>${xml(text)}</title>`;
  const [left, middle] = [x(at), (top + bottom) / 2];
  if (kind === "commit") {
    const path = `M${left} ${middle - 5}l5 5-5 5-5-5z`;
    return `<path class="commit" d="${path}">${title}</path>`;
  }
  const [from, to] = kind === "replay" ? [top, bottom] : [top + 1, top + 7];
  return `<line class="${kind}" x1="${left}" x2="${left}" y1="${from}" y2="${to}">${title}</line>`;
}

function laneHeight({ bars }: Lane): number {
  const rows = Math.max(1, ...bars.map(({ row }) => row + 1));
  return LANE.height + (rows - 1) * (BAR + 4);
}

interface Label {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly className: string;
  readonly width?: number;
  readonly anchor?: "middle";
}

function label(text: string, { x, y, size, className, width, anchor }: Label): string {
  const [line = ""] = width === undefined ? [text] : wrapText(oneLine(text), { width, size, lines: 1 });
  const place = anchor === undefined ? "" : ` text-anchor="${anchor}"`;
  return `<text class="${className}" x="${x}" y="${y}" font-size="${size}"${place}>${xml(line)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
