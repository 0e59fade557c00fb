import { plan as isPlanFrontmatter } from "../../generated/validators.mjs";
import type { SchemaError } from "../../schemas/validator.ts";
import type { PlanFile } from "../../schemas/plan_file.ts";
import type { SourceText } from "../source.ts";
import { type Body, scanBody } from "./body.ts";
import { type Frontmatter, parseFrontmatter } from "./frontmatter.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "./phase_number.ts";
import { readPlanFrontmatter } from "./plan_frontmatter.ts";
import { planId, planReferences } from "./plan_id.ts";
import { deliveredRequirements } from "./plan_requirements.ts";
import type { ShapeNote } from "./shape_reader.ts";
import { readTasks, type TaskNode } from "./tasks.ts";

/** A plan file as read: every part of it knows where it stands. */
export interface PlanDocument {
  /** The file. */
  readonly source: SourceText;
  /** Plan ID. From the folder's number and the field `plan`, else from the file's name. */
  readonly id: string;
  /** Number of the phase: of the folder, else of the field `phase`. */
  readonly phase: PhaseNumber;
  /** The file's name without `-PLAN.md`. */
  readonly stem: string;
  /** The frontmatter, with spans. */
  readonly frontmatter: Frontmatter;
  /** The frontmatter's fields as they are meant; empty when there are none to read. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** What was not written in the specification's shape. */
  readonly notes: readonly ShapeNote[];
  /** How the fields break the schema. */
  readonly schemaErrors: readonly SchemaError[];
  /** The body's elements, with spans. */
  readonly body: Body;
  /** The tasks, with spans. */
  readonly tasks: readonly TaskNode[];
  /** The plan; undefined when its frontmatter cannot be used. */
  readonly file: PlanFile | undefined;
}

/** Whether a file's name is that of a plan. */
export function isPlanFileName(name: string): boolean {
  return /(?:^|-)PLAN\.md$/i.test(name) && !/\.pre-bounce\./i.test(name);
}

/** The name of a plan's file without `-PLAN.md`. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/-?PLAN\.md$/i, "");
}

/**
 * Parses a plan file. Never throws, whatever the text.
 *
 * @param source The file; its path tells the phase.
 */
export function parsePlanFile(source: SourceText): PlanDocument {
  const { text, path } = source;
  const frontmatter = parseFrontmatter(text);
  const reading = frontmatter.kind === "parsed"
    ? readPlanFrontmatter(frontmatter.root, text)
    : { value: {}, notes: [] };
  const body = scanBody(text, frontmatter.bodyStart);
  const tasks = readTasks(body, text);
  const stem = stemOf(path);
  const phase = phaseOf(path, stem, reading.value["phase"]);
  const id = planId(phase, planNumberOf(reading.value["plan"], stem, phase));
  const fields = reading.value;
  const valid = frontmatter.kind === "parsed" && isPlanFrontmatter(fields);
  const schemaErrors = frontmatter.kind === "parsed" && !valid ? [...(isPlanFrontmatter.errors ?? [])] : [];
  const section = (name: string) => {
    const element = body.elements.find((candidate) => candidate.name === name);
    return element === undefined ? "" : text.slice(element.inner.start, element.inner.end).trim();
  };
  const file: PlanFile | undefined = valid
    ? {
      id,
      path,
      frontmatter: fields.requirements === undefined
        ? fields
        : { ...fields, requirements: deliveredRequirements(fields.requirements) },
      body: {
        objective: section("objective"),
        execution_context: section("execution_context"),
        context: section("context"),
        tasks: tasks.map((node) => node.task),
        verification: section("verification"),
        success_criteria: section("success_criteria"),
        output: section("output"),
      },
    }
    : undefined;
  return {
    source,
    id,
    phase,
    stem,
    frontmatter,
    fields,
    notes: reading.notes,
    schemaErrors,
    body,
    tasks,
    file,
  };
}

/** The ID of a plan that was not read, as far as its path tells. */
export function planIdOfPath(path: string): string {
  const stem = stemOf(path);
  const phase = phaseOf(path, stem, undefined);
  return planId(phase, planNumberOf(undefined, stem, phase));
}

function phaseOf(path: string, stem: string, field: unknown): PhaseNumber {
  const folder = path.split("/").at(-2) ?? "";
  const fromField = typeof field === "string" ? parsePhaseNumber(field) : undefined;
  return parsePhaseNumber(folder) ?? fromField ?? parsePhaseNumber(stem) ?? { parts: [0], letter: "" };
}

/**
 * The number in the field `plan`, else in the file's name, else 01: a phase's only plan. In a name that
 * is one number (`383-PLAN.md`) it is the plan's, unless it is the phase's.
 */
function planNumberOf(field: unknown, stem: string, phase: PhaseNumber): string {
  const written = typeof field === "string" ? planReferences(field) : [];
  const fromField = written.find((reference) => reference.phase === undefined) ?? written[0];
  if (fromField !== undefined) return fromField.plan;
  const inName = planReferences(stem);
  const withPhase = inName.find((reference) => reference.phase !== undefined);
  if (withPhase !== undefined) return withPhase.plan;
  const number = parsePhaseNumber(stem);
  const isPhase = number !== undefined && comparePhaseNumbers(number, phase) === 0;
  return isPhase ? "01" : inName[0]?.plan ?? "01";
}
