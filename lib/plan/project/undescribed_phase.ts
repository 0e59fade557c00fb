import { stepName } from "../../parse/documents/placeholders.ts";
import { type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Project } from "../../parse/project/model.ts";
import { roadmapSection } from "../../parse/roadmap/section.ts";
import { listText } from "../../text/list_text.ts";
import { bareNumber, discussPhaseCommand } from "../command_lines/commands.ts";
import { openPhases } from "../progress/progress.ts";

/**
 * Returns what the user does before the first of the next commands: describe the phase that it discusses, if that
 * still has the name, the goal or a criterion of a template. Undefined if nothing comes before.
 */
export function todoBefore([command = ""]: readonly string[], project: Project): string | undefined {
  const phase = openPhases(project.roadmap).find(({ number }) => {
    return `${command} `.startsWith(`${discussPhaseCommand(printPhaseNumber(number))} `);
  });
  if (phase === undefined) return undefined;
  const { number, name } = phase;
  const printed = printPhaseNumber(number);
  const [place] = templatePlaces(project, number);
  return place !== undefined || isStep(name, number)
    ? `describe phase ${bareNumber(printed)} (${name}) in ${place ?? ".planning/ROADMAP.md"}`
    : undefined;
}

/** Reports whether a phase has only the name that a template gives it. */
export function isStep(name: string, number: PhaseNumber): boolean {
  return name === stepName(Number(printPhaseNumber(number)));
}

/** Returns a notice about the lines of a phase that were left out because a template wrote them; undefined if none. */
export function templateNotice(project: Project, number: PhaseNumber): string | undefined {
  const places = templatePlaces(project, number);
  return places.length === 0
    ? undefined
    : `The text of the template is still in ${listText(places)}, and is ignored`;
}

/** Returns the places of the goal and the criteria of a phase that a template wrote: `.planning/ROADMAP.md:25`. */
function templatePlaces({ roadmap }: Project, number: PhaseNumber): readonly string[] {
  if (roadmap === undefined) return [];
  const { unwritten = [] } = roadmapSection(roadmap, number) ?? {};
  return unwritten.map((line) => `${roadmap.source.path}:${line}`);
}
