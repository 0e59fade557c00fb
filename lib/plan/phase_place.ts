import type { PhaseReference } from "../../schemas/execution_plan.ts";
import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../parse/phase_number.ts";
import { findPhase, PHASES, type Project } from "../parse/project.ts";
import { phaseReference } from "./execution_plan.ts";
import { slugify } from "./slug.ts";

/**
 * The phase with a number: with its folder, or, when only the roadmap lists it, with the folder that
 * it is going to have.
 */
export function phasePlace(project: Project, number: PhaseNumber): PhaseReference | undefined {
  const phase = findPhase(project, number);
  if (phase !== undefined) return phaseReference(phase);
  const listed = project.roadmap?.phases.find((one) => comparePhaseNumbers(one.number, number) === 0);
  if (listed === undefined) return undefined;
  const printed = printPhaseNumber(number);
  return { number: printed, name: listed.name, directory: `${PHASES}/${printed}-${slugify(listed.name)}` };
}
