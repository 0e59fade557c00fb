import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { dependenciesOf } from "../parse/project/dependencies.ts";
import type { ProjectFacts } from "../parse/project/model.ts";
import { hasSummary } from "../parse/project/project.ts";
import { isTicked, phaseStanding } from "../parse/roadmap/phase_state.ts";

/**
 * Turns findings in finished plans into hints without fixes: such a plan is a record of the work, and is not
 * executed again. Findings of lasting rules keep their severity.
 *
 * A plan is finished when it has its own summary, or when the roadmap ticks its phase and the phase has
 * summaries.
 */
export function gradeHistory(
  findings: readonly Diagnostic[],
  project: ProjectFacts,
  rules: readonly { readonly code: string; readonly lasting?: "always" | "referenced" }[],
): readonly Diagnostic[] {
  const finished = finishedPlans(project);
  if (finished.size === 0) return findings;
  const lasting = new Map(rules.map(({ code, lasting }) => [code, lasting]));
  const referenced = referencedPlans(project, finished);
  const isLasting = ({ code, span: { path } }: Diagnostic) =>
    lasting.get(code) === "always" || (lasting.get(code) === "referenced" && referenced.has(path));
  return findings.map((finding) => {
    const { fix, severity, ...found } = finding;
    const changesHistory = fix?.edits.some(({ path = found.span.path }) => finished.has(path));
    const kept = fix === undefined || changesHistory ? {} : { fix };
    return finished.has(found.span.path) && !isLasting(finding)
      ? { ...found, ...kept, severity: "hint", openSeverity: severity }
      : { ...found, ...kept, severity };
  });
}

/**
 * Returns the findings without those in finished plans, as `wf validate` lists them.
 *
 * @example
 * ```ts
 * import { checkProject, parseProject, rules, withoutHistory } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const paths = [path, ".planning/phases/01-start/01-01-SUMMARY.md"];
 * const project = parseProject({ texts: new Map([[path, '---\nwave: "1"\n---\n']]), paths });
 * const findings = withoutHistory(checkProject(project, rules));
 * assert.ok(!findings.some(({ code }) => code === "field-shape"));
 * ```
 */
export function withoutHistory(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.filter(({ openSeverity }) => openSeverity === undefined);
}

/**
 * Restores the severities that findings in finished plans would have in open ones, as `--history` does.
 *
 * @example
 * ```ts
 * import { checkProject, parseProject, rules, withHistory } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-01-PLAN.md";
 * const paths = [path, ".planning/phases/01-start/01-01-SUMMARY.md"];
 * const project = parseProject({ texts: new Map([[path, '---\nwave: "1"\n---\n']]), paths });
 * const findings = withHistory(checkProject(project, rules));
 * assert.equal(findings.find(({ code }) => code === "field-shape")?.severity, "warning");
 * ```
 */
export function withHistory(findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map(({ openSeverity, ...found }) => ({
    ...found,
    severity: openSeverity ?? found.severity,
  }));
}

/** Returns the paths of the plans that are finished. */
export function finishedPlans(project: ProjectFacts): ReadonlySet<string> {
  const finished = project.phases.flatMap((phase) => {
    const isDone = phase.summaries.size > 0 && isTicked(phaseStanding(phase.number, project.roadmap));
    const plans = isDone ? phase.plans : phase.plans.filter((plan) => hasSummary(phase, plan));
    return plans.map(({ source }) => source.path);
  });
  return new Set(finished);
}

/** Returns the paths of the finished plans that an open plan depends on or reads. */
function referencedPlans(project: ProjectFacts, finished: ReadonlySet<string>): ReadonlySet<string> {
  const referenced = new Set<string>();
  for (const plan of project.plans.all) {
    if (plan.frontmatter.kind === "missing" || finished.has(plan.source.path)) continue;
    for (const { id } of dependenciesOf(plan, project)) {
      const other = id === undefined ? undefined : project.plans.byId.get(id);
      if (other !== undefined) referenced.add(other.source.path);
    }
    for (const { place } of plan.references) {
      if (place.kind === "inside") referenced.add(place.path);
    }
  }
  return referenced;
}
