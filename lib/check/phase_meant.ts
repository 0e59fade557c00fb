import { parsePhaseNumber } from "../parse/phase_number.ts";
import { findPhase, type Project } from "../parse/project.ts";

/**
 * What to write in `depends_on` if a number there is that of a phase; undefined for other texts, and for
 * phases without plans. A bare number means a plan of the same phase; many who write one mean a phase.
 */
export function phaseMeant(text: string, project: Project): string | undefined {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? parsePhaseNumber(text) : undefined;
  const plans = (number && findPhase(project, number))?.plans ?? [];
  return plans.length === 0
    ? undefined
    : `If phase ${text} is meant, name its plans: ${[...new Set(plans.map(({ id }) => id))].join(", ")}`;
}
