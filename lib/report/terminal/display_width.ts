/**
 * The widths of text on a terminal.
 *
 * @module
 */
import { clustersOf } from "./graphemes.ts";
import { stripHidden } from "../../text/terminal_text.ts";
import { printable } from "./style.ts";

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
/** Matches combining marks, joiners, direction marks and the parts of a Hangul syllable after the first. */
const ZERO_WIDTH = /[\p{M}\p{Cf}\u1160-\u11ff\ud7b0-\ud7ff]/u;

/** Replaces each tab by four spaces. */
export function expandTabs(text: string): string {
  return text.replaceAll("\t", "    ");
}

/**
 * Returns the columns of a text on a terminal: two for a wide character or an emoji, none for a combining
 * mark.
 */
export function columns(text: string): number {
  let width = 0;
  for (const segment of clustersOf(printable(expandTabs(text)))) width += clusterWidth(segment);
  return width;
}

/** Returns the columns of a text whose escape sequences for styles have no width. */
export function styledColumns(text: string): number {
  return columns(unstyled(text));
}

/** Removes the escape sequences for styles from a text. */
export function unstyled(text: string): string {
  // deno-lint-ignore no-control-regex -- the sequences begin with a control character
  return text.replace(/\x1b\[[0-9;]*m/g, "");
}

/** Cuts a text to `width` columns; a cut text ends in `…`. Never splits a grapheme. */
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
 * Returns a text as one line without characters that control a terminal, change the direction of text, or are
 * invalid in XML.
 */
export function oneLine(text: string): string {
  return stripHidden(text).toWellFormed().replace(/\s+/g, " ").trim();
}

function clusterWidth(cluster: string): number {
  if (cluster.includes("\ufe0f")) return 2;
  let width = 0;
  for (const character of cluster) width += ZERO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return /\p{Emoji_Presentation}/u.test(cluster) ? 2 : width;
}
