let segmenter: Intl.Segmenter | undefined;

/**
 * The characters of a text as people see them: letters with their marks, emoji with all their parts.
 *
 * What splits them takes tens of milliseconds to make, so that it is made when it is needed.
 */
export function clustersOf(text: string): readonly string[] {
  // deno-lint-ignore no-control-regex -- all of ASCII but the line breaks, which may stand together
  if (/^[\x00-\x09\x0b\x0c\x0e-\x7f]*$/.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
