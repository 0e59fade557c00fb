/** Keys that other tools write in another place: these places, their precedence, and the edits that convert them
 * into the specification's form.
 * @module
 */
import type { Span, TextEdit } from "../../../schemas/diagnostic.ts";
import { findNodeAtLocation, type JsonNode } from "../../deps/jsonc.ts";
import { setConfigValue, unsetConfigValue } from "./edit.ts";
import { indentAt, replace } from "../json/edit.ts";
import { nameOf } from "../json/tree.ts";

/** The other places of keys, in the order of precedence. */
const PLACES: ReadonlyMap<string, readonly string[]> = new Map([
  ["planning.commit_docs", ["commit_docs"]],
  ["planning.search_gitignored", ["search_gitignored"]],
  ["workflow.research", ["research"]],
  ["workflow.plan_check", ["workflow.plan_checker", "plan_check", "plan_checker"]],
  ["workflow.verifier", ["verifier"]],
  ["workflow.nyquist_validation", ["nyquist_validation"]],
  ["git.branching_strategy", ["branching_strategy"]],
  ["git.phase_branch_template", ["phase_branch_template"]],
  ["git.milestone_branch_template", ["milestone_branch_template"]],
]);
const DEPTHS: ReadonlyMap<string, string> = new Map([
  ["quick", "coarse"],
  ["standard", "standard"],
  ["comprehensive", "fine"],
]);
const KEYS: ReadonlyMap<string, string> = new Map(
  [...PLACES].flatMap(([key, places]) => places.map((place) => [place, key] as const)),
);

/** Returns the key that another place is read as, both dotted; undefined for an unknown place. */
export function keyOfPlace(place: string): string | undefined {
  return KEYS.get(place);
}

/** Returns the places where a configuration gives a key a value: its own and others, in the order of precedence.
 *
 * @param root The whole configuration.
 * @param key Dotted key.
 */
export function givenPlaces(root: JsonNode, key: string): readonly string[] {
  return [key, ...(PLACES.get(key) ?? [])].filter((place) => {
    const node = findNodeAtLocation(root, place.split("."));
    return node !== undefined && (place === key || isValue(node));
  });
}

/** Reports whether a node can be the value of a key: not an object, and not `null`. */
export function isValue({ type }: JsonNode): boolean {
  return type !== "object" && type !== "null";
}

export function spanOf(node: { readonly offset: number; readonly length: number }): Span {
  return { start: node.offset, end: node.offset + node.length };
}

/** Returns the granularity for a value of `depth`, in any case; undefined for any other string. */
export function granularityOf(depth: string): string | undefined {
  return DEPTHS.get(depth.toLowerCase());
}

/** Creates the edits that write the key `depth`, with its node, as `granularity`. */
export function granularityEdits(name: JsonNode, granularity: string): readonly TextEdit[] {
  const value = name.parent!.children![1]!;
  return [replace(name, `"granularity"`), replace(value, JSON.stringify(granularity))];
}

/** A value in another place than that of its key. */
export interface MovedValue {
  /** The place, dotted. */
  readonly place: string;
  /** The key, dotted. */
  readonly key: string;
  /** Name of the property in that place. */
  readonly name: JsonNode;
  /** The intended value. */
  readonly value: unknown;
}

/**
 * Creates the edits that move a value to its key.
 * If the object of the key does not exist, it is created at the first of the keys that belong in it. So the edits
 * of two such keys overlap and are not applied together, which would create two objects.
 *
 * @param text The file's text.
 * @returns Undefined if the place of the object has another value.
 */
export function moveEdits(moved: MovedValue, text: string): readonly TextEdit[] | undefined {
  const { place, key, name, value } = moved;
  const [object, inner] = key.split(".") as [string, string];
  const property = name.parent!;
  const written = property.children![1]!;
  const valueText = isMeant(written, value)
    ? text.slice(written.offset, written.offset + written.length)
    : JSON.stringify(value);
  if (place.startsWith(`${object}.`)) {
    return [
      replace(name, JSON.stringify(inner)),
      ...isMeant(written, value) ? [] : [replace(written, valueText)],
    ];
  }
  const root = property.parent!;
  const target = findNodeAtLocation(root, [object]);
  if (target !== undefined && target.type !== "object") return undefined;
  if (target !== undefined) {
    return inOrder([...unsetConfigValue(text, place), ...setConfigValue(text, key, value)]);
  }
  const first = root.children!.find((other) => KEYS.get(nameOf(other))?.startsWith(`${object}.`))!;
  const opening = `"${object}": { "${inner}"`;
  if (first === property) return [replace(name, opening), replace(written, `${valueText} }`)];
  const made = `${opening}: ${valueText} },${spaceBefore(first, text)}`;
  return inOrder([{ start: first.offset, end: first.offset, text: made }, ...unsetConfigValue(text, place)]);
}

/** Reports whether a value is written in its intended form. */
function isMeant(written: JsonNode, value: unknown): boolean {
  return written.type === "array" || written.value === value;
}

/** The separator before a property: a line ending and indentation, if it begins a line. */
function spaceBefore({ offset }: JsonNode, text: string): string {
  const indent = indentAt(text, offset);
  if (!text.slice(0, offset).endsWith(`\n${indent}`)) return " ";
  return `${text.includes("\r\n") ? "\r\n" : "\n"}${indent}`;
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}
