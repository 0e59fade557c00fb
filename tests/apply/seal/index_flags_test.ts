import assert from "node:assert/strict";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { RunContext } from "../../../lib/apply/run/context.ts";
import { settleEarlier } from "../../../lib/apply/seal/settle_earlier.ts";
import { TaskSeal } from "../../../lib/apply/seal/task_seal.ts";
import type { Workspace } from "../../../lib/apply/worktrees/workspace.ts";
import type { EventDraft } from "../../../lib/apply/interaction/interaction.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const FILES = { "mine.txt": "mine\n", "test.txt": "strict\n", "kept.txt": "kept\n", "both.txt": "both\n" };

/** What a run knows of the project's own working tree; each call is another program. */
async function program(folder: Folder) {
  const workspace: Workspace = {
    repository: await openRepository(host, folder.path),
    root: folder.path,
    branch: "main",
    baseline: {},
  };
  const notices: string[] = [];
  const reporting = {
    report: (event: EventDraft) => void (event.kind === "notice" && notices.push(event.message)),
    ask: () => Promise.resolve(undefined),
  };
  const context = {
    ...reporting,
    home: workspace,
    agent: { name: "mock" },
    signal: new AbortController().signal,
  };
  const seal = new TaskSeal(context as unknown as RunContext, workspace);
  return { workspace, notices, reporting, seal };
}

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
  await (await program(folder)).seal.begin(TASK);
  await folder.git("update-index", "--assume-unchanged", "test.txt");
  const { workspace, notices, reporting } = await program(folder);
  assert.equal(await settleEarlier(workspace, {} as Project, reporting), undefined);
  assert.deepEqual(notices, [
    "Task 01-01/1 has hidden changes from git with flags of the index, which are cleared: test.txt",
  ]);
  assert.equal(await folder.git(...FLAGS), "s both.txt\nS kept.txt\nh mine.txt\nH test.txt");
});

Deno.test("flags of the user that a task clears are set again, and what they hide is not staged", async () => {
  await using folder = await flagged();
  await folder.write({ "mine.txt": "secret\n", "kept.txt": "secret\n", "both.txt": "secret\n" });
  const { seal, notices } = await program(folder);
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
  const { seal } = await program(folder);
  await seal.begin(TASK);
  await folder.git("update-index", "--no-assume-unchanged", "mine.txt");
  await folder.git("update-index", "--skip-worktree", "mine.txt");
  await folder.git("rm", "--quiet", "--sparse", "--cached", "both.txt");
  await seal.settle(TASK);
  assert.equal(await folder.git(...FLAGS), "S kept.txt\nh mine.txt\nH test.txt");
});
