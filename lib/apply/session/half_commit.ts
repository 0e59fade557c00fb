import { PLAN_TRAILER, TASK_TRAILER } from "../../plan/naming/commit_message.ts";
import { joinPath } from "../../path/paths.ts";
import { madeCommit } from "../git/commit/commit.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { contentHashes, readStopped, writeStopped } from "./stopped_record.ts";

/** The time after the last sign of life of a killed run in which it may still have changed files, in milliseconds. */
const SLACK = 2000;

/** Reports whether a file was changed after a run was killed, or is missing, so that the run need not have changed it. */
export async function isLater({ host, root }: Git, path: string, killedAt = 0): Promise<boolean> {
  const info = await host.stat(joinPath(root, path));
  return info === undefined || (info.changed ?? info.modified) > killedAt + SLACK;
}

/**
 * Undoes the commit of a stopped task if a hook has formatted its files since, as the run would have done, to commit
 * them together. A commit without such changes is complete.
 *
 * @param isOwn True for a worktree that wf created, where nothing is the user's.
 */
export async function undoHalfCommit(repository: Repository, isOwn = false): Promise<void> {
  const { git } = repository;
  const work = await readStopped(repository);
  if (work?.committing !== true || work.head === undefined || await git.currentBranch() !== work.branch) {
    return;
  }
  if (await git.commitOf("HEAD") === work.head) return;
  const { commit, parent, body, files } = await madeCommit(git);
  const trailers = [`${PLAN_TRAILER}: ${work.plan}`, `${TASK_TRAILER}: ${work.task}`];
  const lines = body.split("\n");
  if (parent !== work.head || !trailers.every((trailer) => lines.includes(trailer))) return;
  const own = new Set(files);
  const changed = (await git.status()).filter(({ path }) => own.has(path)).map(({ path }) => path);
  const now = await contentHashes(git, changed);
  // A slow hook formats files long after the last entry in the log, but before the commit is made.
  const object = joinPath(git.commonDirectory, "objects", commit.slice(0, 2), commit.slice(2));
  const made = await git.host.stat(object);
  const last = Math.max(work.killedAt ?? 0, made?.modified ?? 0);
  for (const path of changed) {
    if (!isOwn && now[path] !== work.files[path] && await isLater(git, path, last)) return;
  }
  if (changed.length === 0) return;
  await git.output(["reset", "--quiet", "--soft", work.head]);
  await writeStopped(repository, { ...work, files: await contentHashes(git, files) });
}
