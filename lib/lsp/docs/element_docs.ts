import { PLAN_FILE, schemaAt, type SchemaNode } from "./schema_docs.ts";

/** What the schemas do not describe: containers, and elements that plans in use hold besides the specified ones. */
const OTHERS: Readonly<Record<string, string>> = {
  task: "One unit of work, which ends in one commit. `type` tells who carries it out.",
  option: "One choice of the decision. `id` is what answers it.",
  automated: "A command that the tool runs after the task. It must succeed before the task is committed.",
  feature: "A tdd plan's one feature: committed as test, feat and refactor.",
  interfaces: "Types and signatures that the work relies on, so that nobody has to look for them.",
  threat_model: "What could be attacked, and how the plan meets it.",
  read_first: "Files to read before the work begins.",
  description: "What the task is about, in words.",
  behavior: "What the feature does, as cases that can be tested.",
  implementation: "How the feature is built once its tests fail.",
  "what-to-do": "What the person has to do, step by step. Read as `<instructions>`.",
  acceptance_criteria: "Criteria that can be checked, beyond `<done>`.",
};

/** The variants of a task, and what else describes its children. */
const TASKS = ["AutoTask", "DecisionTask", "HumanVerifyTask", "HumanActionTask"];

/**
 * What an element of a plan's body means; empty for a name that is not known.
 *
 * @param name Name of the element.
 * @param around Names of the elements it is in, from the outside.
 * @param type Value of the `type` of the task it is in.
 */
export function elementDoc(name: string, around: readonly string[], type = "auto"): string {
  const property = name.replaceAll("-", "_");
  const described = around.includes("option")
    ? definition("DecisionOption").properties?.[property]
    : around.includes("task")
    ? taskChildren(type)[property] ?? anyTaskChild(property)
    : around.includes("feature")
    ? anyTaskChild(property)
    : schemaAt(definition("PlanBody"), [property]);
  return described?.description ?? OTHERS[name] ?? "";
}

/** What an attribute of an element may be, with what it means. */
export interface AttributeDoc {
  /** Name of the attribute. */
  readonly name: string;
  /** What it means. Markdown. */
  readonly description: string;
  /** The only values that are possible, each with what it means; empty when there are others. */
  readonly values: readonly { readonly value: string; readonly description: string }[];
}

/** The attributes that an element may have. */
export function attributesOfElement(name: string): readonly AttributeDoc[] {
  if (name === "option") {
    const { description = "" } = definition("DecisionOption").properties?.["id"] ?? {};
    return [{ name: "id", description, values: [] }];
  }
  if (name !== "task") return [];
  const types = TASKS.map((variant) => definition(variant).properties?.["type"])
    .map((node) => ({ value: constantOf(node), description: node?.description ?? "" }));
  const gate = definition("HumanVerifyTask").properties?.["gate"];
  return [
    { name: "type", description: "Who carries the task out.", values: types },
    {
      name: "gate",
      description: gate?.description ?? "",
      values: (gate?.enum ?? []).map((value) => ({ value, description: "" })),
    },
  ];
}

/** The names of the children that the specification gives a task of a type, as elements. */
export function specifiedChildren(type: string): readonly string[] {
  return Object.keys(taskChildren(type)).filter((key) => !["number", "type", "gate", "checks"].includes(key))
    .map((key) => key.replaceAll("_", "-"));
}

function taskChildren(type: string): Readonly<Record<string, SchemaNode>> {
  const variant = TASKS.find((name) => constantOf(definition(name).properties?.["type"]) === type);
  return definition(variant ?? "AutoTask").properties ?? {};
}

function anyTaskChild(property: string): SchemaNode | undefined {
  return TASKS.map((variant) => definition(variant).properties?.[property])
    .find((node) => node !== undefined);
}

function definition(name: string): SchemaNode {
  return PLAN_FILE.definitions?.[name] ?? {};
}

function constantOf(node: SchemaNode | undefined): string {
  return String((node as { readonly const?: unknown } | undefined)?.const ?? "");
}
