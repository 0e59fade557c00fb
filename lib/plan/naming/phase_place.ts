import type { PhaseReference } from "../../../schemas/phase.ts";
import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { phasesIn } from "../../parse/ids/locations.ts";
import { findPhase } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { slugify } from "../../text/slug.ts";

/**
 * Returns the phase with a number: with its folder, or if only the roadmap lists it, with its future folder.
 */
export function phasePlace(project: Project, number: PhaseNumber): PhaseReference | undefined {
  const phase = findPhase(project, number);
  if (phase !== undefined) return phaseReference(phase);
  const listed = project.roadmap?.phases.find((one) => comparePhaseNumbers(one.number, number) === 0);
  if (listed === undefined) return undefined;
  const printed = printPhaseNumber(number);
  const directory = `${phasesIn(project.base)}/${printed}-${slugify(listed.name)}`;
  return { number: printed, name: listed.name, directory };
}
