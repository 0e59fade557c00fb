import type { Config } from "../../schemas/config.ts";
import type { Task } from "../../schemas/plan_file.ts";

/** Tasks that are done together: one in the plan's own place, or several beside one another. */
export interface TaskGroup {
  /** The tasks, in order. */
  readonly tasks: readonly Task[];
  /** Whether each has a worktree of its own. */
  readonly isolated: boolean;
}

/**
 * Groups the tasks of a plan for `parallelization.task_level`: neighbours that the agent does alone
 * and that declare files, none of them in common, form a group. Tasks whose worktrees an earlier run
 * left are in such a group whatever the configuration says now.
 *
 * @param tasks Tasks that are left, in order.
 * @param left Numbers of the tasks that have worktrees.
 */
export function taskGroups(
  tasks: readonly Task[],
  left: ReadonlySet<number>,
  { parallelization }: Pick<Config, "parallelization">,
): readonly TaskGroup[] {
  const { enabled, task_level, max_concurrent_agents } = parallelization;
  const together = enabled && task_level && max_concurrent_agents > 1;
  const groups: { readonly tasks: Task[]; readonly apart: boolean; readonly files: Set<string> }[] = [];
  for (const task of tasks) {
    const files = task.files.map((file) => file.replace(/^\.\//, ""));
    const kept = left.has(task.number);
    const apart = kept || (together && task.type === "auto" && files.length > 0);
    const group = groups.at(-1);
    if (apart && group?.apart && (kept || files.every((file) => !group.files.has(file)))) {
      group.tasks.push(task);
      for (const file of files) group.files.add(file);
    } else groups.push({ tasks: [task], apart, files: new Set(files) });
  }
  return groups.map(({ tasks }) => ({
    tasks,
    isolated: tasks.length > 1 || left.has(tasks[0]!.number),
  }));
}
