import configSchema from "../../../generated/config.schema.json" with { type: "json" };
import planFileSchema from "../../../generated/plan-file.schema.json" with { type: "json" };
import { ITEM } from "../place/yaml.ts";

export interface SchemaNode {
  readonly type?: string;
  /** Description. Markdown. */
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly items?: SchemaNode;
  /** The forms of the value. The first is that of the specification. */
  readonly anyOf?: readonly SchemaNode[];
  /** The reference to a shared definition. */
  readonly $ref?: string;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
  /** The default value. */
  readonly default?: unknown;
}

export const CONFIG: SchemaNode = configSchema as SchemaNode;
/** The schema of whole plans, with the parts of the body. */
export const PLAN_FILE: SchemaNode = planFileSchema as SchemaNode;
/** The schema of a plan's frontmatter. */
export const PLAN: SchemaNode = { ...PLAN_FILE, ...PLAN_FILE.definitions!["PlanFrontmatter"] };

/**
 * Returns the description of the value at a path of a schema; undefined if there is none.
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

/** Resolves the first form and the reference of a node; properties next to these take precedence. */
function resolved(root: SchemaNode, node: SchemaNode): SchemaNode {
  const target = node.anyOf?.[0] ?? root.definitions?.[node.$ref?.replace("#/definitions/", "") ?? ""];
  return target === undefined ? node : { ...resolved(root, target), ...node };
}
