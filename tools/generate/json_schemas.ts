/**
 * Turns the types of `schemas/` into JSON Schemas.
 * @module
 */
import { fileURLToPath } from "node:url";
import { createGenerator, type SchemaGenerator } from "npm:ts-json-schema-generator@2.9.0";
import { defined } from "../../lib/collections/defined.ts";
import { schemaAddress } from "../../lib/release/release.ts";
import { MARK } from "./mark.ts";
import { readableConfig, readablePlan } from "./read_forms.ts";

/** The part of JSON Schema draft-07 that the types of `schemas/` need, and the tags for commands. */
export interface JsonSchema {
  readonly $schema?: string;
  readonly $id?: string;
  readonly $comment?: string;
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: unknown;
  readonly pattern?: string;
  readonly not?: JsonSchema;
  readonly minItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  /** The tag `@positional`. */
  readonly positional?: boolean;
  /** The tag `@effect`. */
  readonly effect?: string;
  /** The tag `@placeholder`. */
  readonly placeholder?: string;
}

interface Publication {
  readonly type: string;
  readonly title: string;
  /** Changes the schema of the data into that of the file. */
  readonly read?: (schema: JsonSchema) => JsonSchema;
}

/** The published schemas by file name. */
const PUBLICATIONS: Readonly<Record<string, Publication>> = {
  "plan": { type: "PlanFrontmatter", title: "Frontmatter of a plan file", read: readablePlan },
  "config": { type: "PublishedConfig", title: "Configuration file", read: readableConfig },
  "policy": { type: "UserPolicy", title: "Policy of a user" },
  "plan-file": { type: "PlanFile", title: "Plan file" },
  "diagnostic": { type: "Diagnostic", title: "Diagnostic" },
  "execution-plan": { type: "ExecutionPlan", title: "Execution plan" },
  "instruction": { type: "Instruction", title: "Instruction for a hosting agent: result of next and report" },
  "event": { type: "RunEvent", title: "Event of a run" },
  "validate": { type: "ValidateResult", title: "Result of validate" },
  "discuss-phase": { type: "DiscussResult", title: "Result of discuss-phase" },
  "plan-phase": { type: "PlanPhaseResult", title: "Result of plan-phase" },
  "phase-questions": { type: "PhaseQuestions", title: "Answer of an agent: the open questions of a phase" },
  "project-draft": { type: "ProjectDraft", title: "Answer of an agent: a project" },
  "roadmap-draft": { type: "RoadmapDraft", title: "Answer of an agent: a roadmap" },
  "milestone-draft": { type: "MilestoneDraft", title: "Answer of an agent: a milestone" },
  "started-project": { type: "StartedProject", title: "A project in creation" },
  "verify-phase": { type: "VerifyResult", title: "Result of verify-phase" },
  "truth-judgements": { type: "TruthJudgements", title: "Answer of an agent: judgements of truths" },
  "plan-check": { type: "PlanCheckAnswer", title: "Answer of an agent: findings about plans" },
  "rule-explanation": { type: "RuleExplanation", title: "Result of validate --explain" },
  "waves": { type: "WavesResult", title: "Result of waves" },
  "status": { type: "StatusResult", title: "Result of status" },
  "status-repair": { type: "RepairResult", title: "Result of status --repair" },
  "graph": { type: "GraphResult", title: "Result of graph" },
  "branch-name": { type: "BranchNameResult", title: "Result of branch-name" },
  "commit-message": { type: "CommitMessageResult", title: "Result of commit-message" },
  "new-project": { type: "NewProjectResult", title: "Result of new-project" },
  "config-values": { type: "ConfigResult", title: "Result of config list and config get" },
  "config-explanation": { type: "ConfigExplanation", title: "Result of config explain" },
  "config-changes": { type: "ConfigChanges", title: "Result of commands that change the configuration" },
  "completions": { type: "CompletionsResult", title: "Result of completions" },
  "hook": { type: "HookResult", title: "Result of hook install" },
  "install": { type: "InstallResult", title: "Result of install and uninstall" },
  "agents": { type: "AgentsResult", title: "Result of agents" },
  "trust": { type: "TrustResult", title: "Result of trust" },
  "policy-result": { type: "PolicyResult", title: "Result of policy" },
  "demo": { type: "DemoResult", title: "Result of demo" },
  "mock": { type: "MockScript", title: "Script of the agent mock" },
  "version": { type: "VersionResult", title: "Result of --version" },
  "help": { type: "HelpResult", title: "Result of --help" },
  "schemas": { type: "SchemaList", title: "Result of schema without a name" },
  "upgrade": { type: "UpgradeResult", title: "Result of upgrade" },
  "complete-milestone": { type: "MilestoneResult", title: "Result of complete-milestone" },
  "runs": { type: "RunList", title: "Result of runs" },
  "transcript-entry": { type: "TranscriptEntry", title: "Entry of a transcript: a line of log" },
  "show": { type: "ShowResult", title: "Result of show" },
  "undo": { type: "UndoResult", title: "Result of undo" },
  "redo": { type: "UndoResult", title: "Result of redo" },
  "tell": { type: "TellResult", title: "Result of tell" },
  "steering-command": {
    type: "RunCommand",
    title: "Command to a run in progress: a line of commands.jsonl",
  },
  "skip": { type: "UndoResult", title: "Result of skip" },
  "run": { type: "RunResult", title: "Result of run" },
  "new-milestone": { type: "NewMilestoneResult", title: "Result of new-milestone" },
  "ship": { type: "ShipResult", title: "Result of ship" },
  "doctor": { type: "DoctorResult", title: "Result of doctor" },
  "quick": { type: "QuickResult", title: "Result of quick" },
  "structure": { type: "StructureResult", title: "Result of phase, plan and abandon" },
  "merge-driver": { type: "MergeDriverResult", title: "Result of merge-driver" },
  "view": { type: "ViewResult", title: "Result of view" },
  "worker": { type: "WorkerEvent", title: "Event of wf worker" },
  "error": { type: "ErrorResult", title: "Error" },
};

/** Types whose objects may have additional keys: real plans add `tags`, and agents add anything. */
const OPEN_TYPES: ReadonlySet<string> = new Set(["PlanFrontmatter", "PlanCheckAnswer", "PlanCheckFinding"]);

/** Reads the types of `schemas/`; costs about half a second. */
export function readTypes(): SchemaGenerator {
  return createGenerator({
    tsconfig: fileURLToPath(new URL("../tsconfig.schema.json", import.meta.url)),
    expose: "export",
    jsDoc: "extended",
    extraTags: ["positional", "placeholder", "effect"],
    topRef: false,
    additionalProperties: false,
    skipTypeCheck: true,
    sortProps: false,
    strictTuples: true,
  });
}

/**
 * Returns the schema of one exported type, properties in source order, inherited ones first.
 *
 * Named unions of strings are inlined: draft-07 ignores keywords next to a `$ref`, which would be the
 * property's own description and default.
 */
export function schemaOf(types: SchemaGenerator, type: string): JsonSchema {
  const raw = types.createSchema(type) as unknown as JsonSchema;
  const named = raw.definitions ?? {};
  const inlined = rewrite(raw, (schema) => {
    const target = named[schema.$ref?.replace("#/definitions/", "") ?? ""];
    if (!target?.enum) return textOfItems(schema);
    const { $ref: _, ...beside } = schema;
    return { ...target, ...beside };
  });
  const { definitions = {}, ...root } = inlined;
  const kept = Object.entries(definitions).filter(([, definition]) => !definition.enum)
    .map(([name, definition]) => [name, OPEN_TYPES.has(name) ? open(definition) : definition] as const);
  return {
    ...(OPEN_TYPES.has(type) ? open(root) : root),
    ...(kept.length > 0 ? { definitions: Object.fromEntries(kept) } : {}),
  };
}

/** Returns the published schemas by name, in the order of their table. */
export function publishedSchemas(types: SchemaGenerator): ReadonlyMap<string, JsonSchema> {
  return new Map(
    Object.entries(PUBLICATIONS).map(([name, { type, title, read }]) => {
      const schema = rewrite(schemaOf(types, type), withoutEffect);
      const { $schema = "", ...rest } = read?.(schema) ?? schema;
      const $id = schemaAddress(name);
      return [name, { $schema, $id, $comment: MARK, title, ...rest }];
    }),
  );
}

/** Moves `@minLength` and `@pattern` of a list to its items: a list itself is no text. */
function textOfItems(schema: JsonSchema): JsonSchema {
  const { minLength, pattern, ...rest } = schema;
  if (schema.type !== "array") return schema;
  return { ...rest, items: { ...schema.items, ...defined({ minLength, pattern }) } };
}

function open(schema: JsonSchema): JsonSchema {
  return { ...schema, additionalProperties: true };
}

/** Removes `effect`: it is for the command line, and an unknown keyword in a published schema. */
function withoutEffect({ effect: _, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

/** Applies `change` to the schema and all its subschemas, inner ones first. */
export function rewrite(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner = (value: JsonSchema) => rewrite(value, change);
  const all = (record: Readonly<Record<string, JsonSchema>>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, inner(value)]));
  const { items, anyOf, properties, definitions, additionalProperties } = schema;
  return change({
    ...schema,
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(properties && { properties: all(properties) }),
    ...(definitions && { definitions: all(definitions) }),
    // `unknown` becomes `{}`, which is equivalent to `true`.
    ...(typeof additionalProperties === "object" && { additionalProperties: true }),
  });
}
