/**
 * Text that steers no terminal, whatever it is made of.
 * @module
 */

/**
 * Control characters but tab and line feed, what turns the direction of text, and what takes no room and
 * is not part of a letter. Those that join letters stay.
 */
const UNSEEN =
  // deno-lint-ignore no-control-regex -- they are what is looked for
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

/** The marks that this program puts on text itself, and those of its libraries and of git: colour and weight. */
// deno-lint-ignore no-control-regex -- they begin with one
const MARKS = /\x1b\[(?:(?:1;)?3[1-6]|2;3|2[2-4]|22;23|39|[0-4])?m/;
/** A carriage return that ends a line, which a terminal does anyway. */
// deno-lint-ignore no-control-regex -- marks begin with one
const LINE_END = /\r(?=(?:\x1b\[[\d;]*m)*(?:\n|$))/;
const KEPT = new RegExp(`(${MARKS.source}|${LINE_END.source})`);
// deno-lint-ignore no-control-regex -- it begins with one
const COLOUR = /\x1b\[[\d;:]*m/g;

/**
 * Text with visible escapes, `\x1b` or `\u202e`, for what could steer a terminal, turn the order of what is
 * shown, or be there and not be seen. Tabs and line breaks stay; those of CRLF become LF.
 */
export function visibleText(text: string): string {
  return text.replace(/\r(?=\n|$)/g, "").replace(UNSEEN, escaped);
}

/** Text without what {@link visibleText} makes visible, in one line or more. */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/**
 * What a program printed, as {@link visibleText}: its colours are left out, and of a line that it wrote over
 * the last version stays.
 */
export function visibleOutput(text: string): string {
  return visibleText(text.replace(COLOUR, "").split("\n").map(lastVersion).join("\n"));
}

/** What stays of a line that was written over; a carriage return at its end writes nothing over. */
function lastVersion(line: string): string {
  return line.slice(line.lastIndexOf("\r", line.length - 2) + 1);
}

/**
 * The last step before text is written: what is not a mark of this program's own becomes visible. Line
 * breaks stay as they are.
 *
 * @param marks Whether text may be marked; without it no escape sequence is left.
 */
export function terminalText(text: string, marks: boolean): string {
  const parts = text.split(KEPT);
  return parts.map((part, index) => {
    const isKept = index % 2 === 1 && (marks || part === "\r");
    return isKept ? part : part.replace(UNSEEN, escaped);
  }).join("");
}

/** JSON of a value in which characters that {@link visibleText} makes visible are escaped: the value is the same. */
export function visibleJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(UNSEEN, (character) => unicode(character));
}

function escaped(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : unicode(character);
}

function unicode(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
