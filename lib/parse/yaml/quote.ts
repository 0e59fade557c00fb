/** Texts that YAML reads as they stand, in lists in brackets too. */
const PLAIN = /^[\w./](?:[\w./@+ -]*[\w./@+-])?$/;

/**
 * A text as YAML writes it: plain where that is certain to be read as this text, else in single
 * quotes.
 *
 * @param text A single line.
 */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !/ [#-]/.test(text) ? text : quotedText(text);
}

/** A text in single quotes, in which only the quote itself is written otherwise. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
