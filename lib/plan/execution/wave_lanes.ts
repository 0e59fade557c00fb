import type { Config } from "../../../schemas/config.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import type { PlanFile, Task } from "../../../schemas/plan_file.ts";
import type { LaneList, StepDraft } from "./lanes.ts";
import { groupBy } from "../../collections/group_by.ts";
import { defined } from "../../collections/defined.ts";
import {
  answerSteps,
  confirmSteps,
  continueSteps,
  documentSteps,
  replaySteps,
  skippedSteps,
  taskSteps,
  type WorktreeInput,
  worktreeSteps,
} from "./plan_steps.ts";
import { checkpointQuestion } from "../run/questions.ts";
import { taskWorktree, workBranch } from "../naming/work_branch_names.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { taskGroups } from "./task_groups.ts";

export interface OpenPlan {
  readonly file: PlanFile;
  readonly planned: PlannedPlan;
  /** The skipped tasks of the plans that it depends on, with the reasons. */
  readonly skippedBefore: readonly string[];
}

/** A checkpoint that is deferred to the end of the phase. */
export interface Deferred {
  readonly file: PlanFile;
  /** Undefined if it is answered, and only the documents of its plan lack the answer. */
  readonly task?: Task;
}

export const DEFERRED_LANE = "checkpoints";

export interface WaveInput {
  /** The number of the wave, from 1. */
  readonly wave: number;
  /** The incomplete plans, in order. */
  readonly open: readonly OpenPlan[];
  /** True if they run concurrently. */
  readonly parallel: boolean;
  /** True if checkpoints that can wait are deferred to the end of the phase. */
  readonly defers: boolean;
  /** The pairs of plans that never run concurrently, the earlier first. */
  readonly serialized: readonly (readonly string[])[];
  /** The lanes that must have finished before. */
  readonly after: readonly string[];
  /** True for the first work of the run, which is not preceded by a question whether to continue. */
  readonly first: boolean;
}

export interface LaneContext {
  readonly list: LaneList;
  /** The branch that the run commits to. */
  readonly branch: string;
  readonly config: Config;
  readonly repository: RepoSnapshot;
  readonly deferred: Deferred[];
}

/**
 * Adds the lanes of a wave.
 *
 * Concurrent plans have worktrees of their own, created from the branch at their start, and are replayed onto
 * it in plan order. A plan with a worktree from an earlier run continues there. All others run in the
 * project's own working tree, one after the other. See docs/decisions/isolation.md.
 *
 * @returns The lanes that the next wave waits for.
 */
export function addWave(input: WaveInput, context: LaneContext): readonly string[] {
  const { open, parallel, serialized, wave, defers } = input;
  const { list, config, branch } = context;
  const ask = parallel && !input.first ? continueSteps(open.map(({ planned }) => planned), config) : [];
  const after = list.add({ id: `wave-${wave}`, after: input.after, steps: ask });
  const ends = new Map<string, readonly string[]>();
  let before = after;
  for (const [index, plan] of open.entries()) {
    const { file, planned } = plan;
    const worktree = worktreeOf(file.id, file.id, branch, parallel, context);
    const alone = parallel ? [] : index === 0 && input.first ? [] : continueSteps([planned], config);
    const earlier = serialized.filter(([, second]) => second === file.id).flatMap(([first]) =>
      ends.get(first!) ?? []
    );
    const end = addPlan({
      ...plan,
      ...(worktree === undefined || isDone(planned, worktree.exists) ? {} : { worktree }),
      opening: [
        ...alone,
        ...skippedSteps(planned, plan.skippedBefore),
        ...confirmSteps(file, planned, context),
      ],
      after: parallel ? [...new Set([...after, ...earlier])] : before,
      behind: parallel && index > 0 ? before : [],
      defers,
    }, context);
    ends.set(file.id, end);
    before = end;
  }
  return parallel ? [...ends.values()].flat() : before;
}

/** Adds the lane of the deferred checkpoints; then the documents of their plans get the answers. */
export function addDeferred(
  after: readonly string[],
  { list, deferred, config }: LaneContext,
): readonly string[] {
  const byPlan = groupBy(deferred, ({ file }) => file);
  const steps = [...byPlan].flatMap(([file, own]) => [
    ...own.flatMap(({ task }) => task === undefined ? [] : taskSteps(file, task, config)),
    ...answerSteps(file, config),
  ]);
  return list.add({ id: DEFERRED_LANE, after, steps });
}

/** Reports whether only the documents of a plan are left, for which no worktree is created. */
function isDone({ tasks, done }: PlannedPlan, exists: boolean): boolean {
  return !exists && done.length === tasks.length;
}

function worktreeOf(
  name: string,
  plan: string,
  onto: string,
  wanted: boolean,
  { repository }: LaneContext,
): WorktreeInput | undefined {
  const left = repository.worktrees.get(name);
  if (left === undefined && !wanted) return undefined;
  return {
    plan,
    worktree: name,
    onto,
    branch: workBranch(name, repository.prefix),
    exists: left !== undefined,
    ready: left !== undefined && left.tasks.size > 0,
  };
}

interface PlanLanes extends OpenPlan {
  readonly worktree?: WorktreeInput;
  readonly opening: readonly StepDraft[];
  readonly after: readonly string[];
  readonly behind: readonly string[];
  readonly defers: boolean;
}

/** Adds the lanes of a plan: usually one, more if its tasks run concurrently. */
function addPlan(plan: PlanLanes, context: LaneContext): readonly string[] {
  const { file, planned, worktree, behind } = plan;
  const { list, config, branch } = context;
  const place = { plan: file.id, ...defined({ worktree: worktree?.worktree }) };
  let id = file.id;
  let after = plan.after;
  let steps: StepDraft[] = [
    ...plan.opening,
    ...(worktree === undefined ? [] : worktreeSteps(worktree, context.config)),
  ];
  const open = openTasks(plan, context);
  const alone = worktree === undefined ? behind : [];
  const { type } = file.frontmatter;
  for (
    const { tasks, isolated } of taskGroups({ type, tasks: open, left: leftTasks(file, context) }, config)
  ) {
    if (!isolated) {
      steps.push(...taskSteps(file, tasks[0]!, config));
      continue;
    }
    after = list.add({ id, ...place, after, behind: alone, steps });
    const own = tasks.map((task) => ({ task, onto: worktree?.branch ?? branch }));
    after = addTasks({ file, planned, place, tasks: own, after }, context);
    id = `${file.id}/after-${tasks.at(-1)!.number}`;
    steps = [];
  }
  const closing = documentSteps(file, config);
  if (worktree === undefined) {
    return list.add({ id, ...place, after, behind: alone, steps: [...steps, ...closing] });
  }
  const work = list.add({ id, ...place, after, steps });
  return list.add({
    id: `${file.id}/replay`,
    plan: file.id,
    after: work,
    behind,
    steps: [...replaySteps(worktree), ...closing],
  });
}

interface TaskLanes extends Omit<OpenPlan, "skippedBefore"> {
  /** The plan and its own worktree. */
  readonly place: { readonly plan: string; readonly worktree?: string };
  readonly tasks: readonly { readonly task: Task; readonly onto: string }[];
  readonly after: readonly string[];
}

/**
 * Adds the lanes of concurrent tasks: each runs on its own, then is replayed in order. Later lanes wait for
 * all of them, because a plan without one of its tasks is not done.
 */
function addTasks(
  { file, planned, place, tasks, after }: TaskLanes,
  context: LaneContext,
): readonly string[] {
  const { list, config } = context;
  let before: readonly string[] = [];
  for (const { task, onto } of tasks) {
    const id = `${file.id}/${task.number}`;
    const own = worktreeOf(taskWorktree(file.id, task.number), file.id, onto, true, context)!;
    const work = planned.done.includes(task.number) ? [] : taskSteps(file, task, config);
    const steps = [...worktreeSteps(own, config), ...work];
    const lane = list.add({ id, plan: file.id, worktree: own.worktree, after, steps });
    before = list.add({ id: `${id}/replay`, ...place, after: [...lane, ...before], steps: replaySteps(own) });
  }
  return before;
}

/** Returns the remaining tasks, without deferred checkpoints. */
function openTasks({ file, planned, defers }: PlanLanes, context: LaneContext): readonly Task[] {
  const left = leftTasks(file, context);
  return file.body.tasks.filter((task) => {
    if (planned.done.includes(task.number)) return left.has(task.number);
    if (!defers || !canWait(file, task, context.config)) return true;
    context.deferred.push({ file, task });
    return false;
  });
}

/**
 * Reports whether a checkpoint can be deferred to the end of the phase: it is not the last task of its plan,
 * the user is asked, need not do anything before, and its gate does not block. A decision is never deferred,
 * because the tasks after it depend on the answer.
 */
export function canWait(file: PlanFile, task: Task, config: Config): boolean {
  if (task === file.body.tasks.at(-1)) return false;
  if (task.type !== "auto" && task.gate === "blocking-human") return false;
  const question = checkpointQuestion(file.id, task, config.mode);
  return question?.kind === "human-verify" && question.automatic === undefined;
}

/** Returns the numbers of the tasks that have worktrees of their own from an earlier run. */
function leftTasks({ id, body }: PlanFile, { repository }: LaneContext): ReadonlySet<number> {
  const numbers = body.tasks.map(({ number }) => number);
  return new Set(numbers.filter((number) => repository.worktrees.has(taskWorktree(id, number))));
}
