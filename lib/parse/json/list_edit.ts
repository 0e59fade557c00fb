import type { TextEdit } from "../../../schemas/diagnostic.ts";
import type { JsonNode } from "../../deps/jsonc.ts";
import { indentAt, insertAfter, removeRun, replace } from "./edit.ts";

/** Creates the edits that set the items of a list. Unchanged items at its beginning and end keep their place,
 * layout and comments; new items get the layout of their neighbours.
 *
 * @param text JSON with comments, free of errors.
 * @param list The list in it.
 */
export function setListItems(text: string, list: JsonNode, items: readonly string[]): readonly TextEdit[] {
  const old = list.children ?? [];
  const comments = hasComments(text, list);
  if (!comments && (old.length === 0 || items.length === 0)) return [replace(list, printValue(items))];
  if (old.length === 0) {
    const at = list.offset + 1;
    return items.length === 0 ? [] : [{ start: at, end: at, text: printItems(items) }];
  }
  const { head, tail } = sameEnds(old.map(({ value }) => value), items);
  const end = old.length - tail;
  const wanted = items.slice(head, items.length - tail);
  const replaced = old.slice(head, end).slice(0, wanted.length);
  const edits = replaced.map((node, index) => replace(node, JSON.stringify(wanted[index])));
  const from = head + replaced.length;
  if (from < end) return [...edits, ...removeRun(text, old, { from, to: end })];
  return [...edits, ...insertItems(text, old, { at: from, items: wanted.slice(replaced.length) })];
}

/** Prints a value on one line: `["npm ci", "make"]`. */
export function printValue(value: unknown): string {
  return Array.isArray(value) ? `[${printItems(value)}]` : JSON.stringify(value);
}

function printItems(items: readonly unknown[]): string {
  return items.map((item) => JSON.stringify(item)).join(", ");
}

interface Insertion {
  /** Index of the first new item. */
  readonly at: number;
  readonly items: readonly string[];
}

/** Inserts items before the one at their index, or after the last. */
function insertItems(
  text: string,
  old: readonly JsonNode[],
  { at, items }: Insertion,
): readonly TextEdit[] {
  if (items.length === 0) return [];
  const next = old[at];
  const neighbour = next ?? old[at - 1]!;
  const indent = indentAt(text, neighbour.offset);
  const ownLine = text.slice(0, neighbour.offset).endsWith(`\n${indent}`);
  const space = ownLine ? `${text.includes("\r\n") ? "\r\n" : "\n"}${indent}` : " ";
  const printed = items.map((item) => JSON.stringify(item));
  if (next !== undefined) {
    return [{
      start: next.offset,
      end: next.offset,
      text: printed.map((item) => `${item},${space}`).join(""),
    }];
  }
  const end = neighbour.offset + neighbour.length;
  const comment = ownLine ? /^[ \t]*\/\/[^\r\n]*/.exec(text.slice(end)) : null;
  const behind = space + printed.join(`,${space}`);
  if (comment === null) return [insertAfter(neighbour, `,${behind}`)];
  const line = end + comment[0].length;
  return [insertAfter(neighbour, ","), { start: line, end: line, text: behind }];
}

/** Counts the items that two lists share at their beginning, and of the rest at their end. */
function sameEnds(
  a: readonly unknown[],
  b: readonly unknown[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return { head, tail };
}

/** Reports whether there is more between the brackets than items, commas and spaces. */
function hasComments(text: string, list: JsonNode): boolean {
  let at = list.offset + 1;
  let between = "";
  for (const { offset, length } of list.children ?? []) {
    between += text.slice(at, offset);
    at = offset + length;
  }
  return /[^\s,]/.test(between + text.slice(at, list.offset + list.length - 1));
}
