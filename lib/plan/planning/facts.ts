import type { PhaseReference } from "../../../schemas/phase.ts";
import { contextPath } from "../../parse/documents/context.ts";
import { comparePhaseNumbers, parsePhaseNumber, type PhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { planPart } from "../../parse/ids/plan_id.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { Requirement } from "../../parse/requirements/requirements.ts";
import { roadmapSection } from "../../parse/roadmap/section.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { baseName } from "../../path/paths.ts";

export interface PlanningFacts {
  readonly phase: PhaseReference;
  readonly number: PhaseNumber;
  /** The parsed phase; undefined while it has no folder. */
  readonly read: Phase | undefined;
  /** The complete or started plans, which are no longer changed. */
  readonly fixed: readonly PlanDocument[];
  /** The plans that are not started. */
  readonly open: readonly PlanDocument[];
  /** The goal from the roadmap; may be empty. */
  readonly goal: string;
  readonly criteria: readonly string[];
  /** The section of the roadmap, without the heading. */
  readonly section: string;
  readonly requirements: readonly Pick<Requirement, "id" | "text">[];
  /** The path of its research document, relative to the project root, existing or not. */
  readonly research: string;
  /** The path of its validation document, existing or not. */
  readonly validation: string;
  /** The path of its verification, existing or not. */
  readonly verification: string;
  /** The paths of existing documents of the phase and the project that are worth reading before planning. */
  readonly documents: readonly string[];
}

export interface PlanningFactsInput {
  readonly project: Project;
  readonly phase: PhaseReference;
  /** Reports whether a plan is started or complete. */
  readonly isFixed: (plan: PlanDocument) => boolean;
  /** The existing documents of the project, relative to its root. */
  readonly documents: readonly string[];
}

export function planningFacts({ project, phase, isFixed, documents }: PlanningFactsInput): PlanningFacts {
  const number = parsePhaseNumber(phase.number)!;
  const read = findPhase(project, number);
  const plans = (read?.plans ?? []).filter(({ frontmatter }) => frontmatter.kind !== "missing");
  const section = project.roadmap && roadmapSection(project.roadmap, number);
  const own = (name: string) => documentPath(phase, name, project.paths);
  const [research, context] = [own("RESEARCH"), contextPath(phase, project.paths)];
  const there = (path: string) => project.paths.includes(path);
  return {
    phase,
    number,
    read,
    fixed: plans.filter(isFixed),
    open: plans.filter((plan) => !isFixed(plan)),
    goal: section?.goal ?? "",
    criteria: section?.criteria ?? [],
    section: section?.text ?? "",
    requirements: requirementsOf(project, number),
    research,
    validation: own("VALIDATION"),
    verification: own("VERIFICATION"),
    documents: [...documents, ...[context, research].filter(there)],
  };
}

/** Returns the path of a document of the phase: the existing one, otherwise the usual one. */
function documentPath({ directory, number }: PhaseReference, name: string, paths: readonly string[]): string {
  const usual = `${directory}/${number}-${name}.md`;
  if (paths.includes(usual)) return usual;
  const ending = new RegExp(`^(?:[\\w.]+-)?${name}\\.md$`, "i");
  return paths.find((path) => path.startsWith(`${directory}/`) && ending.test(baseName(path))) ?? usual;
}

/** Returns the requirements that the roadmap or the traceability table assign to a phase, each once. */
function requirementsOf(
  { roadmap, requirements }: Project,
  number: PhaseNumber,
): readonly Pick<Requirement, "id" | "text">[] {
  const listed = roadmap?.phases.find((phase) => comparePhaseNumbers(phase.number, number) === 0);
  // An ID inside a range that does not exist in the project was left out of the numbering.
  const isThere = (id: string) => requirements === undefined || requirements.byId.has(id);
  const ids = (listed?.requirements?.references ?? [])
    .filter(({ id, between }) => !between || isThere(id)).map(({ id }) => id);
  const traced = (requirements?.all ?? [])
    .filter(({ phase }) => phase !== undefined && comparePhaseNumbers(phase, number) === 0)
    .map(({ id }) => id);
  return [...new Set([...ids, ...traced])]
    .map((id) => ({ id, text: requirements?.byId.get(id)?.text ?? "" }));
}

/** Returns the number of the first plan that a planner may add. */
export function firstFreeNumber({ read }: Pick<PlanningFacts, "read">): number {
  return Math.max(0, ...(read?.plans ?? []).map(({ id }) => planNumber(id))) + 1;
}

export function planPath({ directory, number }: PhaseReference, plan: number): string {
  return `${directory}/${number}-${String(plan).padStart(2, "0")}-PLAN.md`;
}

/**
 * Returns the plans that a planner may rewrite: those that are not started; for gap closure, only those that
 * close gaps.
 */
export function replaceable({ open }: Pick<PlanningFacts, "open">, gaps: boolean): readonly PlanDocument[] {
  return gaps ? open.filter(({ file }) => file?.frontmatter.gap_closure === true) : open;
}

/** Returns the number of the first plan that a planner may add. */
export function firstPlanNumber(facts: PlanningFacts, gaps: boolean): number {
  return gaps ? firstFreeNumber(facts) : 1;
}

/**
 * Returns the plan files that a planner may write: new ones, and those that are not started.
 *
 * @param least The number of the first plan that it may add.
 */
export function planWritable(
  facts: PlanningFacts,
  gaps: boolean,
  least = firstPlanNumber(facts, gaps),
): Writable {
  const { phase, read, fixed, open } = facts;
  const prefix = `${phase.directory}/${phase.number}-`;
  // Files that are not plans of wf keep their numbers too.
  const taken = new Set(
    (read?.plans ?? []).filter((plan) => !open.includes(plan)).map(({ id }) => planNumber(id)),
  );
  const own = new Set(replaceable(facts, gaps).map(({ source }) => source.path));
  return {
    allows: (path) => {
      if (own.has(path)) return true;
      const number = path.startsWith(prefix) ? /^(\d{2,})-PLAN\.md$/.exec(path.slice(prefix.length)) : null;
      return number !== null && Number(number[1]) >= least && !taken.has(Number(number[1]));
    },
    what: `plan files of phase ${phase.number} only (${prefix}MM-PLAN.md${
      fixed.length > 0 ? ", no finished or started ones" : ""
    })`,
  };
}

/** Returns the research document of the phase, which a researcher may write. */
export function researchWritable({ research }: PlanningFacts): Writable {
  return { allows: (path) => path === research, what: `${research} only` };
}

function planNumber(id: string): number {
  return Number.parseInt(planPart(id), 10) || 0;
}
