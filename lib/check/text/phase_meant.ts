import { parsePhaseNumber } from "../../parse/ids/phase_number.ts";
import { findPhase, PHASES } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";

/**
 * What to write in `depends_on` if a number there is that of a phase, or a name that of its folder;
 * undefined for other texts, and for phases without plans. A bare number means a plan of the same phase;
 * many who write one mean a phase.
 */
export function phaseMeant(text: string, project: Project): string | undefined {
  const named = phaseOfFolder(text, project);
  if (named !== undefined) return `Name the plans that are waited for: ${idsOf(named)}`;
  const number = /^\d+(?:\.\d+)?$/.test(text) ? parsePhaseNumber(text) : undefined;
  const phase = number && findPhase(project, number);
  return phase === undefined || phase.plans.length === 0
    ? undefined
    : `If phase ${text} is meant, name its plans: ${idsOf(phase)}`;
}

/** The phase whose folder has a text for its name, where it has plans. */
export function phaseOfFolder(text: string, { phases }: Project): Phase | undefined {
  const directory = `${PHASES}/${text.trim()}`;
  return phases.find((phase) => phase.directory === directory && phase.plans.length > 0);
}

function idsOf({ plans }: Phase): string {
  return [...new Set(plans.map(({ id }) => id))].join(", ");
}
