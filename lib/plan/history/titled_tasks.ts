import { claimOf } from "../../parse/plan_file/declared_files.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Project } from "../../parse/project/model.ts";
import { taskDescription } from "../execution/moved_task.ts";
import type { JournalCommit, PlanCommit, TitledCommit } from "./journal.ts";

/**
 * Replaces the titles in squashes by the tasks that they name: those of the plans as they are now. The title of a
 * plan's documents, which wf commits last, completes the plan.
 */
export function withTitledTasks(
  commits: readonly JournalCommit[],
  { plans }: Pick<Project, "plans">,
): readonly JournalCommit[] {
  return commits.flatMap((found): readonly JournalCommit[] => {
    if (!("titled" in found)) return [found];
    const plan = plans.byId.get(found.titled.plan);
    return plan === undefined ? [] : tasksOf(found, plan);
  });
}

function tasksOf(
  { commit, titled: { plan, subject }, touched, ...named }: TitledCommit,
  document: PlanDocument,
): readonly PlanCommit[] {
  const of = (task: number | undefined) => ({ ...named, commit, subject, plan, task });
  const { file } = document;
  const all = document.tasks.filter(({ task }) => touched === undefined || touched.some(claimOf(task.files)))
    .map(({ task }) => task.number);
  if (touched === undefined && /^docs\([^()]*\): complete plan\b/.test(subject)) {
    return [undefined, ...all].map(of);
  }
  const tasks = file === undefined
    ? []
    : all.filter((task) => subject.endsWith(`: ${taskDescription(file, task)}`));
  // Several tasks with the same name are ambiguous.
  return tasks.length === 1 ? tasks.map(of) : [];
}
