import { configDefaults, configKeys } from "../../../generated/metadata.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import type { Config, ConfigFile, ConfigValue } from "../../../schemas/config.ts";
import { expectedInstead, suggestedInstead } from "../../parse/config/value.ts";
import { listText } from "../../text/list_text.ts";
import { nearest } from "../../text/nearest.ts";
import { jsonValue } from "../../text/json_value.ts";

/** The origin of a value of the configuration. */
export type ConfigOrigin = "default" | "file" | "flag" | "mode" | "gitignore" | "policy";

/** The configuration of one invocation. */
export interface ResolvedConfig {
  /** Every key with its value. */
  readonly config: Config;
  /** The origin of each value, by dotted key. */
  readonly origins: ReadonlyMap<string, ConfigOrigin>;
}

/** A key and a value that replace those of the file for one invocation. */
export interface ConfigOverride {
  /** The dotted key. */
  readonly key: string;
  /** The value. */
  readonly value: ConfigValue;
}

/** The input of {@link resolveConfig}. */
export interface ConfigSources {
  /** The configuration file. */
  readonly file: ConfigFile;
  /** The values from flags; later ones take precedence. */
  readonly overrides?: readonly ConfigOverride[];
  /** True if git ignores `.planning/`. */
  readonly planningIgnored?: boolean;
  /** The floors of the user's policy, which neither the file nor flags lower. */
  readonly floors?: readonly ConfigOverride[];
  /** Variables that agents keep by the user's policy. */
  readonly kept?: readonly string[];
}

/**
 * Returns the values that hold for one invocation: defaults, then the file, then flags, then the floors of the
 * user's policy.
 *
 * In mode `yolo` every gate is off unless a flag raises it; `planning.commit_docs` is off when git
 * ignores `.planning/`. See docs/decisions/configuration.md.
 *
 * @returns Every key with its value, and the origin of each.
 *
 * @example
 * ```ts
 * import { parseConfig, resolveConfig, SourceText } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const { file } = parseConfig(new SourceText(".planning/config.json", '{ "granularity": "fine" }'));
 * const { config, origins } = resolveConfig({ file, overrides: [{ key: "mode", value: "yolo" }] });
 * assert.equal(config.granularity, "fine");
 * assert.equal(config.gates.confirm_plan, false);
 * assert.equal(origins.get("mode"), "flag");
 * ```
 */
export function resolveConfig(
  { file, overrides = [], planningIgnored = false, floors = [], kept = [] }: ConfigSources,
): ResolvedConfig {
  const config = structuredClone(configDefaults) as Config;
  const origins = new Map<string, ConfigOrigin>();
  const flags = new Map(overrides.map(({ key, value }) => [key, value]));
  const apply = (key: string, value: unknown, origin: ConfigOrigin) => {
    writeKey(config, key, value);
    origins.set(key, origin);
  };
  for (const { key } of configKeys) {
    const written = readKey(file, key);
    if (flags.has(key)) apply(key, flags.get(key), "flag");
    else if (written !== undefined) apply(key, written, "file");
    else origins.set(key, "default");
  }
  const raise = () => {
    for (const { key, value } of floors) {
      if (isBelow({ key, value: readKey(config, key) }, value)) apply(key, value, "policy");
    }
  };
  raise();
  for (const { key } of configKeys) {
    if (config.mode === "yolo" && key.startsWith("gates.") && !flags.has(key)) apply(key, false, "mode");
  }
  raise();
  if (kept.length > 0) {
    const variables = [...new Set([...config.agent.keep_variables, ...kept])];
    apply("agent.keep_variables", variables, "policy");
  }
  if (planningIgnored) apply("planning.commit_docs", false, "gitignore");
  return { config, origins };
}

/** The values of keys with several floors, the lowest first. All other keys have one floor. */
const ORDERS: Readonly<Record<string, readonly unknown[]>> = { "agent.sandbox": ["off", "auto", "required"] };

/** Reports whether a value of a key is below a floor of the user's policy. */
export function isBelow(
  { key, value }: { readonly key: string; readonly value: unknown },
  floor: unknown,
): boolean {
  if (isBudget(key)) return value === 0 || Number(value) > Number(floor);
  const order = ORDERS[key];
  return order === undefined ? value !== floor : order.indexOf(value) < order.indexOf(floor);
}

/** Reports whether a key is a budget. The one of a policy is the highest that a project may have; 0 sets no limit. */
export function isBudget(key: string): boolean {
  return key.startsWith("agent.budget.");
}

/** The result of {@link parseOverride}. */
export type OverrideResult =
  | { readonly kind: "override"; readonly override: ConfigOverride }
  | { readonly kind: "invalid"; readonly message: string; readonly hint: string };

/** The hint for an unknown key. */
export const KEYS_HINT = "wf config list shows all keys, and wf help config the most important ones";

/** Parses the argument of `--set`: `<key>=<value>`, the value with {@link typedValue}. */
export function parseOverride(argument: string): OverrideResult {
  const equals = argument.indexOf("=");
  if (equals < 1) {
    return {
      kind: "invalid",
      message: `Cannot read --set ${argument}: expected <key>=<value>`,
      hint: "For example: --set granularity=fine",
    };
  }
  const name = argument.slice(0, equals);
  const text = argument.slice(equals + 1);
  const found = findConfigKey(name);
  if (found.kind === "unknown") return { kind: "invalid", message: found.message, hint: KEYS_HINT };
  const value = typedValue(found.key, text);
  const expected = expectedInstead(found.key, value);
  if (expected !== undefined) {
    const meant = suggestedInstead(found.key, value);
    const suggestion = meant === undefined ? "" : `. Did you mean "${meant}"?`;
    return {
      kind: "invalid",
      message: `"${name}" is "${text}", expected ${expected}${suggestion}`,
      hint: `What it means: wf config explain ${name}`,
    };
  }
  return { kind: "override", override: { key: name, value } };
}

/** The key of a name, or the message for an unknown name. */
export type FoundKey =
  | { readonly kind: "key"; readonly key: ConfigKey }
  | { readonly kind: "unknown"; readonly message: string };

/** Returns the key of a dotted name. */
export function findConfigKey(name: string): FoundKey {
  const key = configKeys.find((candidate) => candidate.key === name);
  return key === undefined ? { kind: "unknown", message: unknownKey(name) } : { kind: "key", key };
}

export function valueOf(config: Config, key: string): ConfigValue {
  const value = readKey(config, key);
  if (!isConfigValue(value)) {
    throw new RangeError(`Cannot read configuration key "${key}": it does not exist`);
  }
  return value;
}

/** Reports whether something is a value that a key may have. */
export function isConfigValue(value: unknown): value is ConfigValue {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** Reports whether two values are equal; lists are compared by their items, in order. */
export function sameValue(a: ConfigValue | null, b: ConfigValue | null): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** The maximum number of keys that a message names. */
const [MAX_OF_GROUP, MAX_SIMILAR] = [8, 3];

/**
 * Describes an unknown key: with a group's keys, the nearest key, the key whose last part is the nearest, or the
 * keys that contain the name.
 */
function unknownKey(name: string): string {
  const keys = configKeys.map(({ key }) => key);
  const group = keys.filter((key) => key.startsWith(`${name}.`));
  if (group.length > 0) {
    const more = group.length > MAX_OF_GROUP ? ", …" : "";
    return `"${name}" is a group of keys, expected one of ${group.slice(0, MAX_OF_GROUP).join(", ")}${more}`;
  }
  const lastPart = (key: string) => key.slice(key.lastIndexOf(".") + 1);
  const part = nearest(name, keys.map(lastPart).filter((part) => part.length >= MIN_PART));
  const similar = nearest(name, keys) ?? keys.find((key) => lastPart(key) === part);
  const containing = name.length < MIN_PART ? [] : keys.filter((key) => key.includes(name.toLowerCase()));
  const meant = similar === undefined ? containing.slice(0, MAX_SIMILAR) : [similar];
  const question = meant.length === 0
    ? ""
    : `, did you mean ${listText(meant.map((key) => `"${key}"`), "or")}?`;
  return `Unknown configuration key "${name}"${question}`;
}

/** The minimum length of a part of a key that a name is compared with, and of a name that is looked for in keys. */
const MIN_PART = 3;

/**
 * Parses a string as the type of a key.
 *
 * A list is written as JSON, `["npm ci", "make"]`. A string that does not begin with `[` is its only item,
 * and whitespace is an empty list.
 *
 * @returns The value, not validated; the string itself if it cannot be parsed.
 */
export function typedValue({ type }: ConfigKey, text: string): ConfigValue {
  switch (type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "string":
      return text;
    case "list":
      return typedList(text);
    default:
      return text.trim() === "" ? text : Number(text);
  }
}

function typedList(text: string): ConfigValue {
  if (text.trim() === "") return [];
  if (!text.trimStart().startsWith("[")) return [text];
  const list = jsonValue(text);
  return isConfigValue(list) ? list : text;
}

/** Returns the value of an object at a dotted key; undefined if it does not exist. */
export function readKey(source: object, key: string): unknown {
  let value: unknown = source;
  for (const part of key.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Sets the value of an object at a dotted key. */
export function writeKey(target: object, key: string, value: unknown): void {
  const parts = key.split(".");
  let object = target as Record<string, unknown>;
  for (const part of parts.slice(0, -1)) object = (object[part] ??= {}) as Record<string, unknown>;
  object[parts.at(-1)!] = value;
}
