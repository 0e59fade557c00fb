import type { Config } from "../../../schemas/config.ts";
import type { Project } from "../../parse/project/model.ts";
import { updateRoadmap } from "../documents/roadmap_edit.ts";
import { updateState } from "../documents/state_edit.ts";
import { isExecuted } from "../execution/planned_plan.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { measureProgress } from "../progress/progress.ts";
import type { UndoPlan } from "./undo_plan.ts";
import { kindOf } from "./work_target.ts";

export interface UndoneDocumentsInput {
  readonly project: Project;
  readonly config: Config;
  /** The repository before the undo. */
  readonly repository: RepoSnapshot;
  readonly time: Date;
}

const DONE = { undo: "Undid", redo: "Reopened", skip: "Skipped" } as const;

/** Returns the documents that a command changes, by path: their new text, or undefined for one to remove. */
export function undoneDocuments(
  { action, target, tasks, summaries }: Pick<UndoPlan, "action" | "target" | "tasks" | "summaries">,
  { project, config, repository, time }: UndoneDocumentsInput,
): ReadonlyMap<string, string | undefined> {
  const reopened = new Set(tasks.map(({ plan }) => plan));
  const progress = {
    ...measureProgress(project, {
      phase: target.phase,
      completed: "",
      isComplete: (plan, phase) => !reopened.has(plan.id) && isExecuted(plan, { phase, config, repository }),
      time,
    }),
    activity: `${DONE[action]} ${kindOf(target)} ${target.text}`,
    reopened: action !== "skip",
  };
  const { roadmap, state } = project;
  return new Map([
    ...summaries.map((path) => [path, undefined] as const),
    ...roadmap === undefined || action === "skip"
      ? []
      : [[roadmap.source.path, updateRoadmap(roadmap.source.text, progress)] as const],
    ...state === undefined ? [] : [[state.path, updateState(state.text, progress)] as const],
  ]);
}
