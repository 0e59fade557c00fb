import type { PhaseStatus } from "../../../schemas/results/status.ts";
import { defined } from "../../collections/defined.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { updateRoadmap } from "../documents/roadmap_edit.ts";
import { updateCounts } from "../documents/state_edit.ts";
import { isExecuted } from "../execution/planned_plan.ts";
import { measureProgress, type Progress } from "../progress/progress.ts";
import type { StatusInput } from "./status_input.ts";

/**
 * Returns the new texts of documents that are behind the history, such as after a merge, by path: of the roadmap, the
 * lines of phases that wf has worked on, and of the state, the counts. Phases with a branch of their own are left out.
 *
 * @param time The time for phases that get a tick.
 */
export function updatedDocuments(
  { project, config, repository: { shared, own } }: StatusInput,
  phases: readonly PhaseStatus[],
  time: Date,
): ReadonlyMap<string, string> {
  if (shared === undefined) return new Map();
  const worked = project.phases.filter(({ directory, plans }) => {
    return !own.has(directory) && plans.some(({ id }) => shared.completed.has(planKey(id)));
  });
  const progress = worked.map((phase): Progress => {
    const status = phases.find(({ number }) => number === printPhaseNumber(phase.number));
    const complete = { completed: "", time };
    return {
      ...measureProgress(project, {
        ...complete,
        phase,
        isComplete: (plan, phase) => isExecuted(plan, { phase, config, repository: shared }),
      }),
      ...defined({ verdict: status?.verdict }),
      accepted: status?.done ?? false,
    };
  });
  const [any] = progress;
  const { roadmap, state } = project;
  const changed = new Map<string, string>();
  if (roadmap !== undefined) {
    const { path, text } = roadmap.source;
    const after = progress.reduce(updateRoadmap, text);
    if (after !== text) changed.set(path, after);
  }
  if (state !== undefined && any !== undefined) {
    const after = updateCounts(state.text, any);
    if (counts(after) !== counts(state.text)) changed.set(state.path, after);
  }
  return changed;
}

/** Returns the lines of the state document with numbers of phases and plans. */
function counts(text: string): string {
  return text.split("\n").filter((line) => /^\s+(?:total|completed)_\w+:/.test(line))
    .join("\n");
}
