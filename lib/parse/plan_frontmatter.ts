import type { Fix, Span, TextEdit } from "../../schemas/diagnostic.ts";
import { coreValue, entryOf, type YamlEntry, type YamlMap, type YamlNode, type YamlScalar } from "./yaml.ts";
import { quotedText, yamlText } from "./yaml_text.ts";

/** A value that was not in the shape the specification gives it, and was read as it was meant. */
export interface ShapeNote {
  /** Where it stands. */
  readonly span: Span;
  /** What is unusual, as a sentence without full stop. */
  readonly message: string;
  /** How the specification writes it. */
  readonly hint: string;
  /** The mend, where one is certain. */
  readonly fix?: Fix;
}

/** The result of {@link readPlanFrontmatter}. */
export interface PlanFrontmatterReading {
  /** The fields in the specification's shape, where they could be read so. Not yet validated. */
  readonly value: Readonly<Record<string, unknown>>;
  /** What was read as meant. */
  readonly notes: readonly ShapeNote[];
}

/**
 * Reads frontmatter as it is meant: identifiers as text, a single value as a list, a list of
 * must-haves as truths. What stays wrong is left in the value for the schema to find.
 *
 * Spec: FIELD, What real plans hold.
 *
 * @param root The frontmatter.
 * @param text The file's text, which the spans refer to.
 */
export function readPlanFrontmatter(root: YamlMap, text: string): PlanFrontmatterReading {
  const reader = new Reader(text);
  const value: Record<string, unknown> = {};
  for (const entry of root.entries) define(value, entry.key, reader.field(entry));
  return { value, notes: reader.notes };
}

/**
 * The node that a JSON pointer names, or the nearest one around it.
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

/** Sets a key that a file names: `__proto__` too is just a key. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") {
    target[key] = value;
    return;
  }
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

class Reader {
  readonly notes: ShapeNote[] = [];

  constructor(readonly text: string) {}

  field({ key, keySpan, value }: YamlEntry): unknown {
    switch (key) {
      case "phase":
      case "plan":
      case "type":
        return this.#text(value);
      case "wave":
        return this.#typed(value, "a number", /^\d+$/, Number);
      case "autonomous":
      case "gap_closure":
        return this.#typed(
          value,
          "true or false",
          /^(?:true|false)$/i,
          (text) => text.toLowerCase() === "true",
        );
      case "depends_on":
      case "requirements":
        return this.#texts(value, key, keySpan);
      case "files_modified":
        return value.kind === "list"
          ? value.items.map((item) => this.#path(item))
          : this.#texts(value, key, keySpan);
      case "must_haves":
        return this.#mustHaves(value);
      default:
        return plainValue(value);
    }
  }

  #mustHaves(node: YamlNode): unknown {
    if (node.kind === "list") {
      this.#note(
        node.span,
        `"must_haves" is a list and is read as its truths`,
        "Write the list under must_haves: truths:",
        { title: "Put the list under truths", edits: underTruths(node.span, this.text) },
      );
      return { truths: node.items.map((item) => this.#truth(item)) };
    }
    if (node.kind !== "map") return plainValue(node);
    const value: Record<string, unknown> = {};
    for (const entry of node.entries) define(value, entry.key, this.#mustHave(entry));
    return value;
  }

  #mustHave({ key, keySpan, value }: YamlEntry): unknown {
    switch (key) {
      case "truths":
        return this.#list(value, key, keySpan, (item) => this.#truth(item));
      case "artifacts":
        return this.#list(value, key, keySpan, (item) => this.#artifact(item));
      case "key_links":
        return this.#list(value, key, keySpan, (item) => this.#keyLink(item));
      default:
        return plainValue(value);
    }
  }

  #truth(node: YamlNode): unknown {
    if (node.kind === "scalar") return this.#text(node);
    const written = this.text.slice(node.span.start, node.span.end);
    const message = node.kind === "map"
      ? "A truth with a colon is a mapping to YAML; it is read as text"
      : "A truth in brackets is a list to YAML; it is read as text";
    const fix = /\n/.test(written)
      ? undefined
      : { title: "Put the truth in quotes", edits: [{ ...node.span, text: quotedText(written) }] };
    this.#note(node.span, message, "Put the truth in quotes", fix);
    return written.trim().replace(/\s+/g, " ");
  }

  #artifact(node: YamlNode): unknown {
    if (node.kind === "scalar") {
      this.#note(
        node.span,
        "An artifact is a plain string and is read as its path",
        "Write `- path: …` and `provides: …`",
      );
      return { path: node.text, provides: "" };
    }
    const value = this.#withText(node, ["path", "provides", "contains", "not_contains"]);
    if (node.kind !== "map" || typeof value !== "object" || value === null) return value;
    const exports = entryOf(node, "exports");
    if (exports !== undefined) {
      const names = this.#texts(exports.value, "exports", exports.keySpan);
      define(value as Record<string, unknown>, "exports", names);
    }
    return value;
  }

  #keyLink(node: YamlNode): unknown {
    if (node.kind !== "scalar") return this.#withText(node, ["from", "to", "via", "pattern"]);
    this.#note(
      node.span,
      "A key link is a plain string, which a person has to look at",
      "Write `- from: …`, `to: …`, `via: …` and `pattern: …`, or put it under truths",
    );
    return { from: node.text, to: "", via: "", pattern: "" };
  }

  /** A mapping with text fields; those but the first that are missing are noted and read as empty. */
  #withText(node: YamlNode, keys: readonly string[]): unknown {
    if (node.kind !== "map") return plainValue(node);
    const value: Record<string, unknown> = {};
    for (const entry of node.entries) {
      define(value, entry.key, keys.includes(entry.key) ? this.#text(entry.value) : plainValue(entry.value));
    }
    for (const key of keys) {
      if (Object.hasOwn(value, key) || !["provides", "via", "pattern"].includes(key)) continue;
      this.#note(node.span, `"${key}" is missing here`, `Add \`${key}: …\``);
      define(value, key, "");
    }
    return value;
  }

  #text(node: YamlNode): unknown {
    return node.kind === "scalar" && !(node.plain && node.text === "") ? node.text : plainValue(node);
  }

  /** A path, without a remark such as `(new)` behind it. */
  #path(node: YamlNode): unknown {
    const text = this.#text(node);
    const at = typeof text === "string" && text.endsWith(")") ? text.indexOf(" (") : -1;
    if (typeof text !== "string" || at < 1) return text;
    const path = text.slice(0, at).trimEnd();
    const edits = [{ ...node.span, text: path }];
    const message = `The remark "${text.slice(at + 1)}" is not part of the path, and is left out`;
    this.#note(node.span, message, "Remove the remark", { title: "Remove the remark", edits });
    return path;
  }

  /** A list of texts. In a single value commas divide them, unless brackets show that they do not. */
  #texts(node: YamlNode, key: string, keySpan: Span): unknown {
    return this.#list(
      node,
      key,
      keySpan,
      (item) => this.#text(item),
      ({ text }) =>
        /[()[\]{}<>]/.test(text)
          ? undefined
          : text.split(",").map((part) => part.trim()).filter((part) =>
            !/^(?:|none|n\/a|~|null)$/i.test(part)
          ),
    );
  }

  /** A list; `parts` divides a single value, which is the only item where that gives nothing. */
  #list(
    node: YamlNode,
    key: string,
    keySpan: Span,
    item: (node: YamlNode) => unknown,
    parts: (node: YamlScalar) => readonly unknown[] | undefined = () => undefined,
  ): unknown {
    if (node.kind === "list") return node.items.map(item);
    if (node.kind === "map") return plainValue(node);
    if (coreValue(node) === null || node.text.trim() === "") {
      const fix = this.#replacement(node, "[]", "Write an empty list");
      this.#note(keySpan, `"${key}" has no value and is read as an empty list`, `Write \`${key}: []\``, fix);
      return [];
    }
    const items = parts(node) ?? [item(node)];
    const areTexts = items.every((text) => typeof text === "string");
    const fix = areTexts
      ? this.#replacement(node, `[${items.map(yamlText).join(", ")}]`, "Write a list")
      : undefined;
    this.#note(
      node.span,
      `"${key}" is a single value and is read as a list`,
      `Write \`${key}: [${areTexts ? items.join(", ") : node.text}]\``,
      fix,
    );
    return items;
  }

  /** A fix that writes something else for a scalar on one line, its quotes included. */
  #replacement({ plain, span }: YamlScalar, text: string, title: string): Fix | undefined {
    const { start, end } = span;
    const written = this.text.slice(start, end);
    if (/[\r\n]/.test(written + text)) return undefined;
    if (plain) return { title, edits: [{ start, end, text: written === "" ? ` ${text}` : text }] };
    const quote = this.text[start - 1];
    return quote === this.text[end] && (quote === '"' || quote === "'")
      ? { title, edits: [{ start: start - 1, end: end + 1, text }] }
      : undefined;
  }

  #typed<T>(node: YamlNode, wanted: string, form: RegExp, read: (text: string) => T): unknown {
    if (node.kind !== "scalar" || !form.test(node.text)) return plainValue(node);
    if (!node.plain) {
      const { start, end } = node.span;
      const fix = /["']/.test(this.text[start - 1] ?? "")
        ? { title: "Remove the quotes", edits: [{ start: start - 1, end: end + 1, text: node.text }] }
        : undefined;
      const message = `"${node.text}" in quotes is text and is read as ${wanted}`;
      this.#note(node.span, message, "Remove the quotes", fix);
    }
    return read(node.text);
  }

  #note(span: Span, message: string, hint: string, fix?: Fix): void {
    this.notes.push(fix === undefined ? { span, message, hint } : { span, message, hint, fix });
  }
}

/** Edits that put a list under the key `truths`. */
function underTruths({ start, end }: Span, text: string): readonly TextEdit[] {
  const insert = (at: number, inserted: string) => ({ start: at, end: at, text: inserted });
  if (text[start] === "[") return [insert(start, "{ truths: "), insert(end, " }")];
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  if (indent !== "") return [insert(start, `truths:${newline}${indent}`)];
  const edits = [insert(start, `  truths:${newline}  `)];
  for (let at = text.indexOf("\n", start) + 1; at > 0 && at < end; at = text.indexOf("\n", at) + 1) {
    edits.push(insert(at, "  "));
  }
  return edits;
}

/** The value YAML's core schema gives a node. */
function plainValue(node: YamlNode): unknown {
  if (node.kind === "scalar") return coreValue(node);
  if (node.kind === "list") return node.items.map(plainValue);
  const value: Record<string, unknown> = {};
  for (const entry of node.entries) define(value, entry.key, plainValue(entry.value));
  return value;
}
