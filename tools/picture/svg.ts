/**
 * Draws recordings of terminals as SVG: each distinct line once, then the lines of each frame.
 * @module
 */

/** A run of characters with the same style. */
export interface Span {
  readonly text: string;
  /** A color of the terminal's palette, or `plain` for the default. */
  readonly color: "red" | "green" | "yellow" | "cyan" | "plain";
  readonly bold: boolean;
  readonly dim: boolean;
  /** Its first column, from 0. */
  readonly column: number;
}

/** The content of a terminal, line by line. */
export type Screen = readonly (readonly Span[])[];

/** The content of a terminal from a moment on. */
export interface Frame {
  /** Seconds since the recording began. */
  readonly at: number;
  readonly screen: Screen;
}

/** A recording and its display options. */
export interface Recording {
  /** The frames, in order; the first is at 0. */
  readonly frames: readonly Frame[];
  /** Duration of the last frame, in seconds. */
  readonly hold: number;
  readonly columns: number;
  readonly rows: number;
  /** Description for screen readers. */
  readonly title: string;
}

const COLOURS = { red: "#f47067", green: "#6bc46d", yellow: "#daaa3f", cyan: "#56d4dd", plain: "#cdd9e5" };
const SIZE = 13;
const LINE = 18;
/** Width of a character. The listed fonts are close to it, and `textLength` enforces it. */
const WIDTH = 7.83;
const EDGE = 16;
const BAR = 30;

/**
 * Draws a recording. It plays in a loop; with reduced motion, only the last frame is shown.
 *
 * @returns The text of an SVG file.
 */
export function recordingSvg(recording: Recording): string {
  const { frames, hold, columns, rows, title } = recording;
  const lines = new Map<string, string>();
  const nameOf = (drawn: string) => {
    if (!lines.has(drawn)) lines.set(drawn, `l${lines.size.toString(36)}`);
    return lines.get(drawn)!;
  };
  const length = (frames.at(-1)?.at ?? 0) + hold;
  const drawn = frames.map(({ at, screen }, index) => {
    const uses = screen.map(lineText).map((line, row) =>
      line === "" ? "" : `<use href="#${nameOf(line)}" y="${row * LINE}"/>`
    );
    const until = frames[index + 1]?.at ?? length;
    return { id: `f${index}`, from: at / length, until: until / length, uses: uses.join("") };
  });
  const width = Math.ceil(columns * WIDTH + 2 * EDGE);
  const height = Math.ceil(rows * LINE + EDGE + BAR);
  const definitions = [...lines].map(([line, name]) => `<text id="${name}">${line}</text>`).join("\n");
  const last = drawn.length - 1;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${
    escaped(title)
  }">
<title>${escaped(title)}</title>
<style>
text { font: ${SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: ${COLOURS.plain}; white-space: pre }
${["red", "green", "yellow", "cyan"].map((name) => `.${name} { fill: ${COLOURS[name as "red"]} }`).join("\n")}
.bold { font-weight: 700 }
.dim { opacity: .6 }
.frame { visibility: hidden }
#f${last} { visibility: visible }
@media (prefers-reduced-motion: no-preference) {
#f${last} { visibility: hidden }
${drawn.map(animation(length)).join("\n")}
}
</style>
<rect width="100%" height="100%" rx="8" fill="#1c2128"/>
<circle cx="20" cy="16" r="5" fill="#f47067"/><circle cx="38" cy="16" r="5" fill="#daaa3f"/><circle cx="56" cy="16" r="5" fill="#6bc46d"/>
<defs>
${definitions}
</defs>
<g transform="translate(${EDGE} ${BAR + SIZE})">
${drawn.map(({ id, uses }) => `<g id="${id}" class="frame">${uses}</g>`).join("\n")}
</g>
</svg>
`;
}

/** Returns the CSS rules that show each frame at its time. */
function animation(length: number) {
  return ({ id, from, until }: { readonly id: string; readonly from: number; readonly until: number }) => {
    const percent = (part: number) => `${(part * 100).toFixed(2)}%`;
    const before = from === 0 ? "" : `0% { visibility: hidden } `;
    const after = until >= 1 ? "" : ` ${percent(until)} { visibility: hidden }`;
    return `@keyframes ${id} { ${before}${percent(from)} { visibility: visible }${after} }
#${id} { animation: ${id} ${length.toFixed(2)}s step-end infinite }`;
  };
}

function lineText(spans: readonly Span[]): string {
  return spans.filter(({ text }) => text.trim() !== "").map(({ text, color, bold, dim, column }) => {
    const names = [color === "plain" ? "" : color, bold ? "bold" : "", dim ? "dim" : ""].filter(Boolean);
    const look = names.length === 0 ? "" : ` class="${names.join(" ")}"`;
    const place = `x="${round(column * WIDTH)}" textLength="${round([...text].length * WIDTH)}"`;
    return `<tspan ${place}${look}>${escaped(text)}</tspan>`;
  }).join("");
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  );
}
