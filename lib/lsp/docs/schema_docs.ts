import configSchema from "../../../generated/config.schema.json" with { type: "json" };
import planFileSchema from "../../../generated/plan-file.schema.json" with { type: "json" };
import planSchema from "../../../generated/plan.schema.json" with { type: "json" };
import { ITEM } from "../place/yaml.ts";

/** What the schemas say of a value. */
export interface SchemaNode {
  /** JSON type of the value. */
  readonly type?: string;
  /** What it means. Markdown. */
  readonly description?: string;
  /** The only values that are possible. */
  readonly enum?: readonly string[];
  /** The keys of an object. */
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  /** The keys that must be there. */
  readonly required?: readonly string[];
  /** The items of a list. */
  readonly items?: SchemaNode;
  /** The definition that tells the rest. */
  readonly $ref?: string;
  /** What references name. */
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  /** The value that holds when there is none. */
  readonly default?: unknown;
}

/** The schema of a plan's frontmatter. */
export const PLAN: SchemaNode = planSchema as SchemaNode;
/** The schema of the configuration. */
export const CONFIG: SchemaNode = configSchema as SchemaNode;
/** The schema of whole plans, with the parts of the body. */
export const PLAN_FILE: SchemaNode = planFileSchema as SchemaNode;

/**
 * What a schema says of the value at a path; undefined where it says nothing.
 *
 * @param path Keys, and `[]` for an item of a list.
 */
export function schemaAt(root: SchemaNode, path: readonly string[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const part of path) {
    const inside: SchemaNode | undefined = node === undefined ? undefined : resolved(root, node);
    const properties: Readonly<Record<string, SchemaNode>> = inside?.properties ?? {};
    node = part === ITEM ? inside?.items : Object.hasOwn(properties, part) ? properties[part] : undefined;
  }
  return node === undefined ? undefined : resolved(root, node);
}

/** A node with what its reference names; what stands beside the reference wins. */
function resolved(root: SchemaNode, node: SchemaNode): SchemaNode {
  if (node.$ref === undefined) return node;
  const target = root.definitions?.[node.$ref.replace("#/definitions/", "")];
  return target === undefined ? node : { ...resolved(root, target), ...node };
}
