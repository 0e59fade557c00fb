/**
 * Lists the commands and their options, from the interfaces of `schemas/commands.ts`.
 * @module
 */
import type { CommandMeta, OptionMeta } from "../../schemas/metadata.ts";
import type { JsonSchema } from "./json_schemas.ts";
import { given } from "./given.ts";

/**
 * Lists the commands in the order of the source.
 *
 * A command is an exported interface named `<Verb>Options` that no other interface extends.
 *
 * @param source The text of `schemas/commands.ts`, for the order, which the schemas do not preserve.
 * @param schemaOf Returns the schema of an interface, including inherited properties.
 * @throws {Error} When {@link OptionMeta} does not support the type of an option.
 */
export function commandMetadata(
  source: string,
  schemaOf: (type: string) => JsonSchema,
): readonly CommandMeta[] {
  const parents = new Map(
    Array.from(source.matchAll(/^export interface (\w+)(?:\s+extends\s+([\w\s,]+?))?\s*\{/gm))
      .map(([, name = "", bases = ""]) => [name, bases.split(/[\s,]+/).filter(Boolean)]),
  );
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
