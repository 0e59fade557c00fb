import type { RevertedTask } from "../../../schemas/execution_plan.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { redoCommand } from "../command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { doneTasks } from "./planned_plan.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";

/**
 * Returns the tasks of a plan that count as done although a later commit reverts theirs. Only the user can
 * decide whether to run them again, and records it with a commit, because history is the journal.
 *
 * @param branch The branch that a run of the plan commits to.
 */
export function revertedTasks(
  document: PlanDocument,
  repository: RepoSnapshot,
  branch: string | undefined,
): readonly RevertedTask[] {
  const done = doneTasks(document, repository);
  return document.tasks.flatMap(({ task: { number } }) => {
    const { commit, reverted } = done.get(number) ?? {};
    if (commit === undefined || reverted === undefined) return [];
    const again = redoCommand(`${document.id}/${number}`);
    const there = branch === undefined || branch === repository.branch;
    return [{
      task: number,
      commit,
      by: reverted,
      again: there ? again : `git switch ${quoteShell(branch)} && ${again}`,
    }];
  });
}

/** Describes a reverted task without a full stop. The command that follows is shown next to it. */
export function revertedText(plan: string, { task, commit, by }: RevertedTask): string {
  const [made, reverted] = [commit.slice(0, 7), by.slice(0, 7)];
  return `Task ${plan}/${task} counts as done, although ${reverted} reverts its commit ${made}; to run it again`;
}
