/**
 * Edits of `config.json` that preserve every byte except the edited value, including comments, order,
 * indentation, line endings and unknown keys.
 * @module
 */
import type { TextEdit } from "../../../schemas/diagnostic.ts";
import { findNodeAtLocation, type JsonNode, parseTree } from "../../deps/jsonc.ts";
import { indentAt, insertAfter, removeRun, replace } from "../json/edit.ts";
import { printValue, setListItems } from "../json/list_edit.ts";
import { isRecord } from "../../collections/is_record.ts";

/**
 * Creates the edits that set a key.
 * A missing key is added after the last one of its object, in the layout of its neighbours. In a list only the
 * items that differ change. An older form in its place, `"parallelization": true`, becomes the equivalent object.
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
  if (existing?.type === "array" && Array.isArray(value)) return setListItems(text, existing, value);
  if (existing !== undefined) return [replace(existing, printValue(value))];
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
 * Creates the edits that remove a key; none if it does not exist. An object that becomes empty is kept.
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
  return removeRun(text, siblings, { from: index, to: index + 1 });
}

/**
 * Applies edits to a text.
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

function insert(text: string, object: JsonNode, name: string, value: unknown, newline: string): TextEdit {
  const properties = object.children ?? [];
  const last = properties.at(-1);
  const ownIndent = indentAt(text, object.offset);
  const inside = text.slice(object.offset, object.offset + object.length);
  if (last === undefined && /[^\s{}]/.test(inside)) {
    const indent = ownIndent + (ownIndent.startsWith("\t") ? "\t" : "  ");
    const comments = inside.slice(0, -1).trimEnd();
    const at = object.offset + comments.length;
    return { start: at, end: at, text: `${newline}${indent}${printLines(name, value, indent, newline)}` };
  }
  if (last === undefined) {
    const printed = printObject({ [name]: value }, ownIndent, newline);
    return replace(object, object.parent === undefined ? printed : printLine({ [name]: value }));
  }
  if (!inside.includes("\n")) return insertAfter(last, `, ${printProperty(name, value)}`);
  const indent = indentAt(text, last.offset);
  return insertAfter(last, `,${newline}${indent}${printLines(name, value, indent, newline)}`);
}

function nest(path: readonly string[], value: unknown): Record<string, unknown> {
  return { [path[0]!]: nestValue(path.slice(1), value) };
}

function nestValue(path: readonly string[], value: unknown): unknown {
  return path.length === 0 ? value : nest(path, value);
}

/** Prints an object over several lines, with nested objects over several lines too. */
function printObject(object: Record<string, unknown>, indent: string, newline: string): string {
  const inner = indent + (indent.startsWith("\t") ? "\t" : "  ");
  const lines = Object.entries(object).map(([name, value]) => {
    return `${newline}${inner}${printLines(name, value, inner, newline)}`;
  });
  return `{${lines.join(",")}${newline}${indent}}`;
}

/** Prints a property of an object over several lines. A list takes one line. */
function printLines(name: string, value: unknown, indent: string, newline: string): string {
  if (!isRecord(value)) return printProperty(name, value);
  return `${JSON.stringify(name)}: ${printObject(value, indent, newline)}`;
}

function printLine(object: Record<string, unknown>): string {
  return `{ ${Object.entries(object).map(([name, value]) => printProperty(name, value)).join(", ")} }`;
}

function printProperty(name: string, value: unknown): string {
  return `${JSON.stringify(name)}: ${isRecord(value) ? printLine(value) : printValue(value)}`;
}
