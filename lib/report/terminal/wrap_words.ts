import { columns } from "./display_width.ts";

export interface WrapWords {
  /** The width of a line in columns; undefined for no line breaks. */
  readonly width: number | undefined;
  /** The columns already used on the first line. */
  readonly first: number;
  /** The number of spaces before the other lines. */
  readonly indent: number;
}

/** Wraps a text at spaces; a word that is wider than a line stays whole. */
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
