import type { Config } from "../../../schemas/config.ts";
import type { AddWorktreeStep, ExecutionPlan, PlannedPlan } from "../../../schemas/execution_plan.ts";
import type { PlanFile, Task } from "../../../schemas/plan_file.ts";
import { defined } from "../../collections/defined.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { summaryPath } from "../../parse/ids/plan_names.ts";
import type { Phase } from "../../parse/project/model.ts";
import { baseOf } from "../../parse/ids/locations.ts";
import { progressPaths } from "../../parse/project/project.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import {
  commitMessage,
  describe,
  planCommitMessage,
  taskCommitMessage,
  withShortSubject,
} from "../naming/commit_message.ts";
import type { TaskName } from "../naming/work_message.ts";
import type { StepDraft } from "./lanes.ts";
import { redTasks, taskChecks } from "./tests_first.ts";
import type { MergeMode } from "./step_outcome.ts";
import {
  attendedQuestion,
  checkpointQuestion,
  gateQuestion,
  mergeQuestion,
  skippedQuestion,
} from "../run/questions.ts";

/** Returns the question whether to continue with one or several plans. See docs/configuration.md. */
export function continueSteps(plans: readonly PlannedPlan[], { gates }: Config): readonly StepDraft[] {
  const [first] = plans;
  if (!gates.execute_next_plan || first === undefined) return [];
  const ids = plans.map(({ id }) => id);
  const title = ids.length === 1
    ? `Continue with plan ${first.id}?`
    : `Continue with plans ${ids.join(", ")}?`;
  const details = ids.length === 1
    ? first.objective
    : plans.map(({ id, objective }) => `${id} ${objective}`.trim()).join("\n");
  const place = ids.length === 1 ? { plan: first.id } : {};
  return [{
    kind: "ask",
    id: `${first.id}/execute_next_plan`,
    ...place,
    question: gateQuestion("execute_next_plan", title, details, place.plan),
  }];
}

/** Returns the question before a plan that depends on skipped tasks, unless a task of it is done. */
export function skippedSteps(
  { id, done, skipped = [] }: PlannedPlan,
  skippedBefore: readonly string[],
): readonly StepDraft[] {
  if (skippedBefore.length === 0 || done.length > skipped.length) return [];
  return [{ kind: "ask", id: `${id}/skipped`, plan: id, question: skippedQuestion(id, skippedBefore) }];
}

/**
 * Returns the question whether to execute a plan, unless it is started and the user confirmed it in this
 * repository: commits that others made confirm nothing. See docs/configuration.md.
 */
export function confirmSteps(
  file: PlanFile,
  planned: PlannedPlan,
  { config: { gates }, repository }: { readonly config: Config; readonly repository: RepoSnapshot },
): readonly StepDraft[] {
  const goesOn = planned.done.length > 0 && repository.confirmed.has(planKey(file.id));
  if (goesOn || !gates.confirm_plan) return [];
  const { id, body } = file;
  const names = body.tasks.flatMap((task) => {
    const { commands, failing = [] } = taskChecks(file, task);
    const list = (what: string, checks: readonly string[]) =>
      checks.map((command) => `   ${what}: ${command.replaceAll("\n", "\n     ")}`);
    const isUnchecked = task.type === "auto" && commands.length + failing.length === 0;
    return [
      `${task.number}. ${describe(task.name)}`,
      ...list("check", commands),
      ...list("must fail first", failing),
      ...isUnchecked ? ["   no check"] : [],
    ];
  });
  const tasks = body.tasks.length === 1 ? "1 task" : `${body.tasks.length} tasks`;
  const details = [planned.objective, ...names].join("\n");
  const question = gateQuestion("confirm_plan", `Execute plan ${id} with ${tasks}?`, details, id);
  return [{ kind: "ask", id: `${id}/confirm_plan`, plan: id, question }];
}

/**
 * Returns the steps of a task: a question for a checkpoint, otherwise a turn, then its checks if it has any,
 * and a commit.
 */
export function taskSteps(file: PlanFile, task: Task, config: Config): readonly StepDraft[] {
  const id = `${file.id}/${task.number}`;
  const place = { plan: file.id, task: task.number };
  const message = taskCommitMessage({ plan: file.id, planType: file.frontmatter.type, task });
  const deferTo = redTasks(file).get(task.number)?.next;
  const commit: StepDraft = {
    kind: "commit-task",
    id: `${id}/commit`,
    ...place,
    message,
    ...defined({ deferTo }),
  };
  const question = checkpointQuestion(file.id, task, config.mode);
  const { name, type, files } = task;
  const work: StepDraft = question === undefined
    ? { kind: "turn", id: `${id}/turn`, ...place, name, type, files, directory: "." }
    : { kind: "ask", id: `${id}/ask`, ...place, question };
  const { commands, failing } = taskChecks(file, task);
  const check: StepDraft = {
    kind: "check",
    id: `${id}/check`,
    ...place,
    commands,
    ...defined({ failing }),
    directory: ".",
  };
  return commands.length + (failing?.length ?? 0) === 0 ? [work, commit] : [work, check, commit];
}

/**
 * Returns the steps that write and commit the summary and documents of a complete plan. A plan that says that it
 * needs the user, and has no checkpoint, is completed only if they agree.
 */
export function documentSteps(file: PlanFile, { planning, mode }: Config): readonly StepDraft[] {
  const { id, frontmatter: { autonomous }, body: { tasks } } = file;
  const asks = autonomous || tasks.some(({ type }) => type !== "auto")
    ? []
    : [{ kind: "ask", id: `${id}/autonomous`, plan: id, question: attendedQuestion(id, mode) } as const];
  return [...asks, ...documentDrafts(file, id, planning.commit_docs ? planCommitMessage(file) : undefined)];
}

/** Returns the steps that add the answers at deferred checkpoints to the documents of their plan. */
export function answerSteps(file: PlanFile, { planning }: Config): readonly StepDraft[] {
  const message = planCommitMessage(file, "record the answers at deferred checkpoints");
  return documentDrafts(file, `${file.id}/deferred`, planning.commit_docs ? message : undefined);
}

function documentDrafts({ id, path }: PlanFile, step: string, message?: string): readonly StepDraft[] {
  const summary = summaryPath(path);
  const write: StepDraft = { kind: "write-summary", id: `${step}/summary`, plan: id, path: summary };
  if (message === undefined) return [write];
  const paths = [path, summary, ...progressPaths({ base: baseOf(path) })];
  return [write, { kind: "commit-docs", id: `${step}/docs`, plan: id, message, paths }];
}

export interface WorktreeInput extends Omit<AddWorktreeStep, "kind" | "id" | "lane"> {
  /** True if a task was committed in it, so that it is set up already. */
  readonly ready: boolean;
}

/** Returns the steps that create a worktree and set it up, if setup commands are configured. */
export function worktreeSteps(input: WorktreeInput, config: Config): readonly StepDraft[] {
  const { plan, worktree, branch, onto, exists, ready } = input;
  const id = `${worktree}/worktree`;
  const add: StepDraft = { kind: "add-worktree", id, plan, worktree, branch, onto, exists };
  const commands = config.worktree.setup;
  if (ready || commands.length === 0) return [add];
  return [add, { kind: "set-up-worktree", id: `${worktree}/set-up`, plan, worktree, commands }];
}

export function replaySteps({ plan, worktree, branch, onto }: WorktreeInput): readonly StepDraft[] {
  return [{ kind: "replay", id: `${worktree}/replay`, plan, worktree, branch, onto }];
}

export interface MergeStepsInput {
  readonly phase: Phase;
  readonly branch: string;
  readonly base: string;
  /** The merge mode, if an earlier run was given one. */
  readonly mode: MergeMode | undefined;
  /** The trailers of the merge commit. */
  readonly trailers: readonly string[];
}

/**
 * Returns the merge offer and the merge, or only the merge if the offer was answered before. See
 * docs/decisions/branches-and-merges.md.
 */
export function mergeSteps(input: MergeStepsInput, config: Config): readonly StepDraft[] {
  const { phase, branch, base, mode, trailers } = input;
  const message = mergeMessage(phase);
  const merge: StepDraft = {
    kind: "merge",
    id: "merge",
    branch,
    base,
    message,
    ...trailers.length === 0 ? {} : { trailers },
  };
  if (mode !== undefined) return [{ ...merge, mode }];
  return [{ kind: "ask", id: "merge/ask", question: mergeQuestion(branch, base, config.mode) }, merge];
}

/** Returns the message of the commit that merges a phase. */
export function mergeMessage({ number, name }: Phase): string {
  return withShortSubject(commitMessage(printPhaseNumber(number), "feat", name));
}

export function hasCheck({ steps }: ExecutionPlan, { plan, task }: TaskName): boolean {
  return steps.some((step) => step.kind === "check" && step.plan === plan && step.task === task);
}
