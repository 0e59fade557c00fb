import type { PhaseStatus } from "../../../schemas/results/status.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";

/**
 * Returns the phases that a phase depends on in the roadmap, itself or through others, and that are not executed: each
 * after those that it depends on.
 *
 * @param number The number of the phase, as printed.
 * @param phases The phases that count; others are not needed.
 */
export function openDependencies(
  number: string,
  phases: readonly PhaseStatus[],
  project: Project,
): readonly PhaseStatus[] {
  const found = new Map<string, PhaseStatus>();
  const seen = new Set([number]);
  const visit = (each: string) => {
    for (const needed of neededPhases(each, project)) {
      const status = phases.find((phase) => phase.number === needed);
      if (status === undefined || isPassed(status, project) || seen.has(needed)) continue;
      seen.add(needed);
      visit(needed);
      found.set(needed, status);
    }
  };
  visit(number);
  return [...found.values()];
}

/** Returns the phases that a phase depends on in the roadmap, by their printed numbers. */
export function neededPhases(number: string, { roadmap }: Project): readonly string[] {
  const listed = roadmap?.phases.find((phase) => printPhaseNumber(phase.number) === number);
  return listed?.dependsOn.map(printPhaseNumber) ?? [];
}

function isPassed({ number, state, done }: PhaseStatus, { phases }: Project): boolean {
  if (state !== "unplanned") return state === "complete" || done;
  // Another tool has executed it.
  return phases.some((phase) => printPhaseNumber(phase.number) === number && phase.summaries.size > 0);
}
