import type { WorkingTree } from "../git/output.ts";
import { GitError } from "../git/process.ts";
import { stashWork } from "../git/stash.ts";
import { restoreCommits } from "../git/repair/restore_commits.ts";
import { isMovedByOthers } from "../agent/core/agent_mark.ts";
import { setApartSince } from "../seal/forged_commits.ts";
import { requireBranchIs, type Workspace } from "../worktrees/workspace.ts";
import type { RunContext } from "./context.ts";

/** A task of a plan. */
export interface TaskPlace {
  /** The ID of the plan. */
  readonly plan: string;
  /** The number of the task, from 1. */
  readonly task: number;
}

export interface AgentCommitsOptions {
  readonly context: RunContext;
  readonly workspace: Workspace;
  /** The last commit that wf made or accepted. */
  readonly head: string | undefined;
}

/**
 * Undoes the commits that an agent made, so that the task becomes one commit with wf's message. Its files are
 * kept, and its commits stay in the reflog of the branch.
 *
 * @returns The working tree, and the last commit that wf accepts: commits of other processes are kept.
 */
export async function undoAgentCommits(
  { plan, task }: TaskPlace,
  { context, workspace, head }: AgentCommitsOptions,
): Promise<WorkingTree & Pick<AgentCommitsOptions, "head">> {
  const { repository: { git }, branch } = workspace;
  const found = await git.workingTree();
  const { commit } = found;
  requireBranchIs(branch, found.branch, workspace.isOwn ? git.root : undefined);
  if (head === undefined || commit === head) return { ...found, head };
  const lost = commit === undefined ? undefined : await restoreCommits(git, head, commit);
  if (lost !== undefined && lost.length > 0) {
    const name = `wf: what took commits away from ${branch}`;
    await stashWork(git, lost, name);
    throw new GitError(
      `Cannot commit task ${plan}/${task}: it removed commits from "${branch}" and their changes from the working tree (${
        lost.join(", ")
      })`,
      `wf has restored both; their other content is in the stash as "${name}". Check the working tree, then run the same command`,
    );
  }
  if (lost === undefined) head = await takeCommits({ plan, task }, { context, workspace, head });
  else reportCommits({ plan, task }, commit, context);
  return { ...await git.workingTree(), head };
}

/**
 * Moves the changes of the agent's commits into the task. Commits of others stay, and complete no task.
 *
 * @returns The last commit that wf accepts.
 */
async function takeCommits(
  place: TaskPlace,
  { context, workspace: { repository: { git }, branch, isOwn }, head }: AgentCommitsOptions & {
    readonly head: string;
  },
): Promise<string | undefined> {
  // Programs of a hosting agent carry no mark, so every commit counts as the agent's.
  const hosted = context.heads !== undefined;
  const commit = await git.commitOf("HEAD");
  if (isOwn || hosted || !await isMovedByOthers(git, head)) {
    await git.output(["reset", "--quiet", "--soft", head]);
    reportCommits(place, commit, context);
    return head;
  }
  context.report({
    kind: "notice",
    message:
      `Another process committed to "${branch}" during task ${place.plan}/${place.task}; wf keeps those commits`,
  });
  return await setApartSince(head, context) ?? commit;
}

function reportCommits({ plan, task }: TaskPlace, commit: string | undefined, { report }: RunContext): void {
  report({
    kind: "notice",
    message: `Task ${plan}/${task}: the agent made its own commit (${
      commit?.slice(0, 7)
    }); wf moves its changes into the task's commit`,
  });
}

/**
 * Restores commits of earlier tasks that a failed turn removed, and undoes its own.
 *
 * @returns The last commit that wf accepts.
 */
export async function keepCommits(
  { plan, task }: TaskPlace,
  { context, workspace, head }: AgentCommitsOptions,
): Promise<string | undefined> {
  const { repository: { git }, branch } = workspace;
  const [current, commit] = await Promise.all([git.currentBranch(), git.commitOf("HEAD")]);
  if (head === undefined || commit === undefined || commit === head || current !== branch) return head;
  if (await restoreCommits(git, head, commit) === undefined) {
    return await takeCommits({ plan, task }, { context, workspace, head });
  }
  context.report({
    kind: "notice",
    message: `Task ${plan}/${task} removed commits from "${branch}"; wf has restored them`,
  });
  return head;
}
