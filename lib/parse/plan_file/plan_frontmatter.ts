import type { Span } from "../../../schemas/diagnostic.ts";
import { readMustHaves } from "./must_haves.ts";
import { isGapClosureType, planTypeMeant } from "./plan_type.ts";
import { define, plainValue, type ShapeNote, ShapeReader } from "../yaml/shape_reader.ts";
import { entryOf, type YamlEntry, type YamlMap, type YamlNode } from "../yaml/yaml.ts";

export interface PlanFrontmatterReading {
  /** The fields in the specification's shape, where they could be read so. Not yet validated. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Notes about values that were interpreted. */
  readonly notes: readonly ShapeNote[];
}

/**
 * Interprets frontmatter leniently: identifiers as text, a single value as a list, a list of must-haves as
 * truths, an unknown type as one of the two. Remaining errors are left for the schema to report.
 *
 * See docs/decisions/field-data.md.
 *
 * @param root The frontmatter.
 * @param text The file's text, which the spans refer to.
 */
export function readPlanFrontmatter(root: YamlMap, text: string): PlanFrontmatterReading {
  const reader = new ShapeReader(text);
  const value: Record<string, unknown> = {};
  for (const entry of root.entries) define(value, entry.key, readField(entry, reader));
  const type = entryOf(root, "type")?.value;
  const closesGaps = type?.kind === "scalar" && isGapClosureType(type.text);
  if (closesGaps && entryOf(root, "gap_closure") === undefined) value["gap_closure"] = true;
  return { value, notes: reader.notes };
}

/**
 * Returns the span of the node at a JSON pointer, or of the nearest one that contains it.
 *
 * @param root The frontmatter.
 * @param pointer For example `/must_haves/artifacts/0/path`.
 */
export function spanAt(root: YamlMap, pointer: string): Span {
  let node: YamlNode = root;
  let span: Span = { start: root.span.start, end: root.span.start };
  for (const part of pointer.split("/").slice(1)) {
    const name = part.includes("~") ? part.replaceAll("~1", "/").replaceAll("~0", "~") : part;
    const entry = entryOf(node, name);
    const next: YamlNode | undefined = entry?.value ??
      (node.kind === "list" ? node.items[Number(name)] : undefined);
    if (next === undefined) break;
    node = next;
    span = entry !== undefined && (next.kind !== "scalar" || next.span.start === next.span.end)
      ? entry.keySpan
      : next.span;
  }
  return span;
}

function readField(entry: YamlEntry, reader: ShapeReader): unknown {
  const { key, value } = entry;
  switch (key) {
    case "phase":
    case "plan":
      return reader.text(value);
    case "type": {
      const text = reader.text(value);
      return typeof text === "string" ? planTypeMeant(text) : text;
    }
    case "wave":
      return reader.number(value);
    case "autonomous":
    case "gap_closure":
      return reader.boolean(value);
    case "depends_on":
      return reader.texts(entry);
    case "requirements":
      return value.kind === "list"
        ? value.items.map((item) => requirementText(item, reader))
        : reader.texts(entry);
    case "files_modified":
      return value.kind === "list" ? value.items.map((item) => reader.path(item)) : reader.texts(entry);
    case "must_haves":
      return readMustHaves(value, reader);
    default:
      return plainValue(value);
  }
}

/** Reads a requirement. `REQ-02: text` is a mapping in YAML, and is read as text. */
function requirementText(node: YamlNode, reader: ShapeReader): unknown {
  const [entry, ...others] = node.kind === "map" ? node.entries : [];
  if (entry?.value.kind !== "scalar" || others.length > 0) return reader.text(node);
  return `${entry.key}: ${entry.value.text}`;
}
