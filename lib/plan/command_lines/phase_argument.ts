import type { PhaseReference } from "../../../schemas/phase.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
  readWholeNumber,
} from "../../parse/ids/phase_number.ts";
import { phasePart, planKey } from "../../parse/ids/plan_id.ts";
import type { Project } from "../../parse/project/model.ts";
import { findPhase } from "../../parse/project/project.ts";
import { isInRange, milestonesOf } from "../../parse/roadmap/milestone.ts";
import type { Roadmap } from "../../parse/roadmap/roadmap.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { openPhases } from "../progress/progress.ts";
import { bareNumber } from "./commands.ts";
import { codeOf, withoutCode } from "../../parse/ids/project_code.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { phasePlace } from "../naming/phase_place.ts";
import { baseName } from "../../path/paths.ts";

export type PhaseArgument =
  /** A phase: by its number, or by the name of its folder. The caller checks whether it exists. */
  | { readonly kind: "phase"; readonly number: PhaseNumber }
  /** A plan. `phase` is the number of its phase, as printed. */
  | { readonly kind: "plan"; readonly id: string; readonly phase: string }
  /** More than a number, and neither a folder nor a plan; `near` is the phase whose number it begins with. */
  | { readonly kind: "unknown"; readonly near: PhaseReference | undefined }
  /** Text that does not begin with a number. */
  | { readonly kind: "unreadable" };

/** Describes that a project does not have a phase, with those that it has. */
export function unknownPhase(number: PhaseNumber, known: readonly PhaseNumber[]): Refused {
  const bare = (number: PhaseNumber) => bareNumber(printPhaseNumber(number));
  return refuse(
    `Cannot find phase ${bare(number)}`,
    known.length === 0
      ? 'The project has no phases yet; add one: wf phase add "<name>"'
      : `The phases are ${known.map(bare).join(", ")}`,
  );
}

/** Refuses a phase that has no folder any more, because its milestone is complete. */
export function refuseArchived(number: PhaseNumber, project: Project): Refused | undefined {
  const { roadmap } = project;
  if (roadmap === undefined || findPhase(project, number) !== undefined) return undefined;
  const isShipped = phaseStanding(number, roadmap).kind === "shipped";
  return isShipped || isFoldedAway(number, roadmap)
    ? refuse(
      `Phase ${bareNumber(printPhaseNumber(number))} belongs to a milestone that is complete`,
      'Plan the work in a new phase: wf phase add "<name>"',
    )
    : undefined;
}

/** Reports whether only a collapsed section lists a phase of a shipped milestone, which may be incomplete. */
function isFoldedAway(number: PhaseNumber, roadmap: Roadmap): boolean {
  const isListed = (list: readonly { readonly number: PhaseNumber }[]) =>
    list.some((one) => comparePhaseNumbers(one.number, number) === 0);
  return isListed(roadmap.phases) && !isListed(openPhases(roadmap)) &&
    milestonesOf(roadmap.source).some(({ stage, phases }) => {
      return stage === "shipped" && phases.some((range) => isInRange(number, range));
    });
}

/**
 * Parses the argument for a phase: `3`, `02.1`, `12a`, or a folder's name such as `03-auth`. A number that is
 * only the beginning of the argument does not count: `03-01` is a plan, not phase 3.
 *
 * @param project The project, if there is one; without it only numbers name phases.
 */
export function readPhaseArgument(argument: string, project: Project | undefined): PhaseArgument {
  const whole = readWholeNumber(argument);
  if (whole !== undefined) return { kind: "phase", number: whole };
  const name = planKey(argument.trim().replace(/\/+$/, ""));
  const folder = project?.phases.find(({ directory }) => planKey(baseName(directory)) === name);
  if (folder !== undefined) return { kind: "phase", number: folder.number };
  const number = parsePhaseNumber(argument);
  if (number === undefined) return { kind: "unreadable" };
  const near = project === undefined ? undefined : phasePlace(project, number);
  if (near !== undefined && isFolderOf(near, name)) return { kind: "phase", number };
  const id = project?.plans.resolve(argument, number);
  return id === undefined ? { kind: "unknown", near } : { kind: "plan", id, phase: phasePart(id) };
}

/**
 * Reports whether a text is the folder of a phase, ignoring the padding of its number and the project's code.
 */
function isFolderOf({ directory }: PhaseReference, name: string): boolean {
  const folder = baseName(directory);
  const plain = planKey(codeOf(folder) === "" ? folder : withoutCode(folder, folder));
  return plain.replace(/^0+(?=\d)/, "") === name.replace(/^0+(?=\d)/, "");
}
