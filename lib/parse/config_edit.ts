/**
 * Edits of `config.json` that leave every byte but the edited value as it is: comments, order,
 * indentation, line endings and unknown keys included.
 * @module
 */
import type { TextEdit } from "../../schemas/diagnostic.ts";
import { findNodeAtLocation, type JsonNode, parseTree } from "../deps/jsonc.ts";

/**
 * The edits that give a key a value.
 *
 * A missing key goes behind the last one of its object, in the layout of its neighbours. An older
 * form that is in the way, `"parallelization": true`, becomes the object it means.
 *
 * @param text JSON with comments, free of errors; may be empty.
 * @param key Dotted key.
 */
export function setConfigValue(text: string, key: string, value: unknown): readonly TextEdit[] {
  const root = parseTree(text);
  const path = key.split(".");
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (root?.type !== "object") {
    const start = text.startsWith("\uFEFF") ? 1 : 0;
    return [{ start, end: text.length, text: printObject(nest(path, value), "", newline) + newline }];
  }
  const existing = findNodeAtLocation(root, path);
  if (existing !== undefined) return [replace(existing, JSON.stringify(value))];
  let object = root;
  let depth = 0;
  for (; depth < path.length - 1; depth++) {
    const inner = findNodeAtLocation(object, [path[depth]!]);
    if (inner === undefined) break;
    if (inner.type !== "object") {
      const meant = typeof inner.value === "boolean" ? { enabled: inner.value } : {};
      const rest = nest(path.slice(depth + 1), value);
      return [replace(inner, printLine({ ...meant, ...rest }))];
    }
    object = inner;
  }
  return [insert(text, object, path[depth]!, nestValue(path.slice(depth + 1), value), newline)];
}

/**
 * The edits that remove a key. None when it is not there. An object that is left empty stays.
 *
 * @param text JSON with comments, free of errors.
 * @param key Dotted key.
 */
export function unsetConfigValue(text: string, key: string): readonly TextEdit[] {
  const root = parseTree(text);
  const property = root && findNodeAtLocation(root, key.split("."))?.parent;
  const siblings = property?.parent?.children;
  if (property === undefined || siblings === undefined) return [];
  const index = siblings.indexOf(property);
  const start = property.offset;
  const end = start + property.length;
  const comma = /^\s*,/.exec(text.slice(end));
  if (index < siblings.length - 1 && comma !== null) return [cut(text, start, end + comma[0].length)];
  const before = siblings[index - 1];
  if (before === undefined) return [cut(text, start, end)];
  const commaAt = commaAfter(text, before.offset + before.length, start);
  return [{ start: commaAt, end: commaAt + 1, text: "" }, cut(text, commaAt + 1, end, start)];
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

/** Where the comma between two properties stands; comments may stand around it. */
function commaAfter(text: string, from: number, to: number): number {
  const between = text.slice(from, to).replace(
    /\/\*[^]*?\*\/|\/\/[^\n]*/g,
    (comment) => " ".repeat(comment.length),
  );
  return from + between.indexOf(",");
}

/**
 * A text with edits made.
 *
 * @param edits In any order, not overlapping.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = text;
  for (const { start, end, text: inserted } of [...edits].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + inserted + result.slice(end);
  }
  return result;
}

function replace(node: JsonNode, text: string): TextEdit {
  return { start: node.offset, end: node.offset + node.length, text };
}

function insert(text: string, object: JsonNode, name: string, value: unknown, newline: string): TextEdit {
  const properties = object.children ?? [];
  const last = properties.at(-1);
  const ownIndent = indentAt(text, object.offset);
  const inside = text.slice(object.offset, object.offset + object.length);
  if (last === undefined) {
    const printed = printObject({ [name]: value }, ownIndent, newline);
    return replace(object, object.parent === undefined ? printed : printLine({ [name]: value }));
  }
  const at = last.offset + last.length;
  if (!inside.includes("\n")) return { start: at, end: at, text: `, ${printProperty(name, value)}` };
  const indent = indentAt(text, last.offset);
  const printed = typeof value === "object" && value !== null
    ? `${JSON.stringify(name)}: ${printObject(value as Record<string, unknown>, indent, newline)}`
    : printProperty(name, value);
  return { start: at, end: at, text: `,${newline}${indent}${printed}` };
}

/** The blanks at the beginning of the line that an offset is in. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

function nest(path: readonly string[], value: unknown): Record<string, unknown> {
  return { [path[0]!]: nestValue(path.slice(1), value) };
}

function nestValue(path: readonly string[], value: unknown): unknown {
  return path.length === 0 ? value : nest(path, value);
}

/** An object over several lines; what is inside of it on lines of its own too. */
function printObject(object: Record<string, unknown>, indent: string, newline: string): string {
  const unit = indent.startsWith("\t") ? "\t" : "  ";
  const json = JSON.stringify(object, null, unit);
  return json.split("\n").join(newline + indent);
}

function printLine(object: Record<string, unknown>): string {
  return `{ ${Object.entries(object).map(([name, value]) => printProperty(name, value)).join(", ")} }`;
}

function printProperty(name: string, value: unknown): string {
  const printed = typeof value === "object" && value !== null
    ? printLine(value as Record<string, unknown>)
    : JSON.stringify(value);
  return `${JSON.stringify(name)}: ${printed}`;
}
