import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { checkPlan, checkProject, type Rule } from "../rule.ts";

/** A change of a project. */
export interface ProjectChange {
  /** Gives the project before: it is asked for where a finding may be an old one, and mostly it is not. */
  readonly before: () => Project;
  /** The project after. */
  readonly after: Project;
  /** Paths of the files that are not the same, those that came or went included. */
  readonly changed: ReadonlySet<string>;
  /** The plans of those files, as they were. */
  readonly plansBefore: readonly PlanDocument[];
}

/** The result of {@link checkChange}. */
export interface CheckedChange {
  /** What is to be said about the change. */
  readonly findings: readonly Diagnostic[];
  /** True when a plan is gone, or has another ID: plans that were not touched may name it. */
  readonly losesPlans: boolean;
}

/**
 * What is to be said about a change: all findings in the files that changed, and elsewhere those that
 * were not there before. Old findings in files that nobody touched are left in peace.
 *
 * What a machine was asked is taken from the project after: a file that is absent, and a pattern that
 * cannot be used, are said of the files that changed.
 */
export function checkChange(
  { before, after, changed, plansBefore }: ProjectChange,
  rules: readonly Rule[],
): CheckedChange {
  const isChanged = (path: string) => changed.has(path);
  const alone = (plan: PlanDocument) => isChanged(plan.source.path) ? checkPlan(plan, rules) : [];
  const now = checkProject(after, rules, alone);
  const elsewhere = now.some(({ span }) => !isChanged(span.path));
  const { absent, refusedPatterns } = after;
  const known = new Map<string, number>();
  const old = elsewhere ? checkProject({ ...before(), absent, refusedPatterns }, rules, alone) : [];
  for (const finding of old) {
    known.set(nameOf(finding), (known.get(nameOf(finding)) ?? 0) + 1);
  }
  const findings = now.filter((finding) => {
    if (isChanged(finding.span.path)) return true;
    const left = known.get(nameOf(finding)) ?? 0;
    known.set(nameOf(finding), left - 1);
    return left <= 0;
  });
  const losesPlans = plansBefore.some(({ id }) => !after.plans.byId.has(id));
  return { findings, losesPlans };
}

function nameOf({ code, message, span }: Diagnostic): string {
  return `${code} ${span.path} ${message}`;
}
