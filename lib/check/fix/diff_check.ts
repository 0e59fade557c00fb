import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { finishedPlans, withHistory } from "../history.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { checkPlan, checkProject, type Rule } from "../rule.ts";

export interface ProjectChange {
  /** Returns the project before the change. Called only if a finding may be an old one, which is rare. */
  readonly before: () => Project;
  readonly after: Project;
  /** Paths of the changed files, including added and removed ones. */
  readonly changed: ReadonlySet<string>;
  /** The plans of those files, as they were. */
  readonly plansBefore: readonly PlanDocument[];
}

export interface CheckedChange {
  readonly findings: readonly Diagnostic[];
  /** True if a plan was removed or has another ID: unchanged plans may name it. */
  readonly losesPlans: boolean;
}

/**
 * Checks a change: returns all findings in the changed files, and the new findings in other files. Old findings
 * in unchanged files are not reported, unless their plan was finished and is open again. New findings in a plan
 * that was there before have the severity of open plans, even if the plan is finished.
 * Absent files and refused patterns, which depend on the environment, are taken from the project after the
 * change: only changed files are reported for them.
 */
export function checkChange(
  { before, after, changed, plansBefore }: ProjectChange,
  rules: readonly Rule[],
): CheckedChange {
  const reopened = reopenedPlans(before, after, changed);
  const isChanged = (path: string) => changed.has(path) || reopened.has(path);
  const alone = (plan: PlanDocument) =>
    isChanged(plan.source.path) ? checkPlan(plan, rules, after.folder) : [];
  const now = checkProject(after, rules, alone);
  const mayBeOld = now.some(({ span, openSeverity }) => !isChanged(span.path) || openSeverity !== undefined);
  const { absent, refusedPatterns } = after;
  const known = new Map<string, number>();
  const old = mayBeOld ? checkProject({ ...before(), absent, refusedPatterns }, rules, alone) : [];
  for (const finding of old) {
    known.set(nameOf(finding), (known.get(nameOf(finding)) ?? 0) + 1);
  }
  const edited = new Set(plansBefore.map(({ source }) => source.path));
  const findings = now.flatMap((finding) => {
    const left = known.get(nameOf(finding)) ?? 0;
    known.set(nameOf(finding), left - 1);
    if (left > 0) return isChanged(finding.span.path) ? [finding] : [];
    return edited.has(finding.span.path) ? withHistory([finding]) : [finding];
  });
  const losesPlans = plansBefore.some(({ id }) => !after.plans.byId.has(id));
  return { findings, losesPlans };
}

/** Returns the paths of the plans that are no longer finished, because a summary or a tick was removed. */
function reopenedPlans(
  before: () => Project,
  after: Project,
  changed: ReadonlySet<string>,
): ReadonlySet<string> {
  if (![...changed].some((path) => isSummaryPath(path) || /\/ROADMAP\.md$/.test(path))) return new Set();
  const finished = finishedPlans(after);
  return new Set([...finishedPlans(before())].filter((path) => !finished.has(path)));
}

function nameOf({ code, message, span }: Diagnostic): string {
  return `${code} ${span.path} ${message}`;
}
