import { joinPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import { removeTemporaryWorktree } from "../worktrees/temporary_worktree.ts";
import { listWorktrees, makeWorktree } from "../worktrees/worktree_entries.ts";

/** The branches that are checked out in the worktrees of a worker. */
const BRANCHES = "wf/lane/";

/** A worktree of a worker. */
export interface LaneWorkspace {
  readonly git: Git;
  readonly branch: string;
  /** Removes the worktree with everything in it. */
  remove(): Promise<void>;
}

/** Creates a worktree of a lane, outside of the clone, at a commit. */
export async function openLaneWorkspace(git: Git, lane: string, commit: string): Promise<LaneWorkspace> {
  const { host } = git;
  const folder = await host.realPath(await host.makeTemporaryDirectory("wf-lane-"));
  const branch = `${BRANCHES}${lane}-${crypto.randomUUID().slice(0, 8)}`;
  const directory = joinPath(folder, "tree");
  await makeWorktree(git, directory, { options: ["--no-track", "-b", branch], commit });
  return {
    git: git.at(directory),
    branch,
    remove: async () => {
      await removeTemporaryWorktree(git, folder);
      await removeBranch(git, branch);
    },
  };
}

/** Removes the worktrees that a killed worker of this clone left. Their commits are on the remote. */
export async function removeLeftWorkspaces(git: Git): Promise<void> {
  for (const { branch, directory, locked } of await listWorktrees(git)) {
    const [, folder] = /^(.*\/wf-lane-[^/]+)\/tree$/.exec(directory) ?? [];
    if (folder === undefined || !branch?.startsWith(BRANCHES)) continue;
    await removeTemporaryWorktree(git, folder, locked);
    await removeBranch(git, branch);
  }
}

async function removeBranch(git: Git, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const commit = await git.commitOf(ref);
  if (commit !== undefined) await git.output(["update-ref", "-d", ref, commit]);
}
