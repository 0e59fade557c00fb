import type { Span } from "../../../schemas/diagnostic.ts";
import {
  COLLECTION_STYLE,
  EVENT_ID,
  getScalarValue,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type YamlEvent,
  YAMLException,
} from "../../deps/yaml.ts";
import { PaddedYaml } from "./padded_yaml.ts";
import type { YamlProblem } from "./problem.ts";
import type { YamlEntry, YamlNode, YamlScalar } from "./node.ts";

export * from "./node.ts";
export type { YamlProblem };

/** The result of {@link parseYaml}. */
export type YamlResult =
  | { readonly kind: "parsed"; readonly root: YamlNode }
  | { readonly kind: "empty" }
  | { readonly kind: "failed"; readonly problem: YamlProblem };

const MAX_DEPTH = 32;
const COLON = /\s*:/y;

/**
 * Parses one YAML document into nodes with their places.
 *
 * Never throws. YAML's own tags of scalars are read: `!!int "1"` is 1. Anchors, aliases, other tags, keys given twice, a second document and nesting deeper than
 * 32 are refused: plan files need none of them, anchors and aliases allow documents that
 * expand without limit, and the others lose text.
 *
 * @param text The YAML text.
 * @param base Offset of the text within its file; added to every offset.
 */
export function parseYaml(text: string, base = 0): YamlResult {
  let padded = new PaddedYaml(text);
  for (;;) {
    const source = padded;
    try {
      const events = parseEvents(source.text, { maxDepth: MAX_DEPTH });
      const root = new NodeReader(source, base, events).document();
      return root === undefined ? { kind: "empty" } : { kind: "parsed", root };
    } catch (error) {
      const problem = problemOf(error, source.text);
      const next = source.padded(problem);
      if (next === undefined) {
        return { kind: "failed", problem: { ...problem, offset: base + source.original(problem.offset) } };
      }
      padded = next;
    }
  }
}

function problemOf(error: unknown, text: string): YamlProblem {
  if (error instanceof Refusal) return { reason: error.message, offset: error.offset };
  if (error instanceof YAMLException) {
    const offset = Math.max(0, Math.min(error.mark?.position ?? 0, text.length));
    return { reason: error.reason, offset };
  }
  return { reason: error instanceof Error ? error.message : String(error), offset: 0 };
}

class Refusal extends Error {
  constructor(readonly offset: number, message: string) {
    super(message);
  }
}

class NodeReader {
  #index = 0;
  #lastEnd = 0;
  readonly #text: string;

  /** @param base Offset of the text within its file. */
  constructor(readonly source: PaddedYaml, readonly base: number, readonly events: readonly YamlEvent[]) {
    this.#text = source.text;
  }

  document(): YamlNode | undefined {
    if (this.events[0]?.type === EVENT_ID.DOCUMENT) this.#index = 1;
    const first = this.events[this.#index];
    if (first === undefined || first.type === EVENT_ID.POP) return undefined;
    const root = this.#node();
    if (this.events.length > this.#index + 1) {
      throw new Refusal(this.#lastEnd, "a second document follows, after a line of three dots");
    }
    return root;
  }

  #node(): YamlNode {
    const event = this.events[this.#index++]!;
    switch (event.type) {
      case EVENT_ID.SCALAR:
        return this.#scalar(event);
      case EVENT_ID.SEQUENCE: {
        this.#refuseProperties(event);
        const items: YamlNode[] = [];
        while (!this.#pop()) items.push(this.#node());
        return { kind: "list", items, span: this.#to(event.start, event.style === COLLECTION_STYLE.FLOW) };
      }
      case EVENT_ID.MAPPING: {
        this.#refuseProperties(event);
        const entries = this.#entries(event.start);
        return { kind: "map", entries, span: this.#to(event.start, event.style === COLLECTION_STYLE.FLOW) };
      }
      case EVENT_ID.ALIAS:
        throw new Refusal(event.anchorStart - 1, "aliases (*name) are not allowed");
      default:
        throw new Refusal(this.#lastEnd, "unexpected content");
    }
  }

  #entries(start: number): YamlEntry[] {
    const entries: YamlEntry[] = [];
    const seen = new Set<string>();
    while (!this.#pop()) {
      const event = this.events[this.#index];
      if (event?.type !== EVENT_ID.SCALAR || event.valueStart < 0) {
        throw new Refusal(Math.max(start, this.#lastEnd), "a key must be a word");
      }
      this.#index++;
      const key = this.#value(event);
      if (seen.has(key)) throw new Refusal(event.valueStart, `key "${key}" is given twice`);
      seen.add(key);
      const value = this.events[this.#index];
      if (value?.type === EVENT_ID.SCALAR && value.valueStart < 0) this.#lastEnd = this.#afterColon();
      entries.push({ key, keySpan: this.#span(event.valueStart, event.valueEnd), value: this.#node() });
    }
    return entries;
  }

  /** An omitted value is placed directly after the colon of its key. */
  #afterColon(): number {
    COLON.lastIndex = this.#lastEnd;
    return COLON.test(this.#text) ? COLON.lastIndex : this.#lastEnd;
  }

  #scalar(event: ScalarEvent): YamlScalar {
    const text = this.#value(event);
    const plain = event.tagStart < 0 ? event.style === SCALAR_STYLE.PLAIN : this.#coreTag(event) !== "str";
    const span = event.valueStart < 0
      ? this.#span(this.#lastEnd, this.#lastEnd)
      : this.#span(event.valueStart, event.valueEnd);
    return { kind: "scalar", text, plain, span };
  }

  /** Returns the text of a key or a scalar; empty for an omitted value. */
  #value(event: ScalarEvent): string {
    if (event.tagStart >= 0 && this.#coreTag(event) !== undefined) this.#refuseAnchor(event);
    else this.#refuseProperties(event);
    if (event.valueStart < 0) return "";
    const quoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    this.#lastEnd = event.valueEnd + (quoted ? 1 : 0);
    return getScalarValue(this.#text, event);
  }

  /** The name of a scalar's tag, if it is one that other programs write for ordinary values. */
  #coreTag({ tagStart, tagEnd }: ScalarEvent): string | undefined {
    return /^!!(str|int|float|bool|null)$/.exec(this.#text.slice(tagStart, tagEnd))?.[1];
  }

  #refuseProperties(event: { readonly anchorStart: number; readonly tagStart: number }) {
    this.#refuseAnchor(event);
    if (event.tagStart >= 0) throw new Refusal(event.tagStart, "tags (!name) are not allowed");
  }

  #refuseAnchor({ anchorStart }: { readonly anchorStart: number }) {
    if (anchorStart >= 0) throw new Refusal(anchorStart - 1, "anchors (&name) are not allowed");
  }

  #pop(): boolean {
    const event = this.events[this.#index];
    if (event !== undefined && event.type !== EVENT_ID.POP) return false;
    this.#index++;
    return true;
  }

  /** The span of a collection: to the end of its last value, or of the bracket that closes it. */
  #to(start: number, flow: boolean): Span {
    if (flow) this.#lastEnd = flowEnd(this.#text, Math.max(start + 1, this.#lastEnd));
    return this.#span(start, Math.max(start, this.#lastEnd));
  }

  /** The span in the file of a part of the text. */
  #span(start: number, end: number): Span {
    return { start: this.base + this.source.original(start), end: this.base + this.source.original(end) };
  }
}

/** The offset after the bracket that closes a flow collection, past spaces, commas and comments. */
function flowEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "]" || text[at] === "}") return at + 1;
    if (text[at] === "#") at = Math.max(at, text.indexOf("\n", at));
  }
  return from;
}
