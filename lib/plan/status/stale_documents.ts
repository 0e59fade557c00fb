import type { PhaseStatus } from "../../../schemas/results/status.ts";
import { defined } from "../../collections/defined.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { STATE_PATH } from "../../parse/project/project.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { updateRoadmap } from "../documents/roadmap_edit.ts";
import { updateState } from "../documents/state_edit.ts";
import { isComplete } from "../execution/planned_plan.ts";
import { measureProgress, type Progress } from "../progress/progress.ts";
import type { StatusInput } from "./status_input.ts";

/**
 * Returns the paths of documents that are behind the history, such as after a merge: of the roadmap, the lines of phases
 * that wf has worked on, and of the state, the counts. Phases with a branch of their own are left out.
 */
export function staleDocuments(
  { project, config, repository: { shared, own } }: StatusInput,
  phases: readonly PhaseStatus[],
): readonly string[] {
  if (shared === undefined) return [];
  const worked = project.phases.filter(({ directory, plans }) => {
    return !own.has(directory) && plans.some(({ id }) => shared.completed.has(planKey(id)));
  });
  const progress = worked.map((phase): Progress => {
    const status = phases.find(({ number }) => number === printPhaseNumber(phase.number));
    const complete = { completed: "", time: new Date(0) };
    return {
      ...measureProgress(project, {
        ...complete,
        phase,
        isComplete: (plan, phase) => isComplete(plan, { phase, config, repository: shared }),
      }),
      ...defined({ verdict: status?.verdict }),
      accepted: status?.done ?? false,
    };
  });
  const [any] = progress;
  const { roadmap, state } = project;
  const roadmapText = roadmap?.source.text;
  return [
    ...roadmapText !== undefined && progress.some((one) => updateRoadmap(roadmapText, one) !== roadmapText)
      ? [ROADMAP_PATH]
      : [],
    ...state !== undefined && any !== undefined && counts(updateState(state.text, any)) !== counts(state.text)
      ? [STATE_PATH]
      : [],
  ];
}

/** Returns the lines of the state document with numbers of phases and plans. */
function counts(text: string): string {
  return text.split("\n").filter((line) => /^\s+(?:total|completed)_\w+:/.test(line))
    .join("\n");
}
