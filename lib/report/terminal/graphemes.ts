let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the graphemes of a text: letters with their marks, emoji with all their parts.
 *
 * The segmenter takes tens of milliseconds to create, so it is created only when needed.
 */
export function clustersOf(text: string): readonly string[] {
  // deno-lint-ignore no-control-regex -- all of ASCII except line breaks, which may form CRLF
  if (/^[\x00-\x09\x0b\x0c\x0e-\x7f]*$/.test(text)) return text.split("");
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
