import type { ConfigFile } from "../../../schemas/config.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import { defined } from "../../collections/defined.ts";
import type { JsonNode } from "../../deps/jsonc.ts";
import type { SourceText } from "../../text/source_text.ts";
import { spanOf } from "./legacy_keys.ts";
import { OBJECTS, othersMessage, unknownHint } from "./unknown_keys.ts";
import { expectedInstead, expectedItem, meantValue } from "./value.ts";
import { ConfigReading, jsonValue } from "./config_reading.ts";
import { KEYS, readOtherForm } from "./other_forms.ts";
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
    reader.report("config-not-json", problem, `Not JSON: ${problem.reason}`, problem.hint);
  } else if (root !== undefined && root.type !== "object") {
    const message = "The configuration is not a JSON object";
    reader.report("config-not-json", spanOf(root), message, "Write `{ … }`");
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

/** Reads the keys of the configuration. */
class Reader extends ConfigReading {
  projectCode: string | undefined;

  /** Unknown keys that are similar to none of wf. */
  readonly #others: { readonly key: string; readonly name: JsonNode }[] = [];

  object(node: JsonNode, prefix: string): void {
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name === undefined || value === undefined) continue;
      const key = prefix + String(name.value);
      if (!seen.has(key)) this.#property(key, name, value);
      else {
        const message = `"${key}" is given twice`;
        this.report("config-duplicate-key", spanOf(name), message, "Remove one of them");
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
      if (!readOtherForm(key, { name, node }, this)) this.#unknown(key, name);
    } else if (node.type === "object") this.object(node, `${key}.`);
    else if (!readOtherForm(key, { name, node }, this)) {
      const hint = `Write \`"${key}": { … }\``;
      this.report("config-value", spanOf(node), `"${key}" is not an object`, hint);
    }
  }

  #value(key: ConfigKey, node: JsonNode): void {
    const written = jsonValue(node);
    const value = meantValue(key, written);
    const expected = expectedInstead(key, value);
    if (expected === undefined) {
      this.set(key.key, value, "over");
      if (value !== written) this.#case(key, node, JSON.stringify(value));
    } else if (key.key === "model_profile" && typeof value === "string") this.#profile(key, node, expected);
    else if (key.type === "list" && typeof value === "string") this.#single(key, node, value);
    else if (key.type === "list" && node.type === "array") this.#items(key, node);
    else this.wrong(key, node, expected);
  }

  /** Reports a value that differs from an allowed one only in case. */
  #case(key: ConfigKey, node: JsonNode, json: string): void {
    const message = `"${key.key}" is ${this.shown(node)} and is read as ${json}`;
    this.reportLegacy(node, message, `"${lastPart(key.key)}": ${json}`, [{ ...spanOf(node), text: json }]);
  }

  /** Reports an unknown profile, for which the default is used: it may be one of another tool. */
  #profile(key: ConfigKey, node: JsonNode, expected: string): void {
    const message = `Unknown model profile ${this.shown(node)}, the default "${key.default}" is used`;
    const hint = `Write ${expected}, or leave it to the tool that knows it`;
    this.report("config-legacy", spanOf(node), message, hint);
  }

  /** Reads a string in place of a list: as a list of that string, or as an empty one. */
  #single(key: ConfigKey, node: JsonNode, value: string): void {
    const list = value === "" ? [] : [value];
    this.set(key.key, list, "over");
    const message = `"${key.key}" is a string and is read as ${
      value === "" ? "an empty list" : "a list with one item"
    }`;
    const edits = [{ ...spanOf(node), text: JSON.stringify(list) }];
    this.reportLegacy(node, message, `"${lastPart(key.key)}": ${JSON.stringify(list)}`, edits);
  }

  /** Reports the wrong items of a list. The list is not used at all: without them it would have another meaning. */
  #items(key: ConfigKey, node: JsonNode): void {
    for (const [index, item] of (node.children ?? []).entries()) {
      const expected = expectedItem(key, jsonValue(item));
      if (expected === undefined) continue;
      this.wrong(key, item, expected, `Item ${index + 1} of "${key.key}"`);
    }
  }

  #unknown(key: string, name: JsonNode): void {
    const hint = unknownHint(key);
    if (hint === undefined) {
      this.#others.push({ key, name });
      return;
    }
    const message = `Unknown key "${key}": wf does not use it`;
    this.report("config-unknown-key", spanOf(name), message, hint);
  }

  /** Reports the other unknown keys in one finding: tools generate them, and there can be dozens. */
  others(): void {
    const [first] = this.#others;
    if (first === undefined) return;
    const { message, hint } = othersMessage(this.#others.map(({ key }) => key));
    this.report("config-unknown-key", spanOf(first.name), message, hint);
  }
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf(".") + 1);
}
