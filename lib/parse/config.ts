import { configKeys } from "../../generated/metadata.ts";
import type { ConfigFile } from "../../schemas/config.ts";
import type { Diagnostic, Severity, Span } from "../../schemas/diagnostic.ts";
import type { ConfigKey } from "../../schemas/metadata.ts";
import { type JsonNode, type ParseError, parseTree, printParseErrorCode } from "../deps/jsonc.ts";
import { nearest } from "../nearest.ts";
import type { SourceText } from "../source.ts";

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
const OBJECTS: ReadonlySet<string> = new Set(
  configKeys.filter(({ key }) => key.includes(".")).map(({ key }) => key.slice(0, key.lastIndexOf("."))),
);
const DEPTHS: ReadonlyMap<unknown, string> = new Map([
  ["quick", "coarse"],
  ["standard", "standard"],
  ["comprehensive", "fine"],
]);

/**
 * Parses `config.json`: JSON, in which comments are allowed.
 *
 * Never throws. Every key is checked by itself, so that one wrong value does not cost the others.
 * Forms of the field (`parallelization: true`, a top-level `commit_docs`, `depth`) are read as they
 * are meant, with a warning. Spec: Configuration file; DECISIONS, Configuration.
 */
export function parseConfig(source: SourceText): ConfigDocument {
  const start = source.text.startsWith("\uFEFF") ? 1 : 0;
  const errors: ParseError[] = [];
  const text = start === 0 ? source.text : ` ${source.text.slice(1)}`;
  const root = parseTree(text, errors, { allowEmptyContent: true });
  const reader = new Reader(source);
  const error = errors[0];
  if (error !== undefined) {
    reader.report(
      "config-not-json",
      "error",
      spanOf(error),
      `Not JSON: ${jsonProblem(error)}`,
      "Correct the JSON here",
    );
  } else if (root !== undefined && root.type !== "object") {
    reader.report(
      "config-not-json",
      "error",
      spanOf(root),
      "The configuration is not a JSON object",
      "Write `{ … }`",
    );
  }
  if (error === undefined && root?.type === "object") reader.object(root, "");
  return { source, file: reader.file as ConfigFile, diagnostics: reader.diagnostics };
}

/**
 * Whether a value is allowed for a key.
 *
 * @returns Undefined when it is, else what is expected instead: `"none", "phase" or "milestone"`.
 */
export function expectedInstead(key: ConfigKey, value: unknown): string | undefined {
  if (key.allowed !== undefined) {
    return typeof value === "string" && key.allowed.includes(value) ? undefined : listed(key.allowed);
  }
  switch (key.type) {
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "string":
      return typeof value === "string" && value.length >= (key.minLength ?? 0)
        ? undefined
        : "a text that is not empty";
    default: {
      const whole = key.type === "integer" ? "a whole number" : "a number";
      const least = key.minimum !== undefined
        ? ` of at least ${key.minimum}`
        : key.exclusiveMinimum !== undefined
        ? ` above ${key.exclusiveMinimum}`
        : "";
      const fits = typeof value === "number" && Number.isFinite(value) &&
        (key.type !== "integer" || Number.isInteger(value)) && value >= (key.minimum ?? -Infinity) &&
        value > (key.exclusiveMinimum ?? -Infinity);
      return fits ? undefined : whole + least;
    }
  }
}

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function spanOf(node: { readonly offset: number; readonly length: number }): Span {
  return { start: node.offset, end: node.offset + node.length };
}

function jsonProblem(error: ParseError): string {
  return printParseErrorCode(error.error).replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

class Reader {
  readonly file: Record<string, unknown> = {};
  readonly diagnostics: Diagnostic[] = [];

  constructor(readonly source: SourceText) {}

  object(node: JsonNode, prefix: string): void {
    const seen = new Set<string>();
    for (const property of node.children ?? []) {
      const [name, value] = property.children ?? [];
      if (name === undefined || value === undefined) continue;
      const key = prefix + String(name.value);
      if (seen.has(key)) {
        this.report(
          "config-duplicate-key",
          "error",
          spanOf(name),
          `"${key}" is given twice`,
          "Remove one of them",
        );
        continue;
      }
      seen.add(key);
      this.#property(key, name, value);
    }
  }

  #property(key: string, name: JsonNode, node: JsonNode): void {
    if (key === "$schema") return;
    const known = KEYS.get(key);
    if (known !== undefined) this.#value(known, node);
    else if (OBJECTS.has(key) && node.type === "object") this.object(node, `${key}.`);
    else if (!this.#legacy(key, name, node)) {
      if (OBJECTS.has(key)) {
        this.report(
          "config-value",
          "error",
          spanOf(node),
          `"${key}" is not an object`,
          `Write \`"${key}": { … }\``,
        );
      } else this.#unknown(key, name);
    }
  }

  #value(key: ConfigKey, node: JsonNode): void {
    const value: unknown = jsonValue(node);
    const expected = expectedInstead(key, value);
    if (expected === undefined) {
      this.#set(key.key, value);
      return;
    }
    const shown = this.source.text.slice(node.offset, node.offset + Math.min(node.length, 40));
    if (key.key === "model_profile" && typeof value === "string") {
      const message = `Unknown model profile ${shown}, the default "${key.default}" is used`;
      this.report("config-legacy", "warning", spanOf(node), message, `Write ${expected}`);
      return;
    }
    this.report(
      "config-value",
      "error",
      spanOf(node),
      `"${key.key}" is ${shown}, expected ${expected}`,
      `Write ${expected}`,
    );
  }

  /** Forms that other tools of this kind write. */
  #legacy(key: string, name: JsonNode, node: JsonNode): boolean {
    const value: unknown = node.value;
    if (key === "parallelization" && typeof value === "boolean") {
      this.#set("parallelization.enabled", value);
      const hint = `Write \`"parallelization": { "enabled": ${value} }\``;
      this.report(
        "config-legacy",
        "warning",
        spanOf(node),
        `"parallelization" is ${value} and is read as its key "enabled"`,
        hint,
        {
          title: "Write the object",
          edits: [{ ...spanOf(node), text: `{ "enabled": ${value} }` }],
        },
      );
      return true;
    }
    if ((key === "commit_docs" || key === "search_gitignored") && typeof value === "boolean") {
      this.#set(`planning.${key}`, value);
      const hint = `Write \`"planning": { "${key}": ${value} }\``;
      this.report("config-legacy", "warning", spanOf(name), `"${key}" is read as "planning.${key}"`, hint);
      return true;
    }
    const granularity = key === "depth" ? DEPTHS.get(value) : undefined;
    if (granularity !== undefined) {
      this.#set("granularity", granularity);
      const hint = `Write \`"granularity": "${granularity}"\``;
      this.report("config-legacy", "warning", spanOf(name), `"depth" is read as "granularity"`, hint, {
        title: hint,
        edits: [{ ...spanOf(name), text: `"granularity"` }, { ...spanOf(node), text: `"${granularity}"` }],
      });
      return true;
    }
    return false;
  }

  #unknown(key: string, name: JsonNode): void {
    const meant = nearest(key, [...KEYS.keys(), ...OBJECTS]);
    const hint = meant === undefined
      ? "Remove it, or leave it for another tool: it is kept"
      : `Did you mean "${meant}"?`;
    this.report(
      "config-unknown-key",
      "warning",
      spanOf(name),
      `Unknown key "${key}", nothing reads it`,
      hint,
    );
  }

  #set(key: string, value: unknown): void {
    const parts = key.split(".");
    let target = this.file;
    for (const part of parts.slice(0, -1)) {
      target[part] ??= {};
      target = target[part] as Record<string, unknown>;
    }
    const last = parts.at(-1)!;
    if (!Object.hasOwn(target, last)) target[last] = value;
  }

  report(
    code: string,
    severity: Severity,
    span: Span,
    message: string,
    hint: string,
    fix?: Diagnostic["fix"],
  ): void {
    const found = { code, severity, message, hint, span: { path: this.source.path, ...span } };
    this.diagnostics.push(fix === undefined ? found : { ...found, fix });
  }
}

function jsonValue(node: JsonNode): unknown {
  return node.type === "object" || node.type === "array" ? undefined : node.value;
}
