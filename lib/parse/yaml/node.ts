import type { Span } from "../../../schemas/diagnostic.ts";

/** A scalar, with its text as written and without a YAML type. */
export interface YamlScalar {
  /** A scalar. */
  readonly kind: "scalar";
  /** The text: `01` stays "01". */
  readonly text: string;
  /** True for an unquoted scalar, which YAML may read as a number, a boolean or nothing. */
  readonly plain: boolean;
  /** The characters between the quotes, or all of them; an empty span for an omitted value. */
  readonly span: Span;
}

/** A list. */
export interface YamlList {
  /** A list. */
  readonly kind: "list";
  /** The items. */
  readonly items: readonly YamlNode[];
  /** From the list's start to the end of its last item, or of its closing bracket. */
  readonly span: Span;
}

/** A key and its value. */
export interface YamlEntry {
  /** The key. */
  readonly key: string;
  /** The place of the key. */
  readonly keySpan: Span;
  /** The value. */
  readonly value: YamlNode;
}

/** A mapping. */
export interface YamlMap {
  /** A mapping. */
  readonly kind: "map";
  /** The entries, in the order of the file; no key twice. */
  readonly entries: readonly YamlEntry[];
  /** From the mapping's start to the end of its last value, or of its closing brace. */
  readonly span: Span;
}

/** A node of a YAML document. */
export type YamlNode = YamlScalar | YamlList | YamlMap;

/** Returns the entry of a key of a mapping; undefined if the key is missing or the node is not a mapping. */
export function entryOf(node: YamlNode | undefined, key: string): YamlEntry | undefined {
  return node?.kind === "map" ? node.entries.find((entry) => entry.key === key) : undefined;
}

/** Returns the value of a scalar in YAML's core schema: null, a boolean, a decimal number or the text. */
export function coreValue(scalar: YamlScalar): null | boolean | number | string {
  const { text } = scalar;
  if (!scalar.plain || !/^(?:$|[~nNtTfF\d.+-])/.test(text)) return text;
  if (/^(?:~|null|Null|NULL|)$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  if (/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/.test(text)) return Number(text);
  return text;
}
