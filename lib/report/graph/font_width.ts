/**
 * The widths of text in a drawing with an unknown font.
 *
 * @module
 */
import { clustersOf } from "../terminal/graphemes.ts";

/** The widths of graphemes, in ems, as in the widest of usual sans-serif fonts. */
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
/** The width of a letter in all other scripts; a cluster of several letters takes it for each. */
const OTHER = 1.15;

/** Returns the width of a text in pixels, never less than in a usual sans-serif font. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const segment of clustersOf(text)) ems += clusterWidth(segment);
  return ems * size;
}

export interface WrapOptions {
  /** The width of a line, in pixels. */
  readonly width: number;
  /** The size of the font, in pixels. */
  readonly size: number;
  /** The maximum number of lines; if there is more text, the last one ends in `…`. */
  readonly lines: number;
}

/** Wraps a text to lines of a width. Breaks at spaces, or within a word that is too wide. */
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
      const space = rest.lastIndexOf(" ", fits);
      const end = space > 0 ? space : Math.max(1, fits);
      found.push(rest.slice(0, end).trimEnd());
      rest = rest.slice(end).trimStart();
      continue;
    }
    break;
  }
  return found;
}

/** Returns the length of the part of a text that fits, in UTF-16 units. */
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
