import type { StoppedWork } from "../../plan/run/stopped_work.ts";
import type { Git } from "../git/git.ts";
import { returnToBranch, undoKilledCommits } from "../worktrees/return_to_branch.ts";

/**
 * Returns to the branch of a killed task that its agent left, and moves its commits into the task's changes.
 *
 * @returns The notices for the user.
 */
export async function returnToWork(
  git: Git,
  { plan, task, ...work }: StoppedWork,
): Promise<readonly string[]> {
  const left = await returnToBranch({ git, ...work });
  const isCommitted = await undoKilledCommits(git, work);
  const others = isCommitted || work.head === undefined
    ? ""
    : (await git.run(["log", "--max-count=5", "--format=%h %s", `${work.head}..HEAD`, "--"])).stdout.trim();
  return [
    ...(left === undefined
      ? []
      : [`Task ${plan}/${task} left "${work.branch}" for ${left}; wf is back there`]),
    ...(isCommitted
      ? [`Task ${plan}/${task}: the changes of the agent's own commits are in the task again`]
      : []),
    ...(others === "" ? [] : [
      `Commits since task ${plan}/${task} began, which are not wf's, stay: ${others.replaceAll("\n", ", ")}`,
    ]),
  ];
}
