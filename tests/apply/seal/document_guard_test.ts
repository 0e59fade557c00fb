import assert from "node:assert/strict";
import { ProjectReader } from "../../../lib/apply/files/project_reader.ts";
import type { Host } from "../../../lib/host/host.ts";
import { extendedHost } from "../../../lib/host/extended_host.ts";
import { openRepository } from "../../../lib/apply/git/repository.ts";
import type { RunContext } from "../../../lib/apply/run/context.ts";
import { DocumentGuard } from "../../../lib/apply/seal/document_guard.ts";
import { planText } from "../../support/plans.ts";
import { type Folder, host, repository } from "../../support/repository.ts";

const TASK = { name: "Do it", script: "true" };
const FILES = { ".planning/phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [TASK] }) };
const MESSAGE = "feat(01-01): do it\n\nWf-Plan: 01-01\nWf-Task: 1";

async function guardOf(folder: Folder, told: unknown[], machine: Host = host): Promise<DocumentGuard> {
  const context = {
    home: {
      repository: await openRepository(machine, folder.path),
      root: folder.path,
      branch: "main",
      baseline: {},
    },
    reader: new ProjectReader(host, folder.path),
    report: (event: unknown) => void told.push(event),
    ask: () => Promise.resolve(undefined),
    agent: { name: "mock" },
    signal: new AbortController().signal,
  };
  return new DocumentGuard(context as unknown as RunContext);
}

for (const outcome of ["succeeds", "fails after it has committed"]) {
  Deno.test(`the commits of an action that ${outcome} are wf's own, and are not set apart`, async () => {
    await using folder = await repository(FILES);
    const told: unknown[] = [];
    const guard = await guardOf(folder, told);
    await guard.begin("01-02/1");
    const action = guard.write(async () => {
      await folder.git("commit", "--quiet", "--allow-empty", `--message=${MESSAGE}`);
      if (outcome !== "succeeds") throw new Error("git was killed");
    });
    if (outcome === "succeeds") await action;
    else await assert.rejects(action, /git was killed/);
    await guard.settle("01-02/1");
    assert.deepEqual(told, []);
    assert.equal(await folder.git("log", "-1", "--format=%s"), "feat(01-01): do it");
  });
}

Deno.test("documents in the commits of an action are wf's own only if it announces them", async () => {
  const [plan, own] = [".planning/phases/01-base/01-02-PLAN.md", ".planning/docs/a.md"];
  await using folder = await repository({
    ...FILES,
    [plan]: planText({ plan: "02", tasks: [TASK] }),
    [own]: "a\n",
  });
  const before = await folder.read(plan);
  const guard = await guardOf(folder, []);
  await guard.begin("01-01/1");
  await guard.write(async () => {
    await folder.write({ [plan]: "other\n", [own]: "other\n" });
    await folder.git("commit", "--quiet", "--all", "--message=mine");
  }, [".planning/docs/"]);
  await guard.settle("01-01/1");
  assert.equal(guard.question?.details, `  ${plan}`);
  assert.equal(await folder.read(plan), before);
  assert.equal(await folder.read(own), "other\n");
});

Deno.test("a commit of others while tasks run completes no task", async () => {
  await using folder = await repository(FILES);
  const guard = await guardOf(folder, []);
  await guard.begin("01-02/1");
  await folder.git("commit", "--quiet", "--allow-empty", `--message=${MESSAGE}`);
  await guard.settle("01-02/1");
  assert.match(await folder.git("log", "-1", "--format=%B"), /^Wf-Again: 01-01\/1$/m);
});

Deno.test("tasks that end at the same time share an inspection of the documents", async () => {
  await using folder = await repository(FILES);
  let read = 0;
  const counting = extendedHost(host, {
    readDirectory: async (path: string) => {
      if (path === `${folder.path}/.planning`) read++;
      return await host.readDirectory(path);
    },
  });
  const guard = await guardOf(folder, [], counting);
  await guard.begin("01-02/1");
  read = 0;
  await Promise.all(Array.from({ length: 16 }, (_, task) => guard.settle(`01-02/${task}`)));
  assert.equal(read, 1);
  await guard.settle("01-02/1");
  assert.equal(read, 2);
});

Deno.test("a commit of a task inspects no documents, and the next inspection finds what it left", async () => {
  await using folder = await repository(FILES);
  const told: unknown[] = [];
  const guard = await guardOf(folder, told);
  await guard.begin("01-02/1");
  const path = ".planning/phases/01-base/01-01-PLAN.md";
  await folder.write({ [path]: "other\n" });
  await guard.settle("01-02/1", []);
  assert.equal(await folder.read(path), "other\n");
  await guard.settle("01-02/1", [path]);
  assert.equal(await folder.read(path), FILES[path]);
});

Deno.test("a commit of others completes no task although its plan is removed when only some documents are inspected", async () => {
  await using folder = await repository(FILES);
  const guard = await guardOf(folder, []);
  await guard.begin("01-02/1");
  await Deno.remove(`${folder.path}/${Object.keys(FILES)[0]}`);
  await folder.git("commit", "--quiet", "--allow-empty", `--message=${MESSAGE}`);
  await guard.settle("01-02/1", []);
  assert.match(await folder.git("log", "-1", "--format=%B"), /^Wf-Again: 01-01\/1$/m);
});
