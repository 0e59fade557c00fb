import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";

/**
 * Removes the fixes that would change a finished plan, which is a record of the work.
 *
 * A plan is finished when it has its own summary, or when the roadmap ticks its phase and the phase has
 * summaries.
 */
export function withoutHistoryFixes(
  findings: readonly Diagnostic[],
  project: Project,
): readonly Diagnostic[] {
  if (!findings.some(({ fix }) => fix !== undefined)) return findings;
  const finished = finishedPlans(project);
  if (finished.size === 0) return findings;
  return findings.map((finding) => {
    const { fix, ...found } = finding;
    return fix?.edits.some(({ path = found.span.path }) => finished.has(path)) ? found : finding;
  });
}

function finishedPlans(project: Project): ReadonlySet<string> {
  const finished = project.phases.flatMap((phase) => {
    const plans = isTicked(phase, project)
      ? phase.plans
      : phase.plans.filter((plan) => hasSummary(phase, plan));
    return plans.map(({ source }) => source.path);
  });
  return new Set(finished);
}

function isTicked({ number, summaries }: Phase, { roadmap }: Project): boolean {
  const { kind } = phaseStanding(number, roadmap);
  return summaries.size > 0 && (kind === "done" || kind === "shipped");
}
