import type { Config } from "../../../schemas/config.ts";
import type { PlanType, Task } from "../../../schemas/plan_file.ts";
import { shareFiles } from "../../parse/project/overlaps.ts";

/** A group of tasks: one task in the plan's working tree, or several concurrent ones. */
export interface TaskGroup {
  /** The tasks, in order. */
  readonly tasks: readonly Task[];
  /** True if each task has a worktree of its own. */
  readonly isolated: boolean;
}

export interface TasksLeft {
  /** The type of the plan: the tasks of a `tdd` plan depend on one another, regardless of their files. */
  readonly type: PlanType;
  /** The remaining tasks, in order. */
  readonly tasks: readonly Task[];
  /** The numbers of the tasks that have worktrees from an earlier run. */
  readonly left: ReadonlySet<number>;
}

/**
 * Groups the tasks of a plan for `parallelization.task_level`: consecutive tasks that the agent does alone
 * and that declare files, none of them in common, form a group. Test-first work depends on its order. Tasks with worktrees from an earlier run stay
 * in worktrees regardless of the current configuration. A worker on another machine carries out whole plans.
 */
export function taskGroups(
  { type, tasks, left }: TasksLeft,
  { parallelization, executor }: Pick<Config, "parallelization" | "executor">,
): readonly TaskGroup[] {
  const { enabled, task_level, max_concurrent_agents } = parallelization;
  const together = enabled && task_level && max_concurrent_agents > 1 && type !== "tdd" &&
    executor.name === "local";
  const groups: { readonly tasks: Task[]; readonly apart: boolean; readonly files: string[] }[] = [];
  for (const task of tasks) {
    const { files } = task;
    const apart = left.has(task.number) ||
      (together && task.type === "auto" && task.tdd === undefined && files.length > 0);
    const group = groups.at(-1);
    if (apart && group?.apart && !shareFiles(group.files, files)) {
      group.tasks.push(task);
      group.files.push(...files);
    } else groups.push({ tasks: [task], apart, files: [...files] });
  }
  return groups.map(({ tasks }) => ({ tasks, isolated: tasks.length > 1 || left.has(tasks[0]!.number) }));
}
