import type { Config } from "../../../schemas/config.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import { declaredFiles } from "../../parse/plan_file/declared_files.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Phase } from "../../parse/project/model.ts";
import { summaryOf } from "../../parse/project/project.ts";
import type { JournalEntry } from "../history/journal.ts";
import type { History, RepoSnapshot } from "../history/repo_snapshot.ts";
import { canWait } from "./wave_lanes.ts";
import { taskWorktree } from "../naming/work_branch_names.ts";

/** What git tells of plans: history, and what earlier runs have left in worktrees. */
export type PlanHistory = History & Pick<RepoSnapshot, "worktrees">;

/** What tells how far a plan is. */
export interface PlanFacts {
  /** The phase the plan lies in. */
  readonly phase: Phase;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The repository, as an execution of that phase sees it. */
  readonly repository: PlanHistory;
}

/**
 * Whether a plan is complete: its summary is there and, where documents are committed, committed; and all of
 * its tasks are done, but for checkpoints that were put off to the end of the phase.
 *
 * A summary proves nothing by being there, as a task may have written it. One that is older than our first
 * commit for the plan is history that was imported, and completes the plan whatever its tasks.
 * See docs/decisions/journal.md.
 */
export function isComplete(plan: PlanDocument, { phase, config, repository }: PlanFacts): boolean {
  if (isReopened(plan, repository)) return false;
  const summary = summaryOf(phase, plan.source.path, plan.id);
  const { commit_docs: commitDocs } = config.planning;
  const isThere = commitDocs ? repository.committed.has(summary) : phase.summaries.has(summary);
  if (!isThere || repository.strayed.has(summary)) return false;
  const done = doneTasks(plan, repository);
  const completed = repository.completed.has(planKey(plan.id));
  if ((done.size === 0 && !completed) || repository.imported.has(summary)) return true;
  return plan.tasks.filter(({ task }) => !done.has(task.number)).every(({ task }) => {
    if (completed) return task.type !== "auto";
    return !commitDocs && plan.file !== undefined && canWait(plan.file, task, config);
  });
}

/** Whether a task of the plan is to be done once more, although the plan was complete. */
export function isReopened({ id, tasks }: PlanDocument, { reopened }: PlanHistory): boolean {
  const again = reopened.get(planKey(id));
  return again !== undefined && tasks.some(({ task }) => again.has(task.number));
}

/** A plan, with the tasks that earlier runs have done. See docs/decisions/journal.md. */
export function plannedPlan(document: PlanDocument, facts: PlanFacts): Omit<PlannedPlan, "dependsOn"> {
  const tasks = document.tasks.map(({ task }) => task.number);
  const done = doneTasks(document, facts.repository);
  return {
    id: document.id,
    path: document.source.path,
    objective: firstLine(document.file?.body.objective ?? ""),
    tasks,
    done: tasks.filter((number) => done.has(number)),
    complete: isComplete(document, facts),
    files: declaredFiles(document).map(({ path }) => path),
  };
}

/** The tasks that are committed, by number: on the branch, or in a worktree that an earlier run left. */
export function doneTasks(
  { id, tasks }: PlanDocument,
  { journal, worktrees }: PlanHistory,
): ReadonlyMap<number, JournalEntry> {
  const left = [id, ...tasks.map(({ task }) => taskWorktree(id, task.number))];
  return new Map([
    ...journal.get(planKey(id)) ?? [],
    ...left.flatMap((name) => [...worktrees.get(name)?.tasks ?? []]),
  ]);
}

function firstLine(text: string): string {
  return text.split("\n", 1).join("").trim();
}
