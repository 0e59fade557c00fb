/**
 * Text that cannot control a terminal, whatever its source.
 *
 * @module
 */

/**
 * Matches control characters except tab and line feed, bidirectional controls, and invisible characters.
 * Joiners of letters are allowed.
 */
const HIDDEN =
  // deno-lint-ignore no-control-regex -- the pattern searches for them
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

/** Matches the styles (color and weight) that this program, its libraries and git print. */
// deno-lint-ignore no-control-regex -- styles begin with one
const STYLES = /\x1b\[(?:(?:1;)?3[1-6]|2;3|2[2-4]|22;23|39|[0-4])?m/;
/** Matches a carriage return at the end of a line, which has no effect in a terminal. */
// deno-lint-ignore no-control-regex -- styles begin with one
const LINE_END = /\r(?=(?:\x1b\[[\d;]*m)*(?:\n|$))/;
const KEPT = new RegExp(`(${STYLES.source}|${LINE_END.source})`);
// deno-lint-ignore no-control-regex -- a color begins with one
const COLOUR = /\x1b\[[\d;:]*m/g;

/**
 * Replaces characters that could control a terminal, change the order of the text or stay invisible by
 * visible escapes such as `\x1b` or `\u202e`. Tabs and line breaks stay; CRLF becomes LF.
 */
export function visibleText(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replace(HIDDEN, escaped);
}

/** Removes the characters that {@link visibleText} escapes. */
export function stripHidden(text: string): string {
  return text.replace(HIDDEN, "");
}

/**
 * Makes the output of a program visible as {@link visibleText} does. Removes colors, and keeps only the last
 * version of a line that was overwritten.
 */
export function visibleOutput(text: string): string {
  return visibleText(stripStyles(text).split("\n").map(lastVersion).join("\n"));
}

/** Removes the styles of a text. */
export function stripStyles(text: string): string {
  return text.replace(COLOUR, "");
}

/** Returns the part of a line after its last carriage return; one at the end overwrites nothing. */
function lastVersion(line: string): string {
  return line.slice(line.lastIndexOf("\r", line.length - 2) + 1);
}

/**
 * Escapes all control sequences except this program's own styles. The last step before text is written. Line
 * breaks stay.
 *
 * @param styled Whether styles are allowed; otherwise every escape sequence is escaped.
 * @param change Changes the text between styles first.
 */
export function terminalText(text: string, styled: boolean, change = (part: string): string => part): string {
  const parts = text.split(KEPT);
  return parts.map((part, index) => {
    const isKept = index % 2 === 1 && (styled || part === "\r");
    return isKept ? part : change(part).replace(HIDDEN, escaped);
  }).join("");
}

/**
 * Returns the JSON of a value with the characters that {@link visibleText} makes visible escaped. It parses
 * to the same value.
 */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(HIDDEN, (character) => unicode(character));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : unicode(character);
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
