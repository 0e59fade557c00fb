import { columns } from "./display_width.ts";

/** How {@link wrapWords} breaks a text. */
export interface WrapWords {
  /** Columns of a line; undefined for no breaks. */
  readonly width: number | undefined;
  /** Columns that are taken on the first line. */
  readonly first: number;
  /** Blanks before the other lines. */
  readonly indent: number;
}

/** A text broken at blanks to lines that fit; a word that is wider than a line stays whole. */
export function wrapWords(text: string, { width, first, indent }: WrapWords): string {
  if (width === undefined || first + columns(text) <= width) return text;
  const lines: string[] = [];
  let line = "";
  let taken = first;
  for (const word of text.split(" ")) {
    const more = columns(word) + (line === "" ? 0 : 1);
    if (taken + more > width && line !== "") {
      lines.push(line);
      [line, taken] = [word, indent + columns(word)];
    } else {
      line = line === "" ? word : `${line} ${word}`;
      taken += more;
    }
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}
