import { parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { PhaseFacts, ProjectFacts } from "../../parse/project/model.ts";
import { baseName } from "../../path/paths.ts";

/** The hint for an item of `depends_on` that is the number of a phase or the name of its folder; undefined for
 * other texts and for phases without plans. A bare number names a plan of the same phase, but often a phase
 * is meant.
 */
export function phaseMeant(text: string, project: ProjectFacts): string | undefined {
  const named = phaseOfFolder(text, project);
  if (named !== undefined) return `Name the plans that it depends on: ${idsOf(named)}`;
  const number = /^\d+(?:\.\d+)?$/.test(text) ? parsePhaseNumber(text) : undefined;
  const phase = number && findPhase(project, number);
  return phase === undefined || phase.plans.length === 0
    ? undefined
    : `If you mean phase ${text}, name its plans: ${idsOf(phase)}`;
}

/** The phase with plans whose folder has this name. */
export function phaseOfFolder(text: string, { phases }: ProjectFacts): PhaseFacts | undefined {
  const name = text.trim();
  return phases.find((phase) => baseName(phase.directory) === name && phase.plans.length > 0);
}

function idsOf({ plans }: PhaseFacts): string {
  return [...new Set(plans.map(({ id }) => id))].join(", ");
}
