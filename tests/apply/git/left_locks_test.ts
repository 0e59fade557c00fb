import assert from "node:assert/strict";
import { removeLeftLocks } from "../../../lib/apply/git/repair/left_locks.ts";
import { Git } from "../../../lib/apply/git/git.ts";
import { type Folder, hostThat, repository } from "../../support/repository.ts";

/** Locks of the repository itself, which any git may have left. */
const SHARED: readonly string[] = [
  "HEAD.lock",
  "config.lock",
  "index.lock",
  "modules/lib/sub/index.lock",
  "packed-refs.lock",
  "packed-refs.new",
  "refs/heads/main.lock",
  "refs/heads/objects/x.lock",
  "refs/stash.lock",
  "refs/tags/v1.lock",
];
/** Locks of wf's own worktrees and branches. */
const OWN: readonly string[] = [
  "refs/heads/wf/work/01-01.lock",
  "wf/undo.index.lock",
  "worktrees/01-01/HEAD.lock",
  "worktrees/01-01/index.lock",
  "worktrees/1a2b3c4d/index.lock",
];
/** Files that are no locks of these, or of a worktree of the user. */
const OTHERS: readonly string[] = [
  "mine.lock/inside",
  "worktrees/mine/index.lock",
  "info/x.lock",
  "modules/lib/sub/objects/x.lock",
];

/** A repository with a worktree of wf, one of a worker and one of the user, and with files below `.git`. */
async function locked(paths: readonly string[]): Promise<Folder> {
  const folder = await repository({ "a.txt": "1\n" });
  const work = `${folder.path}/.git/home/.wf/worktrees/x/01-01`;
  await folder.git("worktree", "add", "--quiet", "-b", "wf/work/01-01", work);
  const lane = `${folder.path}/.git/wf-lane-x/1a2b3c4d`;
  await folder.git("worktree", "add", "--quiet", "-b", "wf/lane/01-02-1a2b3c4d", lane);
  await folder.git("worktree", "add", "--quiet", "-b", "mine", `${folder.path}/.git/elsewhere/mine`);
  await folder.write(Object.fromEntries(paths.map((path) => [`.git/${path}`, ""])));
  return folder;
}

/** Removes locks ten seconds later, or at another time. */
async function removed(folder: Folder, killed: number | undefined, seconds = 10): Promise<readonly string[]> {
  const host = hostThat({ now: () => Date.now() + seconds * 1000 });
  const git = await Git.open(host, folder.path);
  const paths = await removeLeftLocks(git, killed);
  return paths.map((path) => path.slice(`${git.commonDirectory}/`.length)).sort();
}

Deno.test("removeLeftLocks() removes the locks that were made since a run that was killed", async () => {
  const started = Date.now();
  await using folder = await locked([...SHARED, ...OWN, ...OTHERS]);
  assert.deepEqual(await removed(folder, started), [...SHARED, ...OWN].sort());
  for (const path of OTHERS) assert.ok(await folder.has(`.git/${path}`), path);
});

Deno.test("removeLeftLocks() removes only those of wf's own worktrees and branches if no run was killed, or later", async () => {
  for (const killed of [undefined, Date.now() + 60_000]) {
    await using folder = await locked([...SHARED, ...OWN]);
    assert.deepEqual(await removed(folder, killed), [...OWN].sort());
    for (const path of SHARED) assert.ok(await folder.has(`.git/${path}`), path);
  }
});

Deno.test("removeLeftLocks() waits for a lock that is removed, or held by a git that is still running", async () => {
  await using folder = await locked(["index.lock"]);
  const remove = setTimeout(() => Deno.removeSync(`${folder.path}/.git/index.lock`), 100);
  assert.deepEqual(await removed(folder, Date.now() - 1000, 0), []);
  clearTimeout(remove);
  await folder.write({ ".git/index.lock": "" });
  // The clock of the file system is ahead, so that the lock never gets old.
  const calls = [0, 0, 4_999, 5_000, 5_000];
  const host = hostThat({ now: () => Date.now() - 3_600_000 + (calls.shift() ?? 6_000) });
  assert.deepEqual(await removeLeftLocks(await Git.open(host, folder.path), 0), []);
  assert.ok(await folder.has(".git/index.lock"));
});

Deno.test("removeLeftLocks() leaves the locks of other worktrees alone when it is called in one", async () => {
  await using folder = await locked(["index.lock", "HEAD.lock", "config.lock", "worktrees/mine/index.lock"]);
  const host = hostThat({ now: () => Date.now() + 10_000 });
  const git = await Git.open(host, `${folder.path}/.git/elsewhere/mine`);
  const paths = await removeLeftLocks(git, 0);
  assert.deepEqual(paths.map((path) => path.replace(/.*\.git\//, "")).sort(), [
    "config.lock",
    "worktrees/mine/index.lock",
  ]);
});
