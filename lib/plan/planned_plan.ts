import type { Config } from "../../schemas/config.ts";
import type { PlannedPlan } from "../../schemas/execution_plan.ts";
import { declaredFiles } from "../parse/declared_files.ts";
import type { PlanDocument } from "../parse/plan_file.ts";
import { planKey } from "../parse/plan_id.ts";
import { type Phase, summaryOf } from "../parse/project.ts";
import type { JournalEntry } from "./journal.ts";
import type { RepoSnapshot } from "./snapshot.ts";
import { taskWorktree } from "./work_branch.ts";

/** What tells how far a plan is. */
export interface PlanFacts {
  /** The phase the plan lies in. */
  readonly phase: Phase;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The repository, as an execution of that phase sees it. */
  readonly repository: RepoSnapshot;
}

/**
 * Whether a plan's summary is there and, where documents are committed, committed; and none of its tasks is
 * to be done once more.
 */
export function isComplete(plan: PlanDocument, { phase, config, repository }: PlanFacts): boolean {
  if (isReopened(plan, repository)) return false;
  const summary = summaryOf(phase, plan.source.path, plan.id);
  return config.planning.commit_docs ? repository.committed.has(summary) : phase.summaries.has(summary);
}

/** Whether a task of the plan is to be done once more, although the plan was complete. */
export function isReopened({ id, tasks }: PlanDocument, { reopened }: RepoSnapshot): boolean {
  const again = reopened.get(planKey(id));
  return again !== undefined && tasks.some(({ task }) => again.has(task.number));
}

/** A plan, with the tasks that earlier runs have done. Spec: DECISIONS, What "done" means. */
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
  { journal, worktrees }: RepoSnapshot,
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
