/**
 * Generates standalone validation code from JSON Schemas.
 * @module
 */
import { Ajv } from "npm:ajv@8.20.0";
import standalone from "npm:ajv@8.20.0/dist/standalone/index.js";
import { type JsonSchema, rewrite } from "./json_schemas.ts";
import { MARK } from "./mark.ts";

interface Source {
  /** Name of the TypeScript type. */
  readonly type: string;
  /** Its file in `schemas/`. */
  readonly module: string;
  /** Description of the validated value. */
  readonly what: string;
  /** The published schema that defines the type; by default the one with the validator's name. */
  readonly within?: string;
}

/** A module of validators: sources by name of the schema. */
export type ValidatorTable = Readonly<Record<string, Source>>;

/** The validators for files of a project; few, as every start loads them. */
export const FILE_VALIDATORS: ValidatorTable = {
  plan: {
    type: "PlanFrontmatter",
    module: "plan_file.ts",
    what: "the frontmatter of a plan file, as interpreted,",
    within: "plan-file",
  },
  mock: { type: "MockScript", module: "mock_script.ts", what: "a script of the agent mock" },
};

/** The validators for answers of agents, loaded by the commands that need them. */
export const ANSWER_VALIDATORS: ValidatorTable = {
  "plan-check": { type: "PlanCheckAnswer", module: "agent_answers.ts", what: "an answer about plans" },
  "phase-questions": {
    type: "PhaseQuestions",
    module: "discussion.ts",
    what: "an answer about the open questions of a phase",
  },
  "project-draft": { type: "ProjectDraft", module: "project_draft.ts", what: "an answer about a project" },
  "roadmap-draft": { type: "RoadmapDraft", module: "project_draft.ts", what: "an answer about a roadmap" },
  "milestone-draft": {
    type: "MilestoneDraft",
    module: "project_draft.ts",
    what: "an answer about a milestone",
  },
  "started-project": {
    type: "StartedProject",
    module: "project_draft.ts",
    what: "the file of a project in creation",
  },
  "truth-judgements": {
    type: "TruthJudgements",
    module: "verification.ts",
    what: "an answer about truths",
  },
};

/** Returns the export name of a schema's validator, for example `phaseQuestions`. */
function exportName(schema: string): string {
  return schema.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Implementations of the helpers that ajv's standalone code would `require` at run time. */
const HELPERS: Readonly<Record<string, string>> = {
  'require("ajv/dist/runtime/ucs2length").default':
    "(text) => { let n = 0; for (const _ of text) n++; return n; }",
};

/**
 * Returns the text of a module of validators, `<name>.mjs`.
 *
 * All `schemas` are compiled in ajv's strict mode, those without a validator only to check that they are
 * valid. Descriptions are removed.
 *
 * @throws {Error} When a schema is invalid, or needs a helper that is not implemented here.
 */
export function validatorsCode(
  name: string,
  table: ValidatorTable,
  schemas: ReadonlyMap<string, JsonSchema>,
): string {
  const ajv = new Ajv({
    schemas: Array.from(schemas.values(), (schema) => rewrite(schema, withoutAnnotations)),
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true, optimize: 1 },
  });
  for (const { $id = "" } of schemas.values()) ajv.getSchema($id);
  const ids = Object.fromEntries(
    Object.entries(table).map(([name, { type, within }]) => [
      exportName(name),
      within === undefined ? schemas.get(name)!.$id! : `${schemas.get(within)!.$id}#/definitions/${type}`,
    ]),
  );
  let code = (standalone as unknown as (ajv: Ajv, ids: Record<string, string>) => string)(ajv, ids);
  for (const [call, body] of Object.entries(HELPERS)) code = code.replaceAll(call, body);
  const left = code.match(/require\([^)]*\)[.\w]*/);
  if (left) throw new Error(`Cannot generate validators without imports: ${left[0]} is not implemented`);
  return [
    `// @ts-self-types="./${name}.d.mts"`,
    `// ${MARK}`,
    "// deno-lint-ignore-file",
    code.replace(/^"use strict";\n?/, "").trimEnd(),
    "",
  ].join("\n");
}

/** Returns the types of a module of validators, `<name>.d.mts`. */
export function validatorsTypes(table: ValidatorTable): string {
  const entries = Object.entries(table);
  const imports = importLines(entries.map(([, source]) => source));
  return `// ${MARK}
/**
 * Validators of the JSON Schemas in this folder. They import nothing and compile nothing.
 * @module
 */
${imports}
import type { Validator } from "../schemas/validator.ts";
${
    entries.map(([name, { type, what, within }]) => `
/** Validates ${what} against \`${within ?? name}.schema.json\`. */
export const ${exportName(name)}: Validator<${type}>;
`).join("")
  }`;
}

/** Returns an import line for each module, its types in order. */
function importLines(entries: readonly Source[]): string {
  const modules = [...new Set(entries.map(({ module }) => module))].sort();
  return modules.map((module) => {
    const types = entries.filter((entry) => entry.module === module).map(({ type }) => type).sort();
    return `import type { ${types.join(", ")} } from "../schemas/${module}";`;
  }).join("\n");
}

function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const {
    $comment: _comment,
    title: _title,
    description: _description,
    default: _default,
    examples: _examples,
    ...rest
  } = schema;
  return rest;
}
