/** Quotes a YAML scalar: the escapes of JSON, and escapes for characters that YAML does not allow. */
export function quoteYaml(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Matches texts that YAML reads literally, also in lists in brackets. */
const PLAIN = /^[\w./](?:[\w./@+ -]*[\w./@+-])?$/;

/** Writes a text as YAML: plain if that is certain to read back as this text, otherwise in single quotes.
 *
 * @param text A single line.
 */
export function yamlText(text: string): string {
  return PLAIN.test(text) && !/ [#-]/.test(text) ? text : quotedText(text);
}

/** Writes a text in single quotes, in which only the quote itself is escaped. */
export function quotedText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
