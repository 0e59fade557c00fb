import { configKeys } from "../../../generated/metadata.ts";
import type { Span } from "../../../schemas/diagnostic.ts";
import { findNodeAtLocation, getLocation, parseTree } from "../../deps/jsonc.ts";
import type { Completion } from "./item.ts";
import { CONFIG, schemaAt } from "../docs/schema_docs.ts";
import { nameOf } from "../../parse/json/tree.ts";

export function completeConfig(text: string, offset: number): readonly Completion[] {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset);
  const keys = path.filter((part) => typeof part === "string");
  // Directly before a key or a value a new one begins.
  const span = previousNode === undefined || previousNode.offset === offset
    ? wordAt(text, offset)
    : { start: previousNode.offset, end: previousNode.offset + previousNode.length };
  return isAtPropertyKey ? properties(text, keys.slice(0, -1), span) : values(keys.join("."), span);
}

function properties(text: string, around: readonly string[], span: Span): Completion[] {
  const root = parseTree(text);
  const object = root === undefined ? undefined : findNodeAtLocation(root, [...around]);
  const taken = new Set(
    (object?.children ?? []).filter((child) => child.offset !== span.start || span.start === span.end).map(
      nameOf,
    ),
  );
  const rest = text.slice(span.end).trimStart();
  const names = Object.keys(schemaAt(CONFIG, around)?.properties ?? {});
  return names.filter((name) => !taken.has(name)).map((name) => {
    const key = [...around, name].join(".");
    const known = configKeys.find((candidate) => candidate.key === key);
    const node = schemaAt(CONFIG, [...around, name]);
    const value = known !== undefined
      ? escaped(JSON.stringify(known.default))
      : node?.type === "object"
      ? "{$0}"
      : '"$0"';
    const written = escaped(JSON.stringify(name));
    const separator = rest.startsWith('"') ? "," : "";
    return {
      label: name,
      kind: "key",
      text: rest.startsWith(":") ? written : `${written}: ${value}${separator}`,
      isSnippet: true,
      ...(known === undefined ? {} : { detail: `default ${JSON.stringify(known.default)}` }),
      markdown: known?.description ?? node?.description ?? "",
      filter: `"${name}"`,
      span,
    };
  });
}

function values(key: string, span: Span): Completion[] {
  const known = configKeys.find((candidate) => candidate.key === key);
  if (known === undefined) return [];
  const texts = known.allowed?.map((value) => JSON.stringify(value)) ??
    (known.type === "boolean" ? ["true", "false"] : [JSON.stringify(known.default)]);
  return texts.map((text) => ({
    label: text,
    kind: "value",
    text,
    ...(text === JSON.stringify(known.default) ? { detail: "default" } : {}),
    span,
  }));
}

function escaped(json: string): string {
  return json.replace(/[\\$}]/g, "\\$&");
}

/** Returns the span of the letters and digits at a place: an incomplete value. */
function wordAt(text: string, offset: number): Span {
  const before = /[\w.+-]*$/.exec(text.slice(Math.max(0, offset - 200), offset))![0].length;
  const behind = /^[\w.+-]*/.exec(text.slice(offset, offset + 200))![0].length;
  return { start: offset - before, end: offset + behind };
}
