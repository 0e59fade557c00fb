import { ProgramError } from "../../errors/program_error.ts";
import { baseName, joinPath } from "../../path/paths.ts";
import { CommonRecord } from "../files/common_record.ts";
import { changedSince, recallBaseline } from "../git/baseline.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { setAside } from "../session/set_aside.ts";
import { readStopped } from "../session/stopped_record.ts";
import { stashTasks } from "./left_work.ts";
import { removeTemporaryWorktree } from "../worktrees/temporary_worktree.ts";
import { repositoryAt } from "../worktrees/workspace.ts";
import { isHalfMade, listWorktrees, makeWorktree } from "../worktrees/worktree_entries.ts";

/** The branches that are checked out in the worktrees of a worker. */
const BRANCHES = "wf/lane/";

/** A worktree of a worker. */
export interface LaneWorkspace {
  readonly git: Git;
  readonly branch: string;
  /** Records the newest commit on the lane's ref, so that it shows if the worker is killed before it pushes another. */
  pushed(commit: string): Promise<void>;
  /** Stashes the commits of tasks that are not on the lane's ref. */
  stash(report: (event: EventDraft) => void): Promise<void>;
  /** Removes the worktree with everything in it. */
  remove(): Promise<void>;
}

/**
 * Creates a worktree of a lane, outside of the clone, at a commit.
 *
 * @param within The folder to create it in; by default that for temporary files.
 */
export async function openLaneWorkspace(
  git: Git,
  { lane, commit, within }: {
    readonly lane: string;
    readonly commit: string;
    readonly within: string | undefined;
  },
): Promise<LaneWorkspace> {
  const { host } = git;
  const name = crypto.randomUUID().slice(0, 8);
  const folder = within === undefined
    ? await host.realPath(await host.makeTemporaryDirectory("wf-lane-"))
    : joinPath(within, `wf-lane-${name}`);
  const branch = `${BRANCHES}${lane}-${name}`;
  // Records about a working tree are named for its folder.
  const directory = joinPath(folder, name);
  const pushed = pushedOf(directory);
  await pushed.write(git, commit);
  await makeWorktree(git, directory, { options: ["--no-track", "-b", branch], commit });
  return {
    git: git.at(directory),
    branch,
    pushed: (commit) => pushed.write(git, commit),
    stash: (report) => stashUnpushed(git, { branch, directory, report }),
    remove: async () => {
      await removeTemporaryWorktree(git, directory);
      await removeBranch(git, branch);
      await pushed.remove(git);
    },
  };
}

/** Returns the record of the newest commit that a worker pushed from a worktree. */
function pushedOf(directory: string): CommonRecord<string> {
  return new CommonRecord(`wf/pushed/${baseName(directory)}.json`, (value) => typeof value === "string");
}

async function stashUnpushed(
  git: Git,
  { branch, directory, report }: {
    readonly branch: string;
    readonly directory: string;
    readonly report: (event: EventDraft) => void;
  },
): Promise<void> {
  const since = await pushedOf(directory).read(git);
  const commit = await git.commitOf(`refs/heads/${branch}`);
  if (since !== undefined && commit !== undefined) await stashTasks(git, { since, commit, report });
}

/**
 * Removes the worktrees that a killed worker of this clone left, and stashes what is in no commit. One with which that
 * fails is left to the next worker.
 */
export async function removeLeftWorkspaces(
  home: Repository,
  report: (event: EventDraft) => void,
): Promise<void> {
  const { git } = home;
  for (const { branch, directory, locked } of await listWorktrees(git)) {
    if (!/\/wf-lane-[^/]+\/[^/]+$/.test(directory) || !branch?.startsWith(BRANCHES)) continue;
    try {
      if (!isHalfMade(locked)) await stashKilled(repositoryAt(home, git.at(directory)), report);
      await stashUnpushed(git, { branch, directory, report });
      await removeTemporaryWorktree(git, directory, locked);
      await removeBranch(git, branch);
      await pushedOf(directory).remove(git);
    } catch (error) {
      if (!(error instanceof ProgramError)) throw error;
      const message =
        `What a killed worker left in ${directory} stays there: ${error.message}. ${error.hint}`;
      report({ kind: "notice", message });
    }
  }
}

async function stashKilled(repository: Repository, report: (event: EventDraft) => void): Promise<void> {
  const { git } = repository;
  if (await git.host.stat(git.root) === undefined) return;
  const task = await readStopped(repository);
  const paths = await changedSince(git, await recallBaseline(git) ?? {});
  if (task !== undefined) await setAside(repository, { task, paths, report });
}

async function removeBranch(git: Git, branch: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const commit = await git.commitOf(ref);
  if (commit !== undefined) await git.output(["update-ref", "-d", ref, commit]);
}
