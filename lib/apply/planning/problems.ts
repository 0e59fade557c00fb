import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { PlanProblem } from "../../../schemas/plan_phase.ts";
import type { Config } from "../../../schemas/config.ts";
import type { Checker } from "../../check/checker.ts";
import { withHistory } from "../../check/history.ts";
import { addFacts } from "../../check/facts.ts";
import { frontmatterMissing } from "../../check/rules/frontmatter_missing.ts";
import type { Host } from "../../host/host.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { coverageProblems, planCoverage } from "../../plan/verification/coverage.ts";
import { type PlanningFacts, replaceable } from "../../plan/planning/facts.ts";
import { existsIn } from "../files/load_project.ts";

export interface PlannedWork {
  readonly host: Host;
  /** Root of the project, absolute. */
  readonly root: string;
  readonly checker: Checker;
  readonly config: Config;
  /** The gaps that verification found, if those are planned. */
  readonly gaps?: readonly string[];
  /** Paths of the documents that the planner wrote. */
  readonly written: ReadonlySet<string>;
}

/**
 * Returns the problems of a phase's plans that have not been started: findings of `validate` without hints, and
 * requirements without a test. See docs/configuration.md.
 */
export async function problemsInPlans(
  facts: PlanningFacts,
  project: Project,
  { host, root, checker, config, gaps, written }: PlannedWork,
): Promise<readonly PlanProblem[]> {
  const { open, phase, read } = facts;
  // A file of the planner without frontmatter also counts as a plan.
  const looked = (read?.plans ?? []).filter((plan) => open.includes(plan) || written.has(plan.source.path));
  const added = gaps === undefined ? looked : replaceable(facts, true);
  const problems: PlanProblem[] = [];
  if (added.length === 0) problems.push(noPlan(phase.directory, gaps !== undefined));
  const judged = await addFacts(project, existsIn(host, root));
  const paths = new Map(looked.map((plan) => [plan.source.path, plan]));
  for (const found of withHistory(checker.findings(judged))) {
    const plan = paths.get(found.span.path);
    if (plan !== undefined && found.severity !== "hint") problems.push(problemOf(found, plan));
  }
  if (config.workflow.nyquist_validation && gaps === undefined && added.length > 0) {
    problems.push(...coverageProblems(planCoverage(facts, [...facts.fixed, ...open])));
  }
  return problems;
}

function noPlan(directory: string, gaps: boolean): PlanProblem {
  return {
    source: "validate",
    severity: "error",
    path: directory,
    what: gaps ? "There is no plan that closes the gaps" : "There is no plan file",
    todo: gaps ? "Write one with gap_closure: true" : "Write at least one",
  };
}

function problemOf({ code, severity, message, hint, span }: Diagnostic, plan: PlanDocument): PlanProblem {
  return {
    source: "validate",
    severity: severity === "error" || code === frontmatterMissing.code ? "error" : "warning",
    plan: plan.id,
    code,
    path: span.path,
    line: plan.source.position(span.start).line,
    what: message,
    todo: hint ?? "",
  };
}
