import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const DOCUMENT = ".planning/phases/01-base/01-VERIFICATION.md";

/** A project of one plan that must have a file, and of which a truth is left for a person. */
async function project(config: object, artifact: string, truths = '["It works"]'): Promise<Folder> {
  const files = smallProject({ mode: "yolo", workflow: { verifier: true }, ...config });
  delete files[".planning/phases/01-base/01-02-PLAN.md"];
  const text = files[PLAN]!.replace(
    'truths: ["It works"]',
    `truths: ${truths}\n  artifacts:\n    - path: ${artifact}\n      provides: "A file"\n      min_lines: 1`,
  );
  return await repository({ ...files, [PLAN]: text });
}

function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["execute-phase", "1", ...args], { cwd: folder.path });
}

Deno.test("workflow.verifier ends a run with the must-haves verified and recorded", async () => {
  await using folder = await project({}, "a.txt");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /1\/2 must-haves verified; the rest is for a person to look at/);
  assert.match(await folder.read(DOCUMENT), /^status: human_needed$/m);
  assert.match((await folder.subjects()).at(-1)!, /^docs\(01\): /);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match(stderr, /^Next:\n {2}wf verify-phase 1\n/m);
  assert.match((await execute(folder)).stderr, /Nothing to do[^]*^Next:\n {2}wf verify-phase 1\n/m);
});

Deno.test("without workflow.verifier nothing is verified", async () => {
  await using folder = await project({}, "a.txt");
  assert.equal((await execute(folder, "--set", "workflow.verifier=false")).code, 0);
  assert.equal(await folder.has(DOCUMENT), false);
});

Deno.test("gaps stop the run with 1 before a merge is offered, and the next run looks again", async () => {
  await using folder = await project({ git: { branching_strategy: "phase" } }, "missing.txt");
  const { code, stderr } = await execute(folder, "--answer", "merge=squash");
  assert.equal(code, 1, stderr);
  assert.match(stderr, /Verification found 1 gap, see \.planning\/phases\/01-base\/01-VERIFICATION\.md/);
  assert.match(stderr, /missing\.txt/);
  assert.deepEqual(await folder.subjects("main"), ["start"]);
  await folder.write({ "missing.txt": "here\n" });
  await folder.git("add", "missing.txt");
  await folder.git("commit", "--quiet", "--message=fix: missing");
  const again = await execute(folder, "--answer", "merge=squash");
  assert.equal(again.code, 0, again.stderr);
  assert.equal((await folder.subjects("main")).at(-1), "feat(01): Base");
  assert.match(await folder.git("show", `main:${DOCUMENT}`), /^status: human_needed$/m);
});

Deno.test("gates.issues_review shows the gaps to a person before they are recorded", async () => {
  const gates = { confirm_plan: false, execute_next_plan: false };
  await using folder = await project({ mode: "interactive", gates }, "missing.txt");
  const waiting = await execute(folder);
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.match(waiting.stderr, /wf execute-phase 1 --answer issues_review=yes/);
  assert.equal(await folder.has(DOCUMENT), false);
  const seen = await execute(folder, "--answer", "issues_review=yes");
  assert.equal(seen.code, 1, seen.stderr);
  assert.match(await folder.read(DOCUMENT), /^status: gaps_found$/m);
});

Deno.test("the agent of a run judges the truths at its end", async () => {
  const truths = [{ number: 1, verdict: "verified", evidence: "a.txt:1" }];
  const steps = [{ do: "say", text: `\`\`\`json\n${JSON.stringify({ truths })}\n\`\`\`` }];
  await using folder = await project({ agent: { name: "mock", command: "rehearsal.json" } }, "a.txt");
  await folder.write({ "rehearsal.json": JSON.stringify({ rules: [{ contains: "1. It works", steps }] }) });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /2\/2 must-haves verified/);
  assert.match(await folder.read(DOCUMENT), /^status: passed$/m);
});
