import assert from "node:assert/strict";
import type { NewMilestoneResult } from "../../schemas/results/new_milestone.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { smallProject } from "../support/plans.ts";
import { type ProgramCalled, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";

const ROADMAP = `# Roadmap

## Milestones

- ✅ **v1.0 MVP** - Phase 1 (shipped 2026-01-01)
`;
const FILES = {
  ".planning/config.json": JSON.stringify({ agent: { name: "mock" }, gates: { confirm_roadmap: true } }),
  ".planning/ROADMAP.md": ROADMAP,
  ".planning/STATE.md":
    "---\nmilestone: v1.0\nstatus: completed\nlast_updated: 2020-01-01T00:00:00.000Z\n---\n# Project State\n",
  "what.md": "People log in.\n",
};

function call(folder: Folder, ...args: string[]): Promise<ProgramCalled> {
  return wf(["new-milestone", ...args], { cwd: folder.path });
}

async function json(
  folder: Folder,
  ...args: string[]
): Promise<NewMilestoneResult & { readonly code: number }> {
  const { code, stdout, stderr } = await call(folder, ...args, "--json");
  assert.equal(await schemaProblems("new-milestone", JSON.parse(stdout)), "", stderr + stdout);
  return { code, ...JSON.parse(stdout) };
}

Deno.test("new-milestone begins the next milestone in one commit, which can be taken back", async () => {
  await using folder = await repository(FILES);
  const status = await wf(["status"], { cwd: folder.path });
  assert.match(status.stdout, /Next:\n {2}wf new-milestone$/m);
  const preview = await json(folder, "Accounts", "--dry-run");
  assert.deepEqual([preview.code, preview.outcome, preview.version], [0, "planned", "v1.1"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const { code, stdout, stderr } = await call(folder, "Accounts");
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^✓ Milestone v1\.1 Accounts begins$/m);
  assert.match(await folder.read(".planning/ROADMAP.md"), /^- 🚧 \*\*v1\.1 Accounts\*\* \(in progress\)$/m);
  const state = await folder.read(".planning/STATE.md");
  assert.match(state, /^milestone: v1\.1$/m);
  const updated = /^last_updated: "?([^"\n]+)/m.exec(state)?.[1] ?? "";
  assert.ok(Math.abs(Date.parse(updated) - Date.now()) < 600_000, updated);
  assert.deepEqual(await folder.subjects(), ["start", "docs: begin milestone v1.1 Accounts"]);
  const back = /To take this back: git (.*)/.exec(stdout)![1]!.split(" ");
  await folder.git(...back);
  assert.equal(await folder.read(".planning/ROADMAP.md"), ROADMAP);
});

Deno.test("an agent drafts a milestone once, and it begins when it is confirmed", async () => {
  await using folder = await repository(FILES);
  const waiting = await json(folder, "Accounts", "--from", "what.md");
  assert.deepEqual([waiting.code, waiting.outcome, waiting.written], [3, "waiting", []]);
  assert.match(waiting.question!.details, /STEP-01[^]*Phase 2: Next step/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(
    waiting.next[0],
    "wf new-milestone Accounts --milestone v1.1 --from what.md --answer confirm_roadmap=yes",
  );
  const again = await call(folder, ...waiting.next[0].split(" ").slice(2));
  assert.equal(again.code, 0, again.stderr);
  assert.doesNotMatch(again.stderr, /is asked/);
  assert.match(again.stdout, /^ {2}Phase 02 Next step · STEP-01$/m);
  assert.match(again.stdout, /^ {2}wf discuss-phase 2$/m);
  assert.equal((await wf(["validate"], { cwd: folder.path })).code, 0);
  assert.match((await wf(["status"], { cwd: folder.path })).stdout, /^v1\.1 Accounts · branch main$/m);
});

Deno.test("a milestone declined by the user changes nothing", async () => {
  await using folder = await repository(FILES);
  const declined = await json(folder, "--from", "what.md", "--answer", "confirm_roadmap=no");
  assert.deepEqual([declined.code, declined.outcome], [3, "declined"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("new-milestone is refused during another milestone, and with uncommitted documents", async () => {
  await using folder = await repository(FILES);
  await folder.write({ ".planning/ROADMAP.md": `${ROADMAP}\n` });
  const dirty = await call(folder);
  assert.equal(dirty.code, 2);
  assert.match(dirty.stderr, /\.planning\/ROADMAP\.md has uncommitted changes\n.*git commit/);
  await folder.git("checkout", "--", ".");
  assert.equal((await call(folder)).code, 0);
  const second = await call(folder);
  assert.equal(second.code, 2);
  assert.match(second.stderr, /Milestone v1\.1 is in progress\n.*wf phase add "<name>"/);
});

Deno.test("with the strategy milestone, a project without one is told how to begin it, and works then", async () => {
  const files = smallProject({ mode: "yolo", git: { branching_strategy: "milestone" } });
  await using folder = await repository({
    ...files,
    ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n**Goal**: x\n",
  });
  const refused = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /Begin one: wf new-milestone MVP/);
  assert.equal((await call(folder, "MVP")).code, 0);
  const executed = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(executed.code, 0, executed.stderr);
  assert.match(await folder.git("branch", "--list"), /v1\.0-mvp/);
});

Deno.test("a milestone whose beginning is killed is begun by the same command, in one commit", async () => {
  const program = fromRoot("tests/support/mortal_program.ts");
  const args = ["new-milestone", "Accounts"];
  let effects = 0;
  await using undisturbed = await repository(FILES);
  assert.equal((await wf(args, { cwd: undisturbed.path, onEffect: () => void effects++ })).code, 0);
  const roadmap = await undisturbed.read(".planning/ROADMAP.md");
  const begun = new Set<boolean>();
  const stride = Number(Deno.env.get("WF_KILL_STRIDE") ?? 5);
  for (let effect = 1; effect < effects - 1; effect += stride) {
    await using folder = await repository(FILES);
    const when = `effect ${effect} of ${effects}`;
    const dead = await wf(args, { cwd: folder.path, env: { WF_DIE_AT: String(effect) }, program });
    assert.equal(dead.code, 137, when);
    const isPending = await folder.has(".planning/.wf-change.json");
    begun.add(isPending);
    const committed = (await folder.subjects()).length === 2;
    if (!committed || isPending) {
      const again = await wf(args, { cwd: folder.path });
      assert.equal(again.code, 0, `${when}: ${again.stderr}`);
    }
    assert.equal(await folder.read(".planning/ROADMAP.md"), roadmap, when);
    assert.match(await folder.read(".planning/STATE.md"), /^milestone: v1\.1$/m, when);
    assert.deepEqual(await folder.subjects(), ["start", "docs: begin milestone v1.1 Accounts"], when);
    assert.equal(await folder.git("status", "--porcelain"), "", when);
  }
  assert.ok(begun.has(true), "one was killed in between");
});
