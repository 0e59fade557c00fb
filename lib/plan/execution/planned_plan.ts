import type { Config } from "../../../schemas/config.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import type { Task } from "../../../schemas/plan_file.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { summaryOf } from "../../parse/project/project.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { JournalEntry } from "../history/journal.ts";
import type { History, RepoSnapshot } from "../history/repo_snapshot.ts";
import { canWait } from "./wave_lanes.ts";
import { taskWorktree } from "../naming/work_branch_names.ts";

/** The history of plans, and the worktrees that earlier runs have left. */
export type PlanHistory = History & Pick<RepoSnapshot, "worktrees">;

export interface PlanFacts {
  readonly phase: Phase;
  readonly config: Config;
  /** The repository from the perspective of an execution of that phase. */
  readonly repository: PlanHistory;
}

/**
 * Reports whether a plan is complete: its summary exists and, if documents are committed, is committed after its
 * tasks; and all its tasks are done, except for deferred checkpoints.
 *
 * The existence of a summary proves nothing, because a task may have written it. A summary that is older than
 * wf's first commit for the plan is imported history, and completes the plan whatever its tasks. See
 * docs/decisions/journal.md.
 */
export function isComplete(plan: PlanDocument, { phase, config, repository }: PlanFacts): boolean {
  if (isReopened(plan, repository)) return false;
  const summary = summaryOf(phase, plan.source.path);
  const { commit_docs: commitDocs } = config.planning;
  const isThere = commitDocs ? repository.committed.has(summary) : phase.summaries.has(summary);
  if (!isThere || repository.strayed.has(summary)) return false;
  const done = doneTasks(plan, repository);
  const completed = repository.completed.has(planKey(plan.id));
  if (plan.tasks.some(({ task }) => task.type === "auto" && done.get(task.number)?.unsummed)) return false;
  const isExecuted = [...done.values()].some(({ skipped }) => skipped === undefined);
  if ((!isExecuted && !completed) || repository.imported.has(summary)) return true;
  return plan.tasks.filter(({ task }) => !done.has(task.number)).every(({ task }) => {
    if (completed) return task.type !== "auto";
    return !commitDocs && plan.file !== undefined && canWait(plan.file, task, config);
  });
}

/**
 * Reports whether a plan is complete and all its checkpoints are answered, also those that were deferred to the end of
 * the phase.
 */
export function isExecuted(plan: PlanDocument, facts: PlanFacts): boolean {
  return isComplete(plan, facts) && openCheckpoints(plan, facts.repository).length === 0;
}

/**
 * Reports whether the roadmap ticks a phase of which wf has executed nothing: then the user, or another tool,
 * says that it is done, whether or not its plans have summaries.
 */
export function isTickedByUser(
  { number, plans }: Phase,
  { repository: { journal, completed } }: Pick<PlanFacts, "repository">,
  { roadmap }: Project,
): boolean {
  return isTicked(phaseStanding(number, roadmap)) &&
    !plans.some(({ id }) => journal.has(planKey(id)) || completed.has(planKey(id)));
}

/** Reports whether a task of the plan is to be executed again although the plan was complete. */
export function isReopened({ id, tasks }: PlanDocument, { reopened }: PlanHistory): boolean {
  const again = reopened.get(planKey(id));
  return again !== undefined && tasks.some(({ task }) => again.has(task.number));
}

/** Returns a plan with the tasks that earlier runs have done. See docs/decisions/journal.md. */
export function plannedPlan(document: PlanDocument, facts: PlanFacts): Omit<PlannedPlan, "dependsOn"> {
  const tasks = document.tasks.map(({ task }) => task.number);
  const done = doneTasks(document, facts.repository);
  const skipped = tasks.filter((number) => done.get(number)?.skipped !== undefined);
  return {
    id: document.id,
    path: document.source.path,
    objective: firstLine(document.file?.body.objective ?? ""),
    tasks,
    done: tasks.filter((number) => done.has(number)),
    ...skipped.length === 0 ? {} : { skipped },
    complete: isComplete(document, facts),
    files: document.declared.map(({ path }) => path),
  };
}

/**
 * Returns the checkpoints of a complete plan that wait for an answer, as those that were deferred to the end of the
 * phase do until a run asks them. A plan of which wf has executed nothing has none.
 */
export function openCheckpoints(
  plan: PlanDocument,
  { journal, worktrees = NO_WORKTREES }: Pick<History, "journal"> & Partial<Pick<RepoSnapshot, "worktrees">>,
): readonly Task[] {
  const done = doneTasks(plan, { journal, worktrees });
  const open = plan.tasks.map(({ task }) => task).filter(({ number }) => !done.has(number));
  const isExecuted = open.length < plan.tasks.length;
  return isExecuted && open.every(({ type }) => type !== "auto") ? open : [];
}

/** A task that the user skipped. */
export interface SkippedTask {
  readonly plan: string;
  /** Its number, from 1. */
  readonly task: number;
  /** The reason; may be empty. */
  readonly why: string;
}

/** Formats a skipped task: `01-01/2 (not needed)`. */
export function skippedText({ plan, task, why }: SkippedTask): string {
  return `${plan}/${task}${why === "" ? "" : ` (${why})`}`;
}

/** Returns the skipped tasks of plans, plan by plan: on the branch, or in a worktree that an earlier run left. */
export function skippedTasks(
  plans: readonly PlanDocument[],
  { journal, worktrees = NO_WORKTREES }: Pick<History, "journal"> & Partial<Pick<RepoSnapshot, "worktrees">>,
): readonly SkippedTask[] {
  return plans.flatMap((plan) =>
    [...doneTasks(plan, { journal, worktrees })].flatMap(([task, { skipped }]) => {
      return skipped === undefined ? [] : [{ plan: plan.id, task, why: skipped }];
    })
  );
}

const NO_WORKTREES: RepoSnapshot["worktrees"] = new Map();
const NO_TASKS: ReadonlyMap<number, JournalEntry> = new Map();

/** Returns the committed and the skipped tasks by number: on the branch, or in a worktree that an earlier run left. */
export function doneTasks(
  { id, tasks }: PlanDocument,
  { journal, worktrees }: Pick<PlanHistory, "journal" | "worktrees">,
): ReadonlyMap<number, JournalEntry> {
  const done = journal.get(planKey(id)) ?? NO_TASKS;
  if (worktrees.size === 0) return done;
  const left = [id, ...tasks.map(({ task }) => taskWorktree(id, task.number))];
  return new Map([
    ...done,
    ...left.flatMap((name) => [...worktrees.get(name)?.tasks ?? []]),
  ]);
}

function firstLine(text: string): string {
  return text.split("\n", 1).join("").trim();
}
