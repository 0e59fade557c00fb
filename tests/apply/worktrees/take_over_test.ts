import assert from "node:assert/strict";
import { workBranches } from "../../../lib/apply/git/work_branches.ts";
import { recoverWorktrees } from "../../../lib/apply/worktrees/recover.ts";
import { listWorktrees } from "../../../lib/apply/worktrees/worktree_entries.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { Folder, repository } from "../../support/repository.ts";
import { recordWorkBranch } from "../../support/work_branches.ts";
import { leftovers } from "../../support/wide.ts";
import {
  addLane,
  commitAll,
  type Lanes,
  lanesOf,
  type LanesOptions,
  replayStep,
  workBranch,
} from "./lanes.ts";

const [FIRST, NEXT] = ["01-01", "01-02"];

/** A repository in which the first of two plans is replayed, and its idle worktree. */
async function finished(files: Readonly<Record<string, string>> = {}, options: LanesOptions = {}) {
  const folder = await repository({ "a.txt": "1\n", ".gitignore": "*.log\n", ...files });
  const lanes = await lanesOf(folder, { plans: [FIRST, NEXT], ...options });
  const work = Folder.at((await addLane(lanes, FIRST)).root);
  await setUp(lanes, FIRST);
  await work.write({ "b.txt": "1\n" });
  await work.git("add", "b.txt");
  await work.git("commit", "--quiet", "--message=write b.txt");
  await replay(lanes, FIRST);
  return { folder, lanes, work };
}

function setUp({ worktrees }: Lanes, plan: string) {
  const step = { id: "", lane: plan, plan, worktree: plan, commands: [] };
  return worktrees.setUp({ kind: "set-up-worktree", ...step });
}

function replay({ worktrees, home }: Lanes, plan: string) {
  return worktrees.replay(replayStep(plan), home, []);
}

Deno.test("the next plan takes over the worktree of a finished one, on a branch of its own", async () => {
  const { folder, lanes, work } = await finished();
  await using _ = folder;
  await work.write({ "build.log": "1\n" });
  await commitAll(folder, { "c.txt": "1\n" });
  const { root, branch } = await addLane(lanes, NEXT);
  assert.deepEqual([root, branch], [work.path, workBranch(NEXT)]);
  assert.equal(await work.git("rev-parse", "HEAD"), await folder.git("rev-parse", "main"));
  assert.equal(await work.git("branch", "--show-current"), branch);
  assert.equal(await work.git("status", "--porcelain"), "");
  assert.equal(await work.read("build.log"), "1\n");
  assert.deepEqual(await workBranches(lanes.home.repository), [
    { branch, onto: "main", directory: root, locked: undefined },
  ]);
  assert.doesNotMatch(await folder.read(".git/config"), /01-01"/);
  await commitAll(work, { "d.txt": "1\n" });
  await replay(lanes, NEXT);
  assert.deepEqual(await leftovers(folder), []);
  assert.equal(await folder.read("d.txt"), "1\n");
});

Deno.test("worktrees that no plan takes over are removed at the end", async () => {
  const { folder, lanes } = await finished();
  await using _ = folder;
  assert.equal((await listWorktrees(lanes.home.repository.git)).length, 2);
  await lanes.worktrees.close();
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a worktree that is taken over is not set up again, and keeps what the setup left", async () => {
  const setup = ["echo made >> made.log; echo made >> made.txt"];
  const { folder, lanes, work } = await finished({}, { worktree: { setup } });
  await using _ = folder;
  const { root, baseline } = await addLane(lanes, NEXT);
  await setUp(lanes, NEXT);
  assert.equal(root, work.path);
  assert.deepEqual(Object.keys(baseline), ["made.txt"]);
  for (const path of ["made.log", "made.txt"]) assert.equal(await work.read(path), "made\n");
});

Deno.test("a worktree that is taken over gets the current documents where git ignores them", async () => {
  const { folder, lanes, work } = await finished({
    ".gitignore": ".planning\n",
    ".planning/STATE.md": "1\n",
  });
  await using _ = folder;
  await folder.write({ ".planning/STATE.md": "2\n" });
  assert.equal((await addLane(lanes, NEXT)).root, work.path);
  assert.equal(await work.read(".planning/STATE.md"), "2\n");
});

const UNEXPECTED: readonly {
  readonly what: string;
  readonly make: (work: Folder) => Promise<unknown>;
  /** What remains of it afterwards. */
  readonly kept?: (folder: Folder, work: Folder) => Promise<string>;
}[] = [
  {
    what: "a new file",
    make: (work) => work.write({ "mine.txt": "m\n" }),
    kept: (_, work) => work.read("mine.txt"),
  },
  {
    what: "a changed file",
    make: (work) => work.write({ "a.txt": "m\n" }),
    kept: (_, work) => work.read("a.txt"),
  },
  {
    what: "a commit",
    make: (work) => commitAll(work, { "mine.txt": "m\n" }),
    kept: (folder) => folder.git("show", `${workBranch(FIRST)}:mine.txt`).then((text) => `${text}\n`),
  },
  {
    what: "another branch",
    make: async (work) => {
      await work.git("switch", "--quiet", "-c", "mine");
      await commitAll(work, { "mine.txt": "m\n" });
    },
    kept: (folder) => folder.git("show", "mine:mine.txt").then((text) => `${text}\n`),
  },
  {
    what: "settings of its own",
    make: async (work) => {
      const path = await work.git("rev-parse", "--path-format=absolute", "--git-path", "config.worktree");
      await Deno.writeTextFile(path, "");
    },
  },
  {
    what: "a lock",
    make: (work) => work.git("worktree", "lock", "--reason", "m", work.path),
    kept: (folder) =>
      folder.git("worktree", "list", "--porcelain").then((text) => `${/^locked (.*)$/m.exec(text)?.[1]}\n`),
  },
  { what: "an ignored file that the next plan declares", make: (work) => work.write({ "out.log": "1\n" }) },
];

for (const { what, make, kept } of UNEXPECTED) {
  Deno.test(`a worktree with ${what} is not taken over`, async () => {
    const { folder, lanes, work } = await finished();
    await using _ = folder;
    await make(work);
    const { root } = await addLane(lanes, NEXT, false, ["out.log"]);
    const next = Folder.at(root);
    assert.notEqual(root, work.path);
    assert.equal(await next.git("branch", "--show-current"), workBranch(NEXT));
    assert.equal(await next.git("status", "--porcelain", "--ignored"), "");
    if (kept !== undefined) assert.equal(await kept(folder, work), "m\n");
  });
}

Deno.test("a worktree that is taken over belongs to its plan also while no branch is checked out", async () => {
  const { folder, lanes, work } = await finished();
  await using _ = folder;
  const { root, branch } = await addLane(lanes, NEXT);
  await work.git("switch", "--quiet", "--detach");
  const found = await workBranches(lanes.home.repository);
  assert.deepEqual(found.map(({ branch, directory }) => [branch, directory]), [[branch, root]]);
});

Deno.test("recoverWorktrees() undoes the checkout of a plan that was killed in taking over a worktree", async () => {
  const { folder, lanes, work } = await finished();
  await using _ = folder;
  const { git } = lanes.home.repository;
  await commitAll(folder, { "a.txt": "2\n", "c.txt": "1\n", "d.txt": "1\n" });
  await recordWorkBranch(folder, workBranch(NEXT));
  await folder.git("worktree", "lock", "--reason", "wf is making it", work.path);
  await work.write({ "a.txt": "", "c.txt": "1\n" });
  await Deno.writeTextFile(
    await work.git("rev-parse", "--path-format=absolute", "--git-path", "index.lock"),
    "",
  );
  assert.deepEqual(await recoverWorktrees({ git, prefix: "", project: "" }), []);
  assert.deepEqual(await leftovers(folder), []);
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("recoverWorktrees() removes a worktree that a run was killed in locking", async () => {
  const { folder, lanes } = await finished();
  await using _ = folder;
  const { git } = lanes.home.repository;
  const { createText, writeText } = DenoHost.prototype;
  const isLock = (path: string) => path.endsWith("/locked");
  Object.assign(git.host, {
    async createText(path: string, text: string) {
      await createText.call(git.host, path, isLock(path) ? "" : text);
      if (isLock(path)) throw new Error("killed");
      return true;
    },
    async writeText(path: string, text: string) {
      if (isLock(path)) throw new Error("killed");
      await writeText.call(git.host, path, text);
    },
  });
  await assert.rejects(addLane(lanes, NEXT), /^Error: killed$/);
  assert.deepEqual(await recoverWorktrees((await lanesOf(folder)).home.repository), []);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("recoverWorktrees() removes a worktree that was taken over, and the branch of the plan before", async () => {
  const { folder, lanes, work } = await finished();
  await using _ = folder;
  const { branch } = await addLane(lanes, NEXT);
  await folder.git("branch", workBranch(FIRST), "main");
  await recordWorkBranch(folder, workBranch(FIRST));
  await folder.git("worktree", "lock", "--reason", "wf is making it", work.path);
  assert.equal(await work.git("branch", "--show-current"), branch);
  assert.deepEqual(await recoverWorktrees(lanes.home.repository), []);
  assert.deepEqual(await leftovers(folder), []);
});
