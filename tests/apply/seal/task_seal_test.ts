import assert from "node:assert/strict";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { RunContext } from "../../../lib/apply/run/context.ts";
import { TaskSeal } from "../../../lib/apply/seal/task_seal.ts";
import { host, repository } from "../../support/repository.ts";

const PATH = ".planning/phases/01-base/01-02-PLAN.md";

Deno.test("a comparison of settings compares all documents if there is a commit since", async () => {
  await using folder = await repository({ [PATH]: "plan\n" });
  const workspace = {
    repository: await openRepository(host, folder.path),
    root: folder.path,
    branch: "main",
    baseline: {},
    isOwn: true as const,
  };
  const context = {
    home: {},
    report: () => {},
    ask: () => Promise.resolve(undefined),
    agent: { name: "mock" },
    signal: new AbortController().signal,
  };
  const seal = new TaskSeal(context as unknown as RunContext, workspace);
  const task = { plan: "01-01", task: 1, declared: [], head: await folder.git("rev-parse", "HEAD") };
  await seal.begin(task);
  await folder.write({ [PATH]: "other\n" });
  assert.equal(await seal.settle(task, []), undefined);
  assert.equal(await folder.read(PATH), "other\n");
  await folder.git("commit", "--quiet", "--allow-empty", "--message=forged");
  assert.equal((await seal.settle(task, []))?.kind, "turn-failed");
  assert.equal(await folder.read(PATH), "plan\n");
});
