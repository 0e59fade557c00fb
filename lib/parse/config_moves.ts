/**
 * Edits that bring the configuration of other tools of this kind into the specification's form.
 * @module
 */
import type { Span, TextEdit } from "../../schemas/diagnostic.ts";
import type { JsonNode } from "../deps/jsonc.ts";
import { setConfigValue, unsetConfigValue } from "./config_edit.ts";

/** Keys of `planning` that other tools write at the top. */
export const MOVED: ReadonlySet<string> = new Set(["commit_docs", "search_gitignored"]);

/** Where a node, or an error, stands. */
export function spanOf(node: { readonly offset: number; readonly length: number }): Span {
  return { start: node.offset, end: node.offset + node.length };
}

/**
 * Edits that write `depth` as `granularity`, or remove it where that is given too.
 *
 * @param name The node of the key.
 * @param text The file's text.
 */
export function granularityEdits(name: JsonNode, granularity: string, text: string): readonly TextEdit[] {
  const property = name.parent!;
  if (siblingOf(property, "granularity") !== undefined) return unsetConfigValue(text, "depth");
  const value = property.children![1]!;
  return [{ ...spanOf(name), text: `"granularity"` }, { ...spanOf(value), text: `"${granularity}"` }];
}

/**
 * Edits that move a top-level key into the object `planning`; undefined where another such key goes
 * first, as only one of them can make the object.
 *
 * @param name The node of the key.
 * @param text The file's text.
 */
export function planningEdits(name: JsonNode, text: string): readonly TextEdit[] | undefined {
  const property = name.parent!;
  const key = nameOf(property);
  const planning = siblingOf(property, "planning");
  if (planning === undefined) {
    const first = property.parent!.children!.find((other) => MOVED.has(nameOf(other)));
    const written = text.slice(property.offset, property.offset + property.length);
    return first === property ? [{ ...spanOf(property), text: `"planning": { ${written} }` }] : undefined;
  }
  if (planning.type !== "object") return undefined;
  const removal = unsetConfigValue(text, key);
  if ((planning.children ?? []).some((other) => nameOf(other) === key)) return removal;
  const addition = setConfigValue(text, `planning.${key}`, property.children![1]!.value);
  return [...removal, ...addition].sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * Whether another property of the same object is there.
 *
 * @param name The node of a key.
 * @param other The other key.
 * @param inner A key that it has to hold.
 */
export function isGiven(name: JsonNode, other: string, inner?: string): boolean {
  const value = siblingOf(name.parent!, other);
  return value !== undefined &&
    (inner === undefined || (value.children ?? []).some((property) => nameOf(property) === inner));
}

/** The value of another property of the same object. */
function siblingOf(property: JsonNode, name: string): JsonNode | undefined {
  return property.parent!.children!.find((other) => nameOf(other) === name)?.children?.[1];
}

function nameOf(property: JsonNode): string {
  return String(property.children?.[0]?.value);
}
