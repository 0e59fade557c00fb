import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
import { bareNumber, discussPhaseCommand } from "../command_lines/commands.ts";
import { openPhases } from "../progress/progress.ts";
import { stepName } from "./template.ts";

/**
 * Returns what the user does before the first of the next commands: describe the phase that it discusses, if that
 * has only the name that `new-project` gave it. Undefined if nothing comes before.
 */
export function todoBefore([command = ""]: readonly string[], { roadmap }: Project): string | undefined {
  const phase = openPhases(roadmap).map(({ number, name }) => ({ number: printPhaseNumber(number), name }))
    .find(({ number }) => `${command} `.startsWith(`${discussPhaseCommand(number)} `));
  return phase !== undefined && phase.name === stepName(Number(phase.number))
    ? `describe phase ${bareNumber(phase.number)} (${phase.name}) in .planning/ROADMAP.md`
    : undefined;
}
