import type { TextEdit } from "../../../schemas/diagnostic.ts";
import type { YamlList, YamlNode } from "../../parse/yaml/yaml.ts";

/** Creates the edit that removes an item from a list, with its comma or its line; undefined for the first item
 * and for one that shares its lines with others.
 *
 * @param list The list.
 * @param index The item, from 1.
 * @param text The text that the spans refer to.
 */
export function removeItem(list: YamlList, index: number, text: string): TextEdit | undefined {
  const item = list.items[index];
  const before = list.items[index - 1];
  if (item?.kind !== "scalar" || before?.kind !== "scalar") return undefined;
  if (text[list.span.start] === "[") return { start: endOf(before, text), end: endOf(item, text), text: "" };
  const start = text.lastIndexOf("\n", item.span.start - 1) + 1;
  const newline = text.indexOf("\n", item.span.end);
  const end = newline === -1 ? text.length : newline + 1;
  return /^[ \t]*-[ \t][^\n]*\n?$/.test(text.slice(start, end)) ? { start, end, text: "" } : undefined;
}

/** The end of a scalar with its closing quote. */
function endOf({ span }: YamlNode, text: string): number {
  return /["']/.test(text[span.end] ?? "") && text[span.start - 1] === text[span.end]
    ? span.end + 1
    : span.end;
}
