import { PLAN_FILE, schemaAt, type SchemaNode } from "./schema_docs.ts";

/** Descriptions that the schemas lack: of containers, and of common elements beyond the specification. */
const OTHERS: Readonly<Record<string, string>> = {
  task: "One unit of work, which ends in one commit. `type` defines who carries it out.",
  checkpoint: "A checkpoint without a task. Read as a `<task>` of its type.",
  title: "The name of the task. Read as `<name>`.",
  option: "One choice of the decision. Its `id` is the answer.",
  automated: "A command that the tool runs after the task. It must succeed before the task is committed.",
  feature: "A feature of a tdd plan without tasks: committed as test, feat and refactor.",
  interfaces: "Types and signatures that the work relies on, so that the agent need not search for them.",
  threat_model: "Possible attacks, and how the plan counters them.",
  read_first: "Files to read before the work begins.",
  description: "A description of the task.",
  behavior: "The behavior of the feature, as testable cases.",
  implementation: "How the feature is built once its tests fail.",
  "what-to-do": "The steps that the user carries out. Read as `<instructions>`.",
  acceptance_criteria: "Criteria that can be checked, beyond `<done>`.",
};

/** Properties of tasks that are not elements. */
const NO_ELEMENTS: ReadonlySet<string> = new Set([
  "number",
  "type",
  "gate",
  "tdd",
  "checks",
  "further",
  "attributes",
]);

/** The variants of a task, and the other sources for its children. */
const TASKS = ["AutoTask", "DecisionTask", "HumanVerifyTask", "HumanActionTask"];

/**
 * Describes an element of a plan's body; empty for an unknown name.
 *
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

export interface AttributeDoc {
  readonly name: string;
  /** Description. Markdown. */
  readonly description: string;
  /** The allowed values with their descriptions; empty if any value is allowed. */
  readonly values: readonly { readonly value: string; readonly description: string }[];
}

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

/** Returns the names of the elements that the specification defines for a task of a type. */
export function specifiedChildren(type: string): readonly string[] {
  return Object.keys(taskChildren(type)).filter((key) => !NO_ELEMENTS.has(key))
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
