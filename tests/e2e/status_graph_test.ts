import assert from "node:assert/strict";
import type { GraphResult, StatusResult } from "../../schemas/results/status.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

const SECOND = ".planning/phases/01-base/01-02-PLAN.md";

/** The small project, whose second plan stops at its second task. */
function stopping(config?: object): Record<string, string> {
  const fails = { name: "Fail", script: "exit 1" };
  const second = planText({ plan: "02", wave: 2, dependsOn: ["01-01"], tasks: [writes("c.txt"), fails] });
  return { ...smallProject(config), [SECOND]: second };
}

async function statusOf(folder: Folder, ...args: string[]): Promise<StatusResult> {
  const { code, stdout, stderr } = await wf(["status", "--json", ...args], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  const value = JSON.parse(stdout);
  assert.equal(await schemaProblems("status", value), "");
  return value;
}

function progress({ phases }: StatusResult): string[] {
  return phases.flatMap(({ number, state, plans }) => [
    `${number} ${state}`,
    ...plans.map(({ id, state, tasks }) => `${id} ${state} ${tasks.done}/${tasks.total}`),
  ]);
}

const STOPPED = ["01 in-progress", "01-01 complete 2/2", "01-02 in-progress 1/2", "02 unplanned"];

Deno.test("status shows a phase that stopped in the middle", async () => {
  await using folder = await repository(stopping());
  assert.deepEqual(progress(await statusOf(folder)), [
    "01 not-started",
    "01-01 not-started 0/2",
    "01-02 not-started 0/2",
    "02 unplanned",
  ]);
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 1);
  const result = await statusOf(folder);
  assert.deepEqual(progress(result), STOPPED);
  assert.deepEqual([result.branch, result.current, result.next], ["main", "01", ["wf execute-phase 1"]]);
});

Deno.test("a phase that was only discussed does not count as executed in any command", async () => {
  await using folder = await repository({
    ".planning/config.json": '{"agent":{"name":"shell"}}',
    ".planning/ROADMAP.md": "# Roadmap: Shop (v1.0)\n\n- [ ] **Phase 1: Base** - the beginning\n",
    ".planning/phases/01-base/01-CONTEXT.md": "# Phase 1: Base\n",
  });
  const call = (...args: readonly string[]) => wf(args, { cwd: folder.path });
  for (const command of ["execute-phase", "next execute-phase", "verify-phase", "waves", "graph"]) {
    const { code, stdout, stderr } = await call(...command.split(" "), "1");
    assert.deepEqual([code, stdout], [2, ""], command);
    assert.match(
      stderr,
      /^error Phase 01 \(Base\) has no plans yet\n.*Create a plan with wf plan new 1 .*wf agents$/m,
    );
  }
  const result = await statusOf(folder);
  assert.deepEqual(progress(result), ["01 unplanned"]);
  assert.deepEqual(result.next, ["wf discuss-phase 1", "wf agents"]);
  const roadmap = await folder.read(".planning/ROADMAP.md");
  await folder.write({ ".planning/ROADMAP.md": roadmap.replace("[ ]", "[x]") });
  const ticked = await call("execute-phase", "1");
  assert.match(
    ticked.stderr,
    /^error Phase 01 \(Base\) has no plans, and the roadmap lists it as done\n.*wf plan new 1$/m,
  );
  await folder.write({ ".planning/ROADMAP.md": roadmap });
  assert.match((await call("status")).stdout, /01 +Base +none$/m);
  const milestone = await call("complete-milestone", "v1.0", "--yes");
  assert.equal(milestone.code, 1, milestone.stderr);
  assert.match(milestone.stdout + milestone.stderr, /it has no plans/);
  assert.match(await folder.read(".planning/ROADMAP.md"), /- \[ \] \*\*Phase 1/);
});

Deno.test("status reads summaries from the disk where git ignores .planning", async () => {
  await using folder = await repository({ ".gitignore": ".planning/\n" });
  await folder.write(stopping());
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 1);
  assert.deepEqual(progress(await statusOf(folder)), STOPPED);
});

Deno.test("status reads a phase's own branch, and shows the open merge", async () => {
  await using folder = await repository(
    smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }),
  );
  await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path });
  await folder.git("switch", "--quiet", "main");
  const complete = ["01 complete", "01-01 complete 2/2", "01-02 complete 2/2", "02 unplanned"];
  const result = await statusOf(folder);
  assert.deepEqual([progress(result), result.branch], [complete, "main"]);
  assert.deepEqual(result.next, ["wf execute-phase 1"]);
  await wf(["execute-phase", "1", "--answer", "merge=squash"], { cwd: folder.path });
  const merged = await statusOf(folder);
  assert.deepEqual([progress(merged), merged.next], [complete, [
    "wf discuss-phase 2",
    "wf agents",
  ]]);
  assert.equal((await statusOf(folder, "--set", "git.branching_strategy=none")).phases[0]!.state, "complete");
});

Deno.test("status works outside of a repository and with HEAD detached", async () => {
  await using bare = await Folder.make(smallProject());
  const { code, stdout, stderr } = await wf(["status"], { cwd: bare.path });
  assert.equal(code, 0);
  assert.match(stderr, /Cannot find a git repository/);
  assert.match(stdout, /^no git repository\n/);
  const outside = await statusOf(bare);
  assert.deepEqual([outside.repository, outside.branch, outside.next[0]], [false, null, "git init"]);
  await using folder = await repository(smallProject());
  await folder.git("switch", "--quiet", "--detach");
  const detached = await statusOf(folder);
  assert.deepEqual([detached.repository, detached.branch], [true, null]);
});

Deno.test("status works in a repository without a commit", async () => {
  await using folder = await Folder.make(smallProject());
  await folder.git("init", "--quiet", "--initial-branch=main");
  const result = await statusOf(folder);
  assert.deepEqual([result.branch, result.phases[0]!.state], ["main", "not-started"]);
});

Deno.test("status and graph change nothing", async () => {
  await using folder = await repository(smallProject());
  const state = async () =>
    await folder.git("status", "--porcelain") + await folder.git("show-ref") +
    await folder.git("config", "--local", "--list");
  const before = await state();
  await wf(["status"], { cwd: folder.path });
  await wf(["graph", "1"], { cwd: folder.path });
  assert.equal(await state(), before);
});

Deno.test("status and graph write no color into a pipe", async () => {
  await using folder = await repository(smallProject());
  for (const args of [["status"], ["graph", "1"]]) {
    const { stdout } = await wf(args, { cwd: folder.path, env: { NO_COLOR: "" } });
    assert.match(stdout, /01-02/);
    assert.ok(!stdout.includes("\x1b"), args.join(" "));
  }
});

Deno.test("commands that only read name a wrong value of the configuration and use its default", async () => {
  await using folder = await repository({ ...smallProject(), ".planning/config.json": '{ "mode": 1 }' });
  for (const args of [["status"], ["graph", "1"], ["waves", "1", "--explain"]]) {
    const { code, stdout, stderr } = await wf(args, { cwd: folder.path });
    assert.equal(code, 0, args.join(" "));
    assert.match(stdout, /01-02/);
    assert.match(stderr, /^! \.planning\/config\.json:1:11: "mode" is 1, expected .*defaults are used/);
  }
  assert.equal((await wf(["status", "--set", "mode=yolo"], { cwd: folder.path })).stderr, "");
});

Deno.test("graph prints each form, and its data with --json", async () => {
  await using folder = await repository(stopping());
  await wf(["execute-phase", "1"], { cwd: folder.path });
  const graph = async (...args: string[]) => await wf(["graph", "1", ...args], { cwd: folder.path });
  assert.match((await graph()).stdout, /^Wave 2 {2}● {2}01-02 {2}1\/2 .* ← 01-01$/m);
  assert.match((await graph("--format", "mermaid")).stdout, /^flowchart LR\n[^]*p01_01 --> p01_02\n/);
  assert.match((await graph("--format", "dot")).stdout, /^digraph [^]*"01-01" -> "01-02"\n/);
  assert.match((await graph("--format", "svg")).stdout, /^<svg [^]*<g class="complete">[^]*<\/svg>\n$/);
  const { code, stdout } = await graph("--format", "svg", "--json");
  assert.equal(code, 0);
  const value: GraphResult = JSON.parse(stdout);
  assert.equal(await schemaProblems("graph", value), "");
  assert.deepEqual(value.waves, [["01-01"], ["01-02"]]);
  assert.deepEqual(value.edges, [{ from: "01-01", to: "01-02" }]);
  assert.deepEqual(value.plans.map(({ state }) => state), ["complete", "in-progress"]);
});

Deno.test("graph names the members of a cycle and exits with 1", async () => {
  await using folder = await Folder.make(smallProject());
  const plan = (number: string, on: string) =>
    planText({ plan: number, dependsOn: [on], tasks: [writes("a.txt")] });
  await folder.write({
    ".planning/phases/01-base/01-01-PLAN.md": plan("01", "01-02"),
    [SECOND]: plan("02", "01-01"),
  });
  const { code, stdout, stderr } = await wf(["graph", "1"], { cwd: folder.path });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /01-01 → 01-02 → 01-01/);
});

Deno.test("graph of an unknown format or phase exits with 2", async () => {
  await using folder = await Folder.make(smallProject());
  assert.equal((await wf(["graph", "1", "--format", "svgg"], { cwd: folder.path })).code, 2);
  const missing = await wf(["graph", "9"], { cwd: folder.path });
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /Cannot find phase 9/);
});
