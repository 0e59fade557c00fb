import type { Fix, Span } from "../../../schemas/diagnostic.ts";
import { coreValue, type YamlEntry, type YamlNode, type YamlScalar } from "./yaml.ts";
import { yamlText } from "../../text/quote_yaml.ts";

/** A value that was readable, but not in the form of the specification. */
export interface ShapeNote {
  /** The place of the value. */
  readonly span: Span;
  /** The unusual form, as a sentence without full stop. */
  readonly message: string;
  /** The form of the specification. */
  readonly hint: string;
  /** The fix, if it is certain. */
  readonly fix?: Fix;
}

/** Reads values leniently, and records those that are not in the form of the specification. */
export class ShapeReader {
  /** The values that were not in the form of the specification. */
  readonly notes: ShapeNote[] = [];

  /** @param source The file's text, which the spans refer to. */
  constructor(readonly source: string) {}

  /** Returns the text of a scalar, whatever type YAML would give it, but null for none (`~`). Another node is returned as YAML reads it. */
  text(node: YamlNode): unknown {
    return node.kind === "scalar" && coreValue(node) !== null ? node.text : plainValue(node);
  }

  /** Reads a path without an annotation such as `(new)` after it. */
  path(node: YamlNode): unknown {
    const text = this.text(node);
    const at = typeof text === "string" && text.endsWith(")") ? text.indexOf(" (") : -1;
    if (typeof text !== "string" || at < 1) return text;
    const path = text.slice(0, at).trimEnd();
    const message = `The annotation "${text.slice(at + 1)}" is not part of the path and is ignored`;
    this.note(node.span, message, "Keep only the path, and describe in a task what happens to the file");
    return path;
  }

  /** Reads a list of strings. A single value is split at commas, unless it contains brackets. */
  texts(entry: YamlEntry): unknown {
    return this.list(
      entry,
      (item) => this.text(item),
      ({ text }) =>
        /[()[\]{}<>]/.test(text)
          ? undefined
          : text.split(",").map((part) => part.trim()).filter((part) =>
            !/^(?:|none|n\/a|~|null)$/i.test(part)
          ),
    );
  }

  /** Reads a list. `parts` splits a single value; if it returns nothing, the value is the only item. */
  list(
    { key, keySpan, value: node }: YamlEntry,
    item: (node: YamlNode) => unknown,
    parts?: (node: YamlScalar) => readonly unknown[] | undefined,
  ): unknown {
    if (node.kind === "list") return node.items.map(item);
    if (node.kind === "map") return plainValue(node);
    if (coreValue(node) === null || node.text.trim() === "") {
      const fix = this.#replacement(node, "[]", "Write an empty list");
      this.note(keySpan, `"${key}" has no value and is read as an empty list`, `Write \`${key}: []\``, fix);
      return [];
    }
    const items = parts?.(node) ?? [item(node)];
    const areTexts = items.every((text) => typeof text === "string");
    // Several words may be a sentence, or items without commas.
    const isCertain = parts === undefined || items.every((text) => typeof text === "string" && isName(text));
    const written = areTexts ? `[${items.map(yamlText).join(", ")}]` : `[${node.text}]`;
    const fix = areTexts && isCertain ? this.#replacement(node, written, "Write a list") : undefined;
    const message = `"${key}" is a single value and is read as a list`;
    this.note(node.span, message, `Write \`${key}: ${written}\``, fix);
    return items;
  }

  /** Reads a whole number, also in quotes. */
  number(node: YamlNode): unknown {
    return this.#typed(node, "a number", /^\d+$/, Number);
  }

  /** Reads true or false, in any case and also in quotes. */
  boolean(node: YamlNode): unknown {
    return this.#typed(node, "true or false", /^(?:true|false)$/i, (text) => text.toLowerCase() === "true");
  }

  #typed<T>(node: YamlNode, wanted: string, form: RegExp, read: (text: string) => T): unknown {
    if (node.kind !== "scalar" || !form.test(node.text)) return plainValue(node);
    if (!node.plain) {
      const { start, end } = node.span;
      const fix = /["']/.test(this.source[start - 1] ?? "")
        ? {
          title: "Remove the quotes",
          edits: [{ start: start - 1, end: end + 1, text: String(read(node.text)) }],
        }
        : undefined;
      const message = `"${node.text}" in quotes is a string and is read as ${wanted}`;
      this.note(node.span, message, "Remove the quotes", fix);
    }
    return read(node.text);
  }

  /** Records a value that was not in the form of the specification. */
  note(span: Span, message: string, hint: string, fix?: Fix): void {
    this.notes.push(fix === undefined ? { span, message, hint } : { span, message, hint, fix });
  }

  /** Creates a fix that replaces a scalar on one line, including its quotes. */
  #replacement({ plain, span }: YamlScalar, text: string, title: string): Fix | undefined {
    const { start, end } = span;
    const written = this.source.slice(start, end);
    if (/[\r\n]/.test(written + text)) return undefined;
    if (plain) return { title, edits: [{ start, end, text: written === "" ? ` ${text}` : text }] };
    const quote = this.source[start - 1];
    return quote === this.source[end] && (quote === '"' || quote === "'")
      ? { title, edits: [{ start: start - 1, end: end + 1, text }] }
      : undefined;
  }
}

/** Reports whether a text is a single name: a path, an ID, `Phase 3`. */
function isName(text: string): boolean {
  return /^(?:(?:phase|plan) )?[^\s()[\]{}<>"']+$/i.test(text);
}

/** Returns the value that YAML's core schema gives a node. */
export function plainValue(node: YamlNode): unknown {
  if (node.kind === "scalar") return coreValue(node);
  if (node.kind === "list") return node.items.map(plainValue);
  const value: Record<string, unknown> = {};
  for (const entry of node.entries) define(value, entry.key, plainValue(entry.value));
  return value;
}

/** Sets a key from a file. Even `__proto__` is an ordinary key. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") {
    target[key] = value;
    return;
  }
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
