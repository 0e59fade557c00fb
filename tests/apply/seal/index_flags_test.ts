import assert from "node:assert/strict";
import { settleEarlier } from "../../../lib/apply/seal/settle_earlier.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { type Folder, repository } from "../../support/repository.ts";
import { sealing } from "../../support/task_seals.ts";

const FILES = { "mine.txt": "mine\n", "test.txt": "strict\n", "kept.txt": "kept\n", "both.txt": "both\n" };

const TASK = { plan: "01-01", task: 1, declared: [], head: undefined };

const FLAGS = ["ls-files", "-v", ...Object.keys(FILES)];

async function flagged(): Promise<Folder> {
  const folder = await repository(FILES);
  await folder.git("update-index", "--assume-unchanged", "mine.txt", "both.txt");
  await folder.git("update-index", "--skip-worktree", "kept.txt", "both.txt");
  return folder;
}

Deno.test("flags of the index that a killed task has set are cleared by the next run, and the user's stay", async () => {
  await using folder = await flagged();
  await (await sealing(folder.path)).seal.begin(TASK);
  await folder.git("update-index", "--assume-unchanged", "test.txt");
  const { workspace, notices, reporting } = await sealing(folder.path);
  assert.equal(await settleEarlier(workspace, {} as Project, reporting), undefined);
  assert.deepEqual(notices, [
    "Task 01-01/1 has hidden changes from git with flags of the index, which are cleared: test.txt",
  ]);
  assert.equal(await folder.git(...FLAGS), "s both.txt\nS kept.txt\nh mine.txt\nH test.txt");
});

Deno.test("flags of the user that a task clears are set again, and what they hide is not staged", async () => {
  await using folder = await flagged();
  await folder.write({ "mine.txt": "secret\n", "kept.txt": "secret\n", "both.txt": "secret\n" });
  const { seal, notices } = await sealing(folder.path);
  await seal.begin(TASK);
  await folder.git("update-index", "--no-assume-unchanged", "mine.txt", "both.txt");
  await folder.git("update-index", "--no-skip-worktree", "kept.txt");
  await folder.git("add", "mine.txt", "kept.txt");
  await seal.settle(TASK);
  assert.deepEqual(notices, [
    "Task 01-01/1 has cleared your flags of the index, which are set again: both.txt, kept.txt, mine.txt",
  ]);
  assert.equal(await folder.git(...FLAGS), "s both.txt\nS kept.txt\nh mine.txt\nH test.txt");
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(await folder.read("mine.txt"), "secret\n");
});

Deno.test("a flag of the user that a task replaces by another is as before", async () => {
  await using folder = await flagged();
  const { seal } = await sealing(folder.path);
  await seal.begin(TASK);
  await folder.git("update-index", "--no-assume-unchanged", "mine.txt");
  await folder.git("update-index", "--skip-worktree", "mine.txt");
  await folder.git("rm", "--quiet", "--sparse", "--cached", "both.txt");
  await seal.settle(TASK);
  assert.equal(await folder.git(...FLAGS), "S kept.txt\nh mine.txt\nH test.txt");
});

Deno.test("flags of the index that a host's task has set are cleared with its report", async () => {
  await using folder = await flagged();
  await (await sealing(folder.path, { isHosted: true })).seal.begin(TASK);
  await folder.git("update-index", "--assume-unchanged", "test.txt");
  const { seal, notices } = await sealing(folder.path, { isHosted: true });
  await seal.begin(TASK);
  await seal.settle(TASK);
  assert.equal(notices.length, 1);
  assert.equal(await folder.git(...FLAGS), "s both.txt\nS kept.txt\nh mine.txt\nH test.txt");
});
