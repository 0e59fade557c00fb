/** Edits of the nodes of a JSON text, including the commas, spaces and lines around added or removed values.
 * @module
 */
import type { TextEdit } from "../../../schemas/diagnostic.ts";
import type { JsonNode } from "../../deps/jsonc.ts";

/** A run of siblings, by index. */
export interface NodeRun {
  /** Index of the first. */
  readonly from: number;
  /** Index after the last one; greater than `from`. */
  readonly to: number;
}

/** Creates the edit that replaces a node's value. */
export function replace(node: JsonNode, text: string): TextEdit {
  return { start: node.offset, end: node.offset + node.length, text };
}

/** Creates the edit that inserts a text directly after a node. */
export function insertAfter(node: JsonNode, text: string): TextEdit {
  const at = node.offset + node.length;
  return { start: at, end: at, text };
}

/** Creates the edits that remove properties of an object or items of a list, with their commas and the lines
 * that contain nothing else.
 *
 * @param siblings All properties or items, in the order of the text.
 */
export function removeRun(
  text: string,
  siblings: readonly JsonNode[],
  { from, to }: NodeRun,
): readonly TextEdit[] {
  const start = siblings[from]!.offset;
  const last = siblings[to - 1]!;
  const end = last.offset + last.length;
  const comma = /^\s*,/.exec(text.slice(end));
  if (to < siblings.length && comma !== null) return [cut(text, start, end + comma[0].length)];
  const before = siblings[from - 1];
  const next = siblings[to];
  if (before === undefined && next !== undefined) {
    const commaAt = commaAfter(text, end, next.offset);
    return [cut(text, start, end), { start: commaAt, end: commaAt + 1, text: "" }];
  }
  if (before === undefined) return [cut(text, start, end)];
  const commaAt = commaAfter(text, before.offset + before.length, start);
  return [{ start: commaAt, end: commaAt + 1, text: "" }, cut(text, commaAt + 1, end, start)];
}

/** The indentation of the line that contains an offset. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** Removes a range with its lines if they contain nothing else, otherwise with the spaces after it. */
function cut(text: string, from: number, end: number, start = from): TextEdit {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n)?/.exec(text.slice(end))![0];
  const alone = text.slice(lineStart, start).trim() === "" && rest.endsWith("\n");
  if (alone) return { start: lineStart, end: end + rest.length, text: "" };
  const blanks = from === start ? rest.replace(/\r?\n$/, "").length : 0;
  return {
    start: start > from && text.slice(from, start).trim() === "" ? from : start,
    end: end + blanks,
    text: "",
  };
}

/** The offset of the comma between two siblings, which may have comments around it. */
function commaAfter(text: string, from: number, to: number): number {
  const between = text.slice(from, to).replace(
    /\/\*[^]*?\*\/|\/\/[^\n]*/g,
    (comment) => " ".repeat(comment.length),
  );
  return from + between.indexOf(",");
}
