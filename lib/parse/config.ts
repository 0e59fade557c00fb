import { configKeys } from "../../generated/metadata.ts";
import type { ConfigFile } from "../../schemas/config.ts";
import type { Diagnostic, Fix, Severity, Span, TextEdit } from "../../schemas/diagnostic.ts";
import type { ConfigKey } from "../../schemas/metadata.ts";
import type { JsonNode } from "../deps/jsonc.ts";
import type { SourceText } from "../source.ts";
import { granularityEdits, isGiven, MOVED, planningEdits, spanOf } from "./config_moves.ts";
import { isOfAnotherTool, OBJECTS, othersMessage, unknownHint } from "./config_unknown.ts";
import { expectedInstead, expectedItem, meantValue } from "./config_value.ts";
import { parseJson } from "./json_tree.ts";

/** Path of the configuration file, relative to the project root. */
export const CONFIG_PATH = ".planning/config.json";

/** The configuration file as read. */
export interface ConfigDocument {
  /** The file. */
  readonly source: SourceText;
  /** The keys whose values can be used. */
  readonly file: ConfigFile;
  /** What is wrong with the rest. */
  readonly diagnostics: readonly Diagnostic[];
}

const KEYS: ReadonlyMap<string, ConfigKey> = new Map(configKeys.map((key) => [key.key, key]));
/** Values of `model_profile` that other tools document. */
const OTHER_PROFILES: ReadonlySet<unknown> = new Set(["adaptive", "inherit"]);
const DEPTHS: ReadonlyMap<unknown, string> = new Map([
  ["quick", "coarse"],
  ["standard", "standard"],
  ["comprehensive", "fine"],
]);

/**
 * Parses `config.json`: JSON, in which comments are allowed.
 *
 * Never throws. Every key is checked by itself, so that one wrong value does not cost the others.
 * Forms of the field (`parallelization: true`, a top-level `commit_docs`, `depth`, `"Coarse"`) are read
 * as they are meant, with a warning; where the specification's form stands beside one, it wins. Spec:
 * Configuration file; DECISIONS, Configuration.
 */
export function parseConfig(source: SourceText): ConfigDocument {
  const text = source.text.replace(/^\uFEFF/, " ");
  const { root, problem } = parseJson(text);
  const reader = new Reader(source);
  if (problem !== undefined) {
    reader.report(
      "config-not-json",
      "error",
      problem,
      `Not JSON: ${problem.reason}`,
      problem.hint,
    );
  } else if (root !== undefined && root.type !== "object") {
    const message = "The configuration is not a JSON object";
    reader.report("config-not-json", "error", spanOf(root), message, "Write `{ … }`");
  } else if (root !== undefined) {
    reader.object(root, "");
    reader.others();
  }
  return {
    source,
    file: reader.file as ConfigFile,
    diagnostics: reader.diagnostics.sort((a, b) => a.span.start - b.span.start),
  };
}

class Reader {
  readonly file: Record<string, unknown> = {};
  readonly diagnostics: Diagnostic[] = [];

  /** Keys that are known to be other tools'. */
  readonly #others: { readonly key: string; readonly name: JsonNode }[] = [];

  constructor(readonly source: SourceText) {}

  object(node: JsonNode, prefix: string): void {
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name === undefined || value === undefined) continue;
      const key = prefix + String(name.value);
      if (!seen.has(key)) this.#property(key, name, value);
      else {
        const message = `"${key}" is given twice`;
        this.report("config-duplicate-key", "error", spanOf(name), message, "Remove one of them");
      }
      seen.add(key);
    }
  }

  #property(key: string, name: JsonNode, node: JsonNode): void {
    if (key === "$schema") return;
    const dotted = String(name.value).includes(".");
    const known = dotted ? undefined : KEYS.get(key);
    if (known !== undefined) this.#value(known, node);
    else if (dotted || !OBJECTS.has(key)) {
      if (!this.#legacy(key, name, node)) this.#unknown(key, name);
    } else if (node.type === "object") this.object(node, `${key}.`);
    else if (!this.#legacy(key, name, node)) {
      const hint = `Write \`"${key}": { … }\``;
      this.report("config-value", "error", spanOf(node), `"${key}" is not an object`, hint);
    }
  }

  #value(key: ConfigKey, node: JsonNode): void {
    const written = jsonValue(node);
    const value = meantValue(key, written);
    const expected = expectedInstead(key, value);
    if (expected === undefined) {
      this.#set(key.key, value, "over");
      if (value !== written) this.#case(key, node, JSON.stringify(value));
    } else if (key.key === "model_profile" && typeof value === "string") this.#profile(key, node, expected);
    else if (key.type === "list" && typeof value === "string") this.#single(key, node, value);
    else if (key.type === "list" && node.type === "array") this.#items(key, node);
    else this.#wrong(key.key, node, expected);
  }

  #wrong(key: string, node: JsonNode, expected: string): void {
    const message = `"${key}" is ${this.#shown(node)}, expected ${expected}`;
    this.report("config-value", "error", spanOf(node), message, `Write ${expected}`);
  }

  /** A value that is an allowed one but for capital letters. */
  #case(key: ConfigKey, node: JsonNode, json: string): void {
    const message = `"${key.key}" is ${this.#shown(node)} and is read as ${json}`;
    this.#reportLegacy(node, message, `"${lastPart(key.key)}": ${json}`, [{ ...spanOf(node), text: json }]);
  }

  /** A profile that is not known: the default is used. */
  #profile(key: ConfigKey, node: JsonNode, expected: string): void {
    if (OTHER_PROFILES.has(node.value)) {
      const message = `${
        this.#shown(node)
      } is a profile of another tool; wf uses the default "${key.default}"`;
      const hint = `Leave it to that tool, or write ${expected}`;
      return this.report("config-legacy", "warning", spanOf(node), message, hint);
    }
    const message = `Unknown model profile ${this.#shown(node)}, the default "${key.default}" is used`;
    const fix = {
      title: `Set model_profile to "${key.default}"`,
      edits: [{ ...spanOf(node), text: JSON.stringify(key.default) }],
    };
    this.report("config-legacy", "warning", spanOf(node), message, `Write ${expected}`, fix);
  }

  /** A text where a list is expected: a list of that text, or an empty one. */
  #single(key: ConfigKey, node: JsonNode, value: string): void {
    const list = value === "" ? [] : [value];
    this.#set(key.key, list, "over");
    const message = `"${key.key}" is a text and is read as a list of ${value === "" ? "none" : "one"}`;
    const edits = [{ ...spanOf(node), text: JSON.stringify(list) }];
    this.#reportLegacy(node, message, `"${lastPart(key.key)}": ${JSON.stringify(list)}`, edits);
  }

  /** The items of a list that are wrong. The list is not used then: half of it would be another one. */
  #items(key: ConfigKey, node: JsonNode): void {
    for (const [index, item] of (node.children ?? []).entries()) {
      const expected = expectedItem(key, jsonValue(item));
      if (expected === undefined) continue;
      const message = `Item ${index + 1} of "${key.key}" is ${this.#shown(item)}, expected ${expected}`;
      this.report("config-value", "error", spanOf(item), message, `Write ${expected}`);
    }
  }

  /** A value as it is written, cut where it is long. */
  #shown(node: JsonNode): string {
    return this.source.text.slice(node.offset, node.offset + Math.min(node.length, 40));
  }

  /** Forms that other tools of this kind write. */
  #legacy(key: string, name: JsonNode, node: JsonNode): boolean {
    const value: unknown = node.value;
    const granularity = key === "depth" ? DEPTHS.get(String(value).toLowerCase()) : undefined;
    if (granularity !== undefined) {
      this.#set("granularity", granularity, "under");
      const edits = granularityEdits(name, granularity, this.source.text);
      if (isGiven(name, "granularity")) this.#reportUnread(name, "granularity", edits);
      else {
        const message = `"depth" is read as "granularity"`;
        this.#reportLegacy(name, message, `"granularity": "${granularity}"`, edits);
      }
      return true;
    }
    if (typeof value !== "boolean") return false;
    if (key === "parallelization") {
      this.#set("parallelization.enabled", value, "under");
      const text = `{ "enabled": ${value} }`;
      const message = `"parallelization" is ${value} and is read as its key "enabled"`;
      this.#reportLegacy(node, message, `"parallelization": ${text}`, [{ ...spanOf(node), text }]);
      return true;
    }
    if (!MOVED.has(key)) return false;
    this.#set(`planning.${key}`, value, "under");
    const edits = planningEdits(name, this.source.text);
    if (isGiven(name, "planning", key)) this.#reportUnread(name, `planning.${key}`, edits);
    else {
      const message = `"${key}" is read as "planning.${key}"`;
      this.#reportLegacy(name, message, `"planning": { "${key}": ${value} }`, edits);
    }
    return true;
  }

  #reportLegacy(at: JsonNode, message: string, json: string, edits: readonly TextEdit[] | undefined): void {
    const title = `Write \`${json}\``;
    const fix = edits === undefined ? undefined : { title, edits };
    this.report("config-legacy", "warning", spanOf(at), message, title, fix);
  }

  /** An old form beside the specification's, which wins. */
  #reportUnread(name: JsonNode, instead: string, edits: readonly TextEdit[] | undefined): void {
    const message = `"${name.value}" is not read, as "${instead}" is given too`;
    const title = `Remove "${name.value}"`;
    this.report("config-legacy", "warning", spanOf(name), message, title, edits && { title, edits });
  }

  #unknown(key: string, name: JsonNode): void {
    if (!String(name.value).includes(".") && isOfAnotherTool(key)) {
      this.#others.push({ key, name });
      return;
    }
    const message = `Unknown key "${key}", wf does not use it`;
    this.report("config-unknown-key", "warning", spanOf(name), message, unknownHint(key));
  }

  /** Reports the keys of other tools, all at once: nobody typed them, and there are dozens. */
  others(): void {
    const [first] = this.#others;
    if (first === undefined) return;
    const { message, hint } = othersMessage(this.#others.map(({ key }) => key));
    this.report("config-unknown-key", "warning", spanOf(first.name), message, hint);
  }

  /** Sets a value; one that is `under` gives way to one that is there. */
  #set(key: string, value: unknown, place: "over" | "under"): void {
    const parts = key.split(".");
    let target = this.file;
    for (const part of parts.slice(0, -1)) {
      target[part] ??= {};
      target = target[part] as Record<string, unknown>;
    }
    const last = parts.at(-1)!;
    if (place === "over" || !Object.hasOwn(target, last)) target[last] = value;
  }

  report(
    code: string,
    severity: Severity,
    span: Span,
    message: string,
    hint: string,
    fix?: Fix,
  ): void {
    const { start, end } = span;
    const found = { code, severity, message, hint, span: { path: this.source.path, start, end } };
    this.diagnostics.push(fix === undefined ? found : { ...found, fix });
  }
}

/** A value, or a list of values; undefined for an object. */
function jsonValue(node: JsonNode): unknown {
  return node.type === "array" ? node.children?.map(jsonValue) : node.value;
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}
