/**
 * Edits that bring the configuration of other tools of this kind into the specification's form.
 * @module
 */
import type { Span, TextEdit } from "../../schemas/diagnostic.ts";
import type { JsonNode } from "../deps/jsonc.ts";

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
 */
export function granularityEdits(name: JsonNode, granularity: string): readonly TextEdit[] | undefined {
  const property = name.parent!;
  if (siblingOf(property, "granularity") !== undefined) return removed(property);
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
  const written = text.slice(property.offset, property.offset + property.length);
  const planning = siblingOf(property, "planning");
  if (planning === undefined) {
    const first = property.parent!.children!.find((other) => MOVED.has(nameOf(other)));
    return first === property ? [{ ...spanOf(property), text: `"planning": { ${written} }` }] : undefined;
  }
  const removal = removed(property);
  if (planning.type !== "object" || removal === undefined) return undefined;
  const inside = planning.children ?? [];
  if (inside.some((other) => nameOf(other) === nameOf(property))) return removal;
  const at = planning.offset + 1;
  const insertion = { start: at, end: at, text: ` ${written}${inside.length === 0 ? " " : ","}` };
  return [...removal, insertion].sort((a, b) => a.start - b.start);
}

/** An edit that removes a property with the comma beside it; undefined for an only property. */
function removed(property: JsonNode): readonly TextEdit[] | undefined {
  const properties = property.parent!.children!;
  const index = properties.indexOf(property);
  const { start, end } = spanOf(property);
  const next = properties[index + 1];
  if (next !== undefined) return [{ start, end: next.offset, text: "" }];
  const before = properties[index - 1];
  return before === undefined ? undefined : [{ start: spanOf(before).end, end, text: "" }];
}

/** The value of another property of the same object. */
function siblingOf(property: JsonNode, name: string): JsonNode | undefined {
  return property.parent!.children!.find((other) => nameOf(other) === name)?.children?.[1];
}

function nameOf(property: JsonNode): string {
  return String(property.children?.[0]?.value);
}
