/**
 * Lists the commands and their options, from the interfaces in `schemas/commands/`.
 * @module
 */
import type { CommandMeta, OptionMeta } from "../../schemas/metadata.ts";
import type { JsonSchema } from "./json_schemas.ts";
import { given } from "./given.ts";

/** A file of `schemas/commands/`. */
export interface CommandSource {
  /** Its name, without extension: the group of its commands. */
  readonly group: string;
  readonly text: string;
}

/**
 * Lists the commands in the order of the sources.
 *
 * A command is an exported interface named `<Verb>Options` that no other interface extends.
 *
 * @param sources The files, for the order, which the schemas do not preserve.
 * @param schemaOf Returns the schema of an interface, including inherited properties.
 * @throws {Error} When {@link OptionMeta} does not support the type of an option.
 */
export function commandMetadata(
  sources: readonly CommandSource[],
  schemaOf: (type: string) => JsonSchema,
): readonly CommandMeta[] {
  const groups = new Map<string, string>();
  const parents = new Map(sources.flatMap(({ group, text }) => {
    const found = text.matchAll(/^export interface (\w+)(?:\s+extends\s+([\w\s,]+?))?\s*\{/gm);
    return Array.from(found).map(([, name = "", bases = ""]) => {
      groups.set(name, group);
      return [name, bases.split(/[\s,]+/).filter(Boolean)] as const;
    });
  }));
  const extended = new Set(Array.from(parents.values()).flat());
  return Array.from(parents.keys())
    .filter((name) => name.endsWith("Options") && !extended.has(name))
    .map((name) => {
      const schema = schemaOf(name);
      const properties = sourceOrder(name, parents, schemaOf).map((key) => {
        const property = schema.properties?.[key] ?? {};
        return { property, option: option(key, property, schema.required?.includes(key) ?? false) };
      });
      return {
        name: kebabCase(name.replace(/Options$/, "")),
        group: groups.get(name) as CommandMeta["group"],
        description: schema.description ?? "",
        positionals: properties.filter(({ property }) => property.positional).map(({ option }) => option),
        flags: properties.filter(({ property }) => !property.positional).map(({ option }) => option),
      };
    });
}

/** Lists an interface's properties: its own, then those of the interfaces it extends, nearest first. */
function sourceOrder(
  name: string,
  parents: ReadonlyMap<string, readonly string[]>,
  schemaOf: (type: string) => JsonSchema,
): readonly string[] {
  const inherited = (parents.get(name) ?? []).flatMap((parent) => sourceOrder(parent, parents, schemaOf));
  const own = Object.keys(schemaOf(name).properties ?? {}).filter((key) => !inherited.includes(key));
  return Array.from(new Set([...own, ...inherited]));
}

function option(name: string, property: JsonSchema, required: boolean): OptionMeta {
  const { description = "", placeholder, default: value } = property;
  const repeatable = property.type === "array";
  const { type, enum: words, const: only } = repeatable ? property.items ?? {} : property;
  const allowed = words ?? (typeof only === "string" ? [only] : undefined);
  if (type !== "boolean" && type !== "string") {
    throw new Error(`Cannot describe option "${name}": its type is "${type}"`);
  }
  if (value !== undefined && typeof value !== "boolean" && typeof value !== "string") {
    throw new Error(`Cannot describe option "${name}": its default is ${JSON.stringify(value)}`);
  }
  return {
    name,
    type,
    description,
    ...given({ placeholder, allowed, default: value }),
    required,
    repeatable,
  };
}

function kebabCase(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase();
}
