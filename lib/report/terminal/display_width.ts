/**
 * Widths of text on a terminal.
 * @module
 */
import { clustersOf } from "./graphemes.ts";
import { stripHidden } from "../../text/terminal_text.ts";
import { printable } from "./style.ts";

/** Columns a tab is shown as. */
const TAB = 4;

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Marks, joiners, direction marks and the parts of a Hangul syllable behind its first. */
const NOTHING = /[\p{M}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** A text with blanks in place of its tabs. */
export function expandTabs(text: string): string {
  return text.replaceAll("\t", " ".repeat(TAB));
}

/** The columns a text takes on a terminal: two for a wide character or an emoji, none for a mark. */
export function columns(text: string): number {
  let width = 0;
  for (const segment of clustersOf(printable(expandTabs(text)))) width += clusterWidth(segment);
  return width;
}

/** Fills a text up with blanks; one that is too long stays as it is. */
export function padColumns(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columns(text)));
}

/** Fills a text up with blanks on its left; one that is too long stays as it is. */
export function padColumnsStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - columns(text))) + text;
}

/** A text of at most `width` columns; one that is too long ends in `…`. Never splits what is read as one character. */
export function cutColumns(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let cut = "";
  let left = width - 1;
  for (const segment of clustersOf(text)) {
    left -= clusterWidth(segment);
    if (left < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/**
 * A text as one line that neither steers a terminal nor turns the direction of what follows, and that XML
 * allows. What it must not hold is left out.
 */
export function oneLine(text: string): string {
  return stripHidden(text).toWellFormed().replace(/\s+/g, " ").trim();
}

function clusterWidth(cluster: string): number {
  if (cluster.includes("\ufe0f")) return 2;
  let width = 0;
  for (const character of cluster) width += NOTHING.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return /\p{Emoji_Presentation}/u.test(cluster) ? 2 : width;
}
