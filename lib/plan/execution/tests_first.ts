import type { PlanFile, Task } from "../../../schemas/plan_file.ts";
import { checkKind } from "../checks/check_kind.ts";
import { taskCommitType, tddStep } from "../naming/commit_message.ts";

/** A task that writes tests for code that does not exist yet. */
export interface RedTask {
  /** The number of the task, from 1. */
  readonly task: number;
  /** The commands that run its tests: its own, then those of the task that implements it. One of them has to fail. */
  readonly failing: readonly string[];
  /** The commands of the task that have to pass once the tests are implemented. */
  readonly later: readonly string[];
  /** The first task that implements it, if its commit can also contain the tests. */
  readonly next?: number;
  /** The last task that implements it; undefined if none of this plan does. */
  readonly green?: number;
}

/** The checks after a task. */
export interface TaskChecks {
  /** The commands that have to pass. */
  readonly commands: readonly string[];
  /** The commands of which one has to fail first, if any is known; undefined for a task that needs none. */
  readonly failing?: readonly string[];
}

/**
 * Returns the tasks of a plan whose tests have to fail at first, by number. They are marked as such, or add tests
 * before a task that implements something; in a plan that is not `tdd`, before all that do.
 */
export function redTasks(plan: PlanFile): ReadonlyMap<number, RedTask> {
  let found = KNOWN.get(plan);
  if (found === undefined) KNOWN.set(plan, found = findRedTasks(plan));
  return found;
}

/** Each task of a plan is asked about. */
const KNOWN = new WeakMap<PlanFile, ReadonlyMap<number, RedTask>>();

function findRedTasks(
  { frontmatter: { type: planType }, body: { tasks } }: PlanFile,
): ReadonlyMap<number, RedTask> {
  const found = new Map<number, RedTask>();
  const all = tasks.map((task) => {
    const type = taskCommitType({ planType, task });
    return { task, type, step: tddStep({ planType, task }), implements: type === "feat" || type === "fix" };
  });
  const isRed = all.map(({ type, step }, index) => {
    if (step !== "any" || type !== "test") return step === "red";
    const next = all.slice(index + 1).find((one) => one.type !== "test" && one.type !== "chore");
    return next?.implements === true &&
      (planType === "tdd" || !all.slice(0, index).some((one) => one.implements));
  });
  for (const [index, { task }] of all.entries()) {
    if (!isRed[index]) continue;
    // Several tasks with tests may come before their implementation.
    const after = all.slice(isRed.indexOf(false, index));
    const end = after.findIndex(({ type }) => type === "test" || type === "refactor");
    const greens = after.slice(0, end === -1 ? undefined : end).filter((one) => one.implements)
      .map((one) => one.task);
    const [first] = greens;
    const later = runningTests(task);
    const isNext = first !== undefined &&
      tasks.slice(task.number, first.number - 1).every(({ number }) => isRed[number - 1]);
    found.set(task.number, {
      task: task.number,
      failing: [...new Set([...later, ...first === undefined ? [] : runningTests(first)])],
      later,
      ...(isNext ? { next: first.number } : {}),
      ...(first === undefined ? {} : { green: greens.at(-1)!.number }),
    });
  }
  return found;
}

/** Returns the checks after a task. The tests written before have to pass after the task that implements them. */
export function taskChecks(file: PlanFile, task: Task): TaskChecks {
  const checks = checksOf(task);
  const reds = redTasks(file);
  const red = reds.get(task.number);
  if (red !== undefined) {
    return { commands: checks.filter((check) => !red.later.includes(check)), failing: red.failing };
  }
  const earlier = [...reds.values()].filter(({ green }) => green === task.number).flatMap(({ later }) =>
    later
  );
  return { commands: [...new Set([...checks, ...earlier])] };
}

function checksOf(task: Task): readonly string[] {
  return task.type === "auto" || task.type === "checkpoint:human-action" ? task.checks : [];
}

function runningTests(task: Task): readonly string[] {
  return checksOf(task).filter((check) => checkKind(check) === "tests");
}
