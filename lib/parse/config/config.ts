import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigFile } from "../../../schemas/config.ts";
import type { Diagnostic, Fix, Severity, Span, TextEdit } from "../../../schemas/diagnostic.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import { defined } from "../../collections/defined.ts";
import { findNodeAtLocation, type JsonNode } from "../../deps/jsonc.ts";
import type { SourceText } from "../../text/source_text.ts";
import { unsetConfigValue } from "./edit.ts";
import {
  givenPlaces,
  granularityEdits,
  granularityOf,
  isValue,
  keyOfPlace,
  moveEdits,
  spanOf,
} from "./legacy_keys.ts";
import { OBJECTS, othersMessage, unknownHint } from "./unknown_keys.ts";
import { expectedInstead, expectedItem, meantValue, suggestedInstead } from "./value.ts";
import { parseJson } from "../json/tree.ts";

/** Path of the configuration file, relative to the project root. */
export const CONFIG_PATH = ".planning/config.json";

/** The configuration file as read. */
export interface ConfigDocument {
  /** The file. */
  readonly source: SourceText;
  /** The keys with usable values. */
  readonly file: ConfigFile;
  /** The code in front of the numbers of folders and plans: `CK` for `CK-01-base`. */
  readonly projectCode?: string | undefined;
  /** The findings about the rest. */
  readonly diagnostics: readonly Diagnostic[];
}

const KEYS: ReadonlyMap<string, ConfigKey> = new Map(configKeys.map((key) => [key.key, key]));

/**
 * Parses `config.json`: JSON, in which comments are allowed.
 *
 * Never throws. Every key is checked on its own, so that one wrong value does not affect the others.
 * Other common forms (`parallelization: true`, a top-level `commit_docs`, `depth`, `"Coarse"`) are read with a
 * warning; if the specification's form is also there, it wins.
 * See docs/decisions/configuration.md.
 *
 * @param source The file; an empty text counts as a file without keys.
 * @returns The keys with usable values, and findings about the rest. {@linkcode resolveConfig} adds the defaults.
 *
 * @example
 * ```ts
 * import { parseConfig, SourceText } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const source = new SourceText(".planning/config.json", '{ "mode": "yolo", "granularity": "tiny" }');
 * const { file, diagnostics } = parseConfig(source);
 * assert.deepEqual(file, { mode: "yolo" });
 * assert.deepEqual(diagnostics.map(({ severity }) => severity), ["error"]);
 * ```
 */
export function parseConfig(source: SourceText): ConfigDocument {
  const text = source.text.replace(/^\uFEFF/, " ");
  const { root, problem } = parseJson(text);
  const reader = new Reader(source, root);
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
  const { file, projectCode, diagnostics } = reader;
  return {
    source,
    file: file as ConfigFile,
    ...defined({ projectCode }),
    diagnostics: withoutGuesses(diagnostics).sort((a, b) => a.span.start - b.span.start),
  };
}

/** Removes the fixes of findings if a key is given twice: only the user knows which of the two is right. */
function withoutGuesses(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  if (!diagnostics.some(({ code }) => code === "config-duplicate-key")) return [...diagnostics];
  return diagnostics.map(({ fix: _, ...found }) => found);
}

interface PlacedValue {
  readonly key: ConfigKey;
  readonly name: JsonNode;
  readonly node: JsonNode;
}

/** A value and another one that overrides it. */
interface DifferentValues extends Pick<PlacedValue, "name" | "node"> {
  readonly other: JsonNode;
}

class Reader {
  readonly file: Record<string, unknown> = {};
  readonly diagnostics: Diagnostic[] = [];
  projectCode: string | undefined;

  /** Unknown keys that are similar to none of wf. */
  readonly #others: { readonly key: string; readonly name: JsonNode }[] = [];

  constructor(readonly source: SourceText, readonly root: JsonNode | undefined) {}

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
    if (key === "project_code" && typeof node.value === "string" && node.value.trim() !== "") {
      this.projectCode = node.value.trim();
      return;
    }
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
    else this.#wrong(key, node, expected);
  }

  #wrong(key: ConfigKey, node: JsonNode, expected: string, shown = `"${key.key}"`): void {
    const message = `${shown} is ${this.#shown(node)}, expected ${expected}`;
    const meant = suggestedInstead(key, jsonValue(node));
    const suggestion = meant === undefined ? "" : `; did you mean "${meant}"?`;
    this.report("config-value", "error", spanOf(node), message, `Write ${expected}${suggestion}`);
  }

  /** Reports a value that differs from an allowed one only in case. */
  #case(key: ConfigKey, node: JsonNode, json: string): void {
    const message = `"${key.key}" is ${this.#shown(node)} and is read as ${json}`;
    this.#reportLegacy(node, message, `"${lastPart(key.key)}": ${json}`, [{ ...spanOf(node), text: json }]);
  }

  /** Reports an unknown profile, for which the default is used: it may be one of another tool. */
  #profile(key: ConfigKey, node: JsonNode, expected: string): void {
    const message = `Unknown model profile ${this.#shown(node)}, the default "${key.default}" is used`;
    const hint = `Write ${expected}, or leave it to the tool that knows it`;
    this.report("config-legacy", "warning", spanOf(node), message, hint);
  }

  /** Reads a string in place of a list: as a list of that string, or as an empty one. */
  #single(key: ConfigKey, node: JsonNode, value: string): void {
    const list = value === "" ? [] : [value];
    this.#set(key.key, list, "over");
    const message = `"${key.key}" is a string and is read as ${
      value === "" ? "an empty list" : "a list with one item"
    }`;
    const edits = [{ ...spanOf(node), text: JSON.stringify(list) }];
    this.#reportLegacy(node, message, `"${lastPart(key.key)}": ${JSON.stringify(list)}`, edits);
  }

  /** Reports the wrong items of a list. The list is not used at all: without them it would have another meaning. */
  #items(key: ConfigKey, node: JsonNode): void {
    for (const [index, item] of (node.children ?? []).entries()) {
      const expected = expectedItem(key, jsonValue(item));
      if (expected === undefined) continue;
      this.#wrong(key, item, expected, `Item ${index + 1} of "${key.key}"`);
    }
  }

  /** A value as written, truncated if it is long. */
  #shown(node: JsonNode): string {
    return this.source.text.slice(node.offset, node.offset + Math.min(node.length, 40));
  }

  /** Reads the forms that other tools of this kind write. */
  #legacy(key: string, name: JsonNode, node: JsonNode): boolean {
    if (String(name.value).includes(".")) return false;
    if (key === "depth") return this.#depth(name, node);
    if (key === "parallelization" && typeof node.value === "string") {
      const message = `"parallelization" is ${
        this.#shown(node)
      }, which wf does not use; its keys keep their defaults`;
      const hint = `Leave it to the tool that wrote it, or write \`"parallelization": { "enabled": … }\``;
      this.report("config-legacy", "warning", spanOf(node), message, hint);
      return true;
    }
    if (key === "parallelization" && node.type === "boolean") {
      this.#set("parallelization.enabled", node.value, "under");
      const text = `{ "enabled": ${node.value} }`;
      const message = `"parallelization" is ${node.value} and is read as its key "enabled"`;
      this.#reportLegacy(node, message, `"parallelization": ${text}`, [{ ...spanOf(node), text }]);
      return true;
    }
    const moved = KEYS.get(keyOfPlace(key) ?? "");
    if (moved === undefined || !isValue(node)) return false;
    this.#moved(key, moved, name, node);
    return true;
  }

  #depth(name: JsonNode, node: JsonNode): boolean {
    const granularity = typeof node.value === "string" ? granularityOf(node.value) : undefined;
    const other = findNodeAtLocation(name.parent!.parent!, ["granularity"]);
    if (typeof node.value === "string" && other !== undefined) {
      const isSame = granularity === String(other.value).toLowerCase();
      if (isSame) this.#reportUnread(name, "depth", "granularity");
      else this.#differs("depth", "granularity", { name, node, other });
      return true;
    }
    if (granularity === undefined) return false;
    this.#set("granularity", granularity, "under");
    const edits = granularityEdits(name, granularity);
    this.#reportLegacy(name, `"depth" is read as "granularity"`, `"granularity": "${granularity}"`, edits);
    return true;
  }

  /** Reads a value in another place than that of its key. */
  #moved(place: string, key: ConfigKey, name: JsonNode, node: JsonNode): void {
    const value = meantValue(key, jsonValue(node));
    const holds = givenPlaces(this.root!, key.key)[0]!;
    if (holds !== place) return this.#overridden(place, holds, { key, name, node });
    const expected = expectedInstead(key, value);
    if (expected !== undefined && key.key.startsWith("planning.")) {
      return this.#wrong(key, node, expected, `"${place}"`);
    }
    if (expected !== undefined) return this.#ignored(place, key, node);
    this.#set(key.key, value, "under");
    const [object, inner] = key.key.split(".");
    const json = `"${object}": { "${inner}": ${JSON.stringify(value)} }`;
    const edits = moveEdits({ place, key: key.key, name, value }, this.source.text);
    this.#reportLegacy(name, `"${place}" is read as "${key.key}"`, json, edits);
  }

  /** Reports a value that only another tool knows, in a place that only that tool reads. */
  #ignored(place: string, key: ConfigKey, node: JsonNode): void {
    const message = `"${place}" is ${
      this.#shown(node)
    }, which wf does not use; "${key.key}" keeps its default`;
    this.report("config-legacy", "warning", spanOf(node), message, `Remove it, or set "${key.key}"`);
  }

  /** Reports a value that another place overrides. If the two differ, only the user knows which is right. */
  #overridden(place: string, holds: string, { key, name, node }: PlacedValue): void {
    const other = findNodeAtLocation(this.root!, holds.split("."))!;
    const values = [node, other].map((one) => JSON.stringify(meantValue(key, jsonValue(one))));
    if (values[0] === values[1]) this.#reportUnread(name, place, holds);
    else this.#differs(place, holds, { name, node, other });
  }

  #differs(place: string, holds: string, { name, node, other }: DifferentValues): void {
    const shown = [`"${place}" is ${this.#shown(node)}`, `"${holds}" is ${this.#shown(other)}`];
    const message = `${shown.join(" and ")}: wf uses "${holds}", other tools may use "${place}"`;
    this.report(
      "config-legacy",
      "warning",
      spanOf(name),
      message,
      "Write the same value, or remove one of them",
    );
  }

  #reportLegacy(at: JsonNode, message: string, json: string, edits: readonly TextEdit[] | undefined): void {
    const title = `Write \`${json}\``;
    const fix = edits === undefined ? undefined : { title, edits };
    this.report("config-legacy", "warning", spanOf(at), message, title, fix);
  }

  /** Reports an old form next to the specification's, which wins. */
  #reportUnread(name: JsonNode, place: string, instead: string): void {
    const edits = unsetConfigValue(this.source.text, place);
    const message = `"${place}" is not read, because "${instead}" is also set`;
    const title = `Remove "${place}"`;
    this.report("config-legacy", "warning", spanOf(name), message, title, { title, edits });
  }

  #unknown(key: string, name: JsonNode): void {
    const hint = unknownHint(key);
    if (hint === undefined) {
      this.#others.push({ key, name });
      return;
    }
    const message = `Unknown key "${key}": wf does not use it`;
    this.report("config-unknown-key", "warning", spanOf(name), message, hint);
  }

  /** Reports the other unknown keys in one finding: tools generate them, and there can be dozens. */
  others(): void {
    const [first] = this.#others;
    if (first === undefined) return;
    const { message, hint } = othersMessage(this.#others.map(({ key }) => key));
    this.report("config-unknown-key", "warning", spanOf(first.name), message, hint);
  }

  /** Sets a value; an `under` value does not replace an existing one. */
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
