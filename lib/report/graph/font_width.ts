/**
 * Widths of text in a drawing, where the font is not known.
 * @module
 */
import { clustersOf } from "../terminal/graphemes.ts";

/** Widths of what is read as one character, in ems, as wide as the widest of usual sans-serif fonts has them. */
const WIDTHS: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/^[ijl.,:;'|!\u00b7]$/, 0.4],
  [/^[frt()[\]{}/\\ -]$/, 0.46],
  [/^[mwMW@%&…—]$/, 1],
  [/^[A-Z#+<=>~_^]$/, 0.84],
  [/^[\u0021-\u007e]$/, 0.66],
  [/^[\u00a1-\u024f]\p{M}*$/u, 0.9],
  [/^[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*$/u, 0.9],
  [/\p{Emoji_Presentation}|\ufe0f/u, 1.4],
];
/** Of all other scripts; a cluster of several letters takes it for each. */
const OTHER = 1.15;

/** Width of a text in pixels, never less than it is drawn in a usual sans-serif font. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const segment of clustersOf(text)) ems += clusterWidth(segment);
  return ems * size;
}

/** How a text is wrapped. */
export interface WrapOptions {
  /** Width of a line, in pixels. */
  readonly width: number;
  /** Size of the font, in pixels. */
  readonly size: number;
  /** Most lines; the last one ends in `…` when there is more. */
  readonly lines: number;
}

/** A text as lines that are no wider than asked for. Breaks at blanks, and within a word that is too wide. */
export function wrapText(text: string, { width, size, lines }: WrapOptions): readonly string[] {
  const found: string[] = [];
  let rest = text.trim();
  while (rest !== "" && found.length < lines) {
    const last = found.length === lines - 1;
    const fits = fitting(rest, width, size);
    if (fits === rest.length) found.push(rest);
    else if (last) {
      found.push(`${rest.slice(0, fitting(rest, width - textWidth("…", size), size)).trimEnd()}…`);
    } else {
      const blank = rest.lastIndexOf(" ", fits);
      const end = blank > 0 ? blank : Math.max(1, fits);
      found.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
      continue;
    }
    break;
  }
  return found;
}

/** How much of a text fits, in UTF-16 units. */
function fitting(text: string, width: number, size: number): number {
  let left = width;
  let fits = 0;
  for (const cluster of clustersOf(text)) {
    left -= clusterWidth(cluster) * size;
    if (left < 0) return fits;
    fits += cluster.length;
  }
  return fits;
}

function clusterWidth(cluster: string): number {
  const known = WIDTHS.find(([pattern]) => pattern.test(cluster));
  if (known !== undefined) return known[1];
  const letters = cluster.match(/[^\p{M}\p{Cf}]/gu);
  return OTHER * (letters?.length ?? 0);
}
