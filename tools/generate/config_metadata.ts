/**
 * Lists the keys of the configuration and of a plan's frontmatter, from their schemas.
 * @module
 */
import type { Config, ConfigValue } from "../../schemas/config.ts";
import type { ConfigKey, PlanKey } from "../../schemas/metadata.ts";
import type { JsonSchema } from "./json_schemas.ts";
import { given } from "./given.ts";

/** An object of the configuration and its keys. */
export interface ConfigGroup {
  /** Name of the object; empty for the keys of the file itself. */
  readonly name: string;
  /** Description of the object; empty for the file itself. */
  readonly description: string;
  /** Its keys, in the order of the source. */
  readonly keys: readonly ConfigKey[];
}

/**
 * Lists the configuration's keys by object, in the order of the source; those of the file itself come first.
 *
 * @throws {Error} When a key has no default, a default of another type, or a type that {@link ConfigKey} does
 * not support.
 */
export function configGroups(config: JsonSchema): readonly ConfigGroup[] {
  const top: ConfigKey[] = [];
  const groups: ConfigGroup[] = [];
  for (const [name, property] of Object.entries(config.properties ?? {})) {
    const object = resolve(config, property);
    if (!object.properties) {
      top.push(configKey(name, property));
      continue;
    }
    groups.push({ name, description: property.description ?? "", keys: keysOf(config, object, `${name}.`) });
  }
  return [{ name: "", description: "", keys: top }, ...groups];
}

/** Returns the keys of an object and its nested objects. */
function keysOf(root: JsonSchema, object: JsonSchema, prefix: string): readonly ConfigKey[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, property]) => {
    const inner = resolve(root, property);
    return inner.properties
      ? keysOf(root, inner, `${prefix}${name}.`)
      : [configKey(`${prefix}${name}`, property)];
  });
}

/** Combines the defaults into a complete configuration. */
export function configDefaults(groups: readonly ConfigGroup[]): Config {
  const defaults: Record<string, unknown> = {};
  for (const { key, default: value } of groups.flatMap(({ keys }) => keys)) {
    const parts = key.split(".");
    let object = defaults;
    for (const part of parts.slice(0, -1)) object = (object[part] ??= {}) as Record<string, unknown>;
    object[parts.at(-1)!] = value;
  }
  return defaults as unknown as Config;
}

/**
 * Lists the keys of a plan's frontmatter in the order of the source.
 *
 * @throws {Error} When {@link PlanKey} does not support the type of a key.
 */
export function planKeys(plan: JsonSchema): readonly PlanKey[] {
  return Object.entries(plan.properties ?? {}).map(([key, property]) => {
    const { type } = resolve(plan, property);
    if (!isPlanType(type)) throw new Error(`Cannot describe frontmatter key "${key}": its type is "${type}"`);
    return {
      key,
      type,
      description: property.description ?? "",
      ...given({ allowed: property.enum }),
      required: plan.required?.includes(key) ?? false,
    };
  });
}

function configKey(key: string, property: JsonSchema): ConfigKey {
  const { default: value, enum: allowed, minimum, exclusiveMinimum, description = "", effect } = property;
  const type = keyType(property);
  const minLength = type === "list" ? property.items?.minLength : property.minLength;
  if (type === undefined) {
    const items = property.items === undefined ? "" : ` of "${property.items.type}"`;
    throw new Error(`Cannot describe configuration key "${key}": its type is "${property.type}"${items}`);
  }
  if (value === undefined) throw new Error(`Cannot describe configuration key "${key}": it has no @default`);
  if (effect === undefined) throw new Error(`Cannot describe configuration key "${key}": it has no @effect`);
  if (!hasType(value, type)) {
    throw new Error(`Cannot describe configuration key "${key}": its @default is ${JSON.stringify(value)}`);
  }
  return {
    key,
    type,
    default: value,
    ...given({ allowed, minimum, exclusiveMinimum, minLength }),
    description,
    effect,
  };
}

function resolve(root: JsonSchema, schema: JsonSchema): JsonSchema {
  return root.definitions?.[schema.$ref?.replace("#/definitions/", "") ?? ""] ?? schema;
}

/** Returns the type of a key; undefined when {@link ConfigKey} does not support it. */
function keyType({ type, items }: JsonSchema): ConfigKey["type"] | undefined {
  if (type === "array") return items?.type === "string" ? "list" : undefined;
  return isScalarType(type) ? type : undefined;
}

function hasType(value: unknown, type: ConfigKey["type"]): value is ConfigValue {
  if (type === "list") return Array.isArray(value) && value.every((item) => typeof item === "string");
  const valueType: string = typeof value;
  return valueType === (type === "integer" ? "number" : type);
}

function isScalarType(type: unknown): type is Exclude<ConfigKey["type"], "list"> {
  return type === "string" || type === "boolean" || type === "integer" || type === "number";
}

function isPlanType(type: unknown): type is PlanKey["type"] {
  return isScalarType(type) || type === "array" || type === "object";
}
