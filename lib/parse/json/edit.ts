/**
 * Edits of the nodes of a JSON text: what goes with a value that comes or goes, commas, blanks and
 * lines.
 * @module
 */
import type { TextEdit } from "../../../schemas/diagnostic.ts";
import type { JsonNode } from "../../deps/jsonc.ts";

/** Neighbours among siblings, by index. */
export interface NodeRun {
  /** Index of the first. */
  readonly from: number;
  /** Index behind the last; more than `from`. */
  readonly to: number;
}

/** The edit that writes another value in a node's place. */
export function replace(node: JsonNode, text: string): TextEdit {
  return { start: node.offset, end: node.offset + node.length, text };
}

/** The edit that puts a text right behind a node. */
export function insertAfter(node: JsonNode, text: string): TextEdit {
  const at = node.offset + node.length;
  return { start: at, end: at, text };
}

/**
 * The edits that remove properties of an object or items of a list, with their commas and the lines
 * that are theirs alone.
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

/** The blanks at the beginning of the line that an offset is in. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** Removes a range and, where nothing else is on its lines, the lines; else the blanks behind it. */
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

/** Where the comma between two siblings stands; comments may stand around it. */
function commaAfter(text: string, from: number, to: number): number {
  const between = text.slice(from, to).replace(
    /\/\*[^]*?\*\/|\/\/[^\n]*/g,
    (comment) => " ".repeat(comment.length),
  );
  return from + between.indexOf(",");
}
