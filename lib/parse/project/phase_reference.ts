import type { PhaseReference } from "../../../schemas/phase.ts";
import { printPhaseNumber } from "../ids/phase_number.ts";
import type { Phase } from "./model.ts";

export function phaseReference(phase: Phase): PhaseReference {
  return { number: printPhaseNumber(phase.number), name: phase.name, directory: phase.directory };
}
