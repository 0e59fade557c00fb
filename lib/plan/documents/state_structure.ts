import { type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { Project } from "../../parse/project/model.ts";
import { hasSummary } from "../../parse/project/project.ts";
import { phaseOfState } from "../../parse/roadmap/milestone.ts";
import { SourceText } from "../../text/source_text.ts";
import { bareNumber } from "../command_lines/commands.ts";
import { phasePlace } from "../naming/phase_place.ts";
import { countedPhases, countProgress } from "../progress/progress.ts";
import { numberLike, type Renumbering } from "../structure/renumbering.ts";
import { percentOf, progressBar, setStateValues, type StateValues } from "./state_edit.ts";

export interface StateStructureInput {
  readonly before: Project;
  readonly after: Project;
  readonly numbers: Renumbering;
}

/**
 * Updates the state document after phases or plans were added, removed, renamed or renumbered: the current phase and
 * the counts. A field that does not show the state before stays, except for the number of the current phase.
 */
export function restructureState(text: string, { before, after, numbers }: StateStructureInput): string {
  const current = phaseOfState(new SourceText("", text));
  const printed = current && printPhaseNumber(current);
  const renumbered = printed === undefined ? undefined : numbers.get(printed) ?? current;
  const old = fieldsOf(before, current);
  const now = fieldsOf(after, renumbered);
  let result = text;
  for (const [name, value] of old) {
    const next = now.get(name);
    if (next === undefined || next === value || setStateValues(result, valuesOf(name, value)) !== result) {
      continue;
    }
    result = setStateValues(result, valuesOf(name, next));
  }
  const shown = phaseOfState(new SourceText("", result));
  return shown !== undefined && printPhaseNumber(shown) === printed
    ? withCurrentPhase(result, current, renumbered)
    : result;
}

/** Returns the values by the name of the field; those of sections with their section before a slash. */
function fieldsOf(project: Project, current: PhaseNumber | undefined): ReadonlyMap<string, string> {
  const counts = countProgress(project, (plan, phase) => hasSummary(phase, plan));
  const { lastPhase: last } = counts;
  const percent = percentOf(counts);
  const place = current === undefined ? undefined : phasePlace(project, current);
  const own = countedPhases(project).folders.find(({ directory }) => directory === place?.directory);
  const ownPlans = own === undefined ? [] : plansOf(own);
  const complete = ownPlans.filter((plan) => hasSummary(own!, plan)).length;
  return new Map([
    ["progress.total_phases", String(counts.phases)],
    ["progress.completed_phases", String(counts.completedPhases)],
    ["progress.total_plans", String(counts.allPlans)],
    ["progress.completed_plans", String(counts.completedPlans)],
    ["progress.percent", String(percent)],
    ["current position/progress", progressBar(percent)],
    // The plans of a phase that was abandoned do not count, and it is the current one until another is worked on.
    ...own === undefined ? [] : [
      ["current position/plan", `${complete} of ${ownPlans.length} in current phase`] as const,
    ],
    ...place === undefined || last === undefined ? [] : [
      [
        "current position/phase",
        `${bareNumber(place.number)} of ${bareNumber(printPhaseNumber(last))} (${place.name})`,
      ] as const,
    ],
  ]);
}

function valuesOf(name: string, value: string): StateValues {
  const [section, field] = name.split("/") as [string, string | undefined];
  return field === undefined
    ? { frontmatter: new Map([[name, value]]), sections: new Map() }
    : { frontmatter: new Map(), sections: new Map([[section, new Map([[field, value]])]]) };
}

/** Replaces the number of the current phase, whatever else its line says. */
function withCurrentPhase(text: string, from: PhaseNumber | undefined, to: PhaseNumber | undefined): string {
  if (from === undefined || to === undefined || from === to) return text;
  return text.replace(
    /^([ \t*]*(?:Current[ \t]+)?Phase\b[ \t*]*:[ \t:*]*(?:Phase[ \t]+)?)(\d+(?:\.\d+)*[A-Za-z]?)\b/im,
    (_, before: string, number: string) => before + numberLike(number, to),
  );
}
