import assert from "node:assert/strict";
import { smallProject } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const DOCUMENT = ".planning/phases/01-base/01-VERIFICATION.md";
const ROADMAP = ".planning/ROADMAP.md";
const OPEN_ITEM = /^- \[ \] \*\*Phase 1: Base\*\* - the beginning$/m;
const INTERACTIVE = { mode: "interactive", gates: { confirm_plan: false, execute_next_plan: false } };

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
  assert.match(stderr, /1\/2 must-haves verified: needs a person \(1\), see /);
  assert.match(stderr, /^! Phase executed, needs a person \(1\): /m);
  assert.match(await folder.read(ROADMAP), OPEN_ITEM);
  assert.match(await folder.read(DOCUMENT), /^status: human_needed$/m);
  assert.match((await folder.subjects()).at(-1)!, /^docs\(01\): /);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match(stderr, /^Next:\n {2}wf verify-phase 1\n/m);
  assert.match((await execute(folder)).stderr, /Nothing to do[^]*^Next:\n {2}wf verify-phase 1\n/m);
});

Deno.test("without workflow.verifier nothing is verified", async () => {
  await using folder = await project({}, "a.txt");
  const { code, stderr } = await execute(folder, "--set", "workflow.verifier=false");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^✓ Phase executed, not verified: /m);
  assert.match(await folder.read(ROADMAP), /- \[x\] \*\*Phase 1: Base\*\*.*, not verified\)$/m);
  assert.match(await folder.read(ROADMAP), /\| Executed, not verified \|/);
  assert.equal(await folder.has(DOCUMENT), false);
});

Deno.test("gaps stop the run with 1 before a merge is offered, and the next run looks again", async () => {
  await using folder = await project({ git: { branching_strategy: "phase" } }, "missing.txt");
  const { code, stderr } = await execute(folder, "--answer", "merge=squash");
  assert.equal(code, 1, stderr);
  assert.match(stderr, /Verification found 1 gap, see \.planning\/phases\/01-base\/01-VERIFICATION\.md/);
  assert.match(stderr, /missing\.txt/);
  assert.deepEqual(await folder.subjects("main"), ["start"]);
  assert.match(await folder.read(ROADMAP), OPEN_ITEM);
  assert.match(await folder.read(ROADMAP), /\| Gaps \(1\) +\|/);
  assert.match(
    stderr,
    /^Next:\n {2}wf plan new 1\n {2}wf verify-phase 1\n {2}wf execute-phase 1 --answer merge=squash\n/m,
  );
  const { stdout } = await wf(["status"], { cwd: folder.path });
  assert.match(stdout, /^✗ {2}01 .* gaps \(1\)$/m);
  await folder.write({ "missing.txt": "here\n" });
  await folder.git("add", "missing.txt");
  await folder.git("commit", "--quiet", "--message=fix: missing");
  const again = await execute(folder, "--answer", "merge=squash");
  assert.equal(again.code, 0, again.stderr);
  assert.equal((await folder.subjects("main")).at(-1), "feat(01): Base");
  assert.match(await folder.git("show", `main:${DOCUMENT}`), /^status: human_needed$/m);
});

Deno.test("gaps of an unattended run are recorded and end it with 1, regardless of gates.issues_review", async () => {
  await using folder = await project(INTERACTIVE, "missing.txt");
  const declined = await execute(folder, "--answer", "issues_review=no");
  assert.equal(declined.code, 3, declined.stderr);
  assert.equal(await folder.has(DOCUMENT), false);
  const status = async () => (await wf(["status"], { cwd: folder.path })).stdout;
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /Verification found 1 gap, see \.planning\/phases\/01-base\/01-VERIFICATION\.md/);
  assert.match(await folder.read(DOCUMENT), /^status: gaps_found$/m);
  assert.match(await folder.read(ROADMAP), /\| Gaps \(1\) +\|/);
  assert.match(await status(), /^✗ {2}01 .* gaps \(1\)$/m);
});

Deno.test("what a person reports during a run is recorded at once, in their words", async () => {
  await using folder = await project(INTERACTIVE, "a.txt");
  const { code, stderr } = await execute(folder, "--answer", "must_haves=a.txt is empty");
  assert.equal(code, 1, stderr);
  assert.doesNotMatch(stderr, /issues_review/);
  assert.match(await folder.read(DOCUMENT), /^status: gaps_found$/m);
  assert.match(await folder.git("show", `HEAD:${DOCUMENT}`), /^1\. A person reports: a\.txt is empty\./m);
  assert.match(await folder.read(ROADMAP), /\| Gaps \(1\) +\|/);
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
  assert.match(stderr, /^✓ Phase verified: /m);
  assert.match(
    await folder.read(ROADMAP),
    /^- \[x\] \*\*Phase 1: Base\*\* - the beginning \(completed [\d-]+\)$/m,
  );
  assert.match(await folder.git("show", `HEAD:${ROADMAP}`), /\| Verified +\| \d/);
});

Deno.test("an unattended run that leaves must-haves to a person ends with 3 and the commands that answer", async () => {
  await using folder = await project(INTERACTIVE, "a.txt");
  const waiting = await execute(folder);
  assert.equal(waiting.code, 3, waiting.stderr);
  const answers = [...waiting.stderr.matchAll(/^ {2}wf (execute-phase 1 --answer must_haves=.*)$/gm)];
  assert.deepEqual(answers.map(([, command]) => command), [
    "execute-phase 1 --answer must_haves=approved",
    "execute-phase 1 --answer must_haves=later",
    "execute-phase 1 --answer must_haves='what is wrong'",
  ]);
  assert.match(await folder.read(ROADMAP), OPEN_ITEM);
  assert.match(await folder.read(ROADMAP), /\| Needs a person \(1\) \|/);
  const status = await wf(["status", "--json"], { cwd: folder.path });
  const [phase] = JSON.parse(status.stdout).phases;
  assert.deepEqual([phase.state, phase.done, phase.verdict], [
    "complete",
    false,
    { word: "needs a person", count: 1 },
  ]);
  const again = await execute(folder);
  assert.equal(again.code, 3);
  const later = await execute(folder, "--answer", "must_haves=later", "--json");
  assert.equal(later.code, 0, later.stderr);
  const { outcome } = JSON.parse(later.stdout.trim().split("\n").at(-1)!);
  assert.deepEqual(outcome, { kind: "completed", verdict: { word: "needs a person", count: 1 } });
  assert.match(await folder.read(ROADMAP), OPEN_ITEM);
  const approved = await execute(folder, "--answer", "must_haves=approved");
  assert.equal(approved.code, 0, approved.stderr);
  assert.match(approved.stderr, /^✓ Phase verified: /m);
  assert.match(await folder.read(ROADMAP), /^- \[x\] \*\*Phase 1: Base\*\*/m);
  assert.match((await execute(folder)).stderr, /✓ Nothing to do: the phase is verified/);
});

Deno.test("gates.issues_review off leaves must-haves for later, and verify-phase still asks", async () => {
  const gates = { ...INTERACTIVE.gates, issues_review: false };
  await using folder = await project({ ...INTERACTIVE, gates }, "a.txt");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /must_haves: later \(configuration\)/);
  const verify = (...args: readonly string[]) => wf(["verify-phase", "1", ...args], { cwd: folder.path });
  assert.equal((await verify()).code, 3);
  assert.equal((await verify("--answer", "must_haves=later")).code, 0);
  assert.match(await folder.read(ROADMAP), OPEN_ITEM);
  assert.equal((await verify("--answer", "must_haves=approved")).code, 0);
  assert.match(await folder.read(ROADMAP), /^- \[x\] \*\*Phase 1: Base\*\*/m);
});

Deno.test("after a merge that was skipped the command that is named offers it again", async () => {
  await using folder = await project({ ...INTERACTIVE, git: { branching_strategy: "phase" } }, "a.txt");
  const skipped = await execute(folder, "--answer", "must_haves=approved", "--answer", "merge=skip");
  assert.equal(skipped.code, 0, skipped.stderr);
  assert.match(skipped.stderr, /^Next:\n {2}wf execute-phase 1\n/m);
  assert.doesNotMatch(skipped.stderr, /wf complete-milestone/);
  await folder.git("switch", "--quiet", "main");
  // What a person has approved is on the phase's branch, and counts wherever the run begins.
  const again = await execute(folder);
  assert.equal(again.code, 3, again.stderr);
  assert.match(again.stderr, /^ {2}wf execute-phase 1 --answer merge=squash$/m);
  assert.match(await folder.git("show", `wf/phase-01-base:${DOCUMENT}`), /^status: passed$/m);
  await folder.git("switch", "--quiet", "main");
  const { stdout } = await wf(["status"], { cwd: folder.path });
  assert.match(stdout, /^✓ {2}01 .* verified$/m);
});

Deno.test("an early answer about must-haves stays in the suggested command", async () => {
  const config = { mode: "interactive", gates: { execute_next_plan: false } };
  await using folder = await project(config, "a.txt");
  const { code, stderr } = await execute(folder, "--answer", "must_haves=approved");
  assert.equal(code, 3);
  assert.match(stderr, /^ {2}wf execute-phase 1 --answer must_haves=approved --answer confirm_plan=yes$/m);
});

Deno.test("a phase with a gap that someone ticks is not done for any command", async () => {
  await using folder = await project({}, "missing.txt");
  assert.equal((await execute(folder)).code, 1);
  const tick = (text: string) => text.replace("- [ ] **Phase 1", "- [x] **Phase 1");
  await folder.write({ [ROADMAP]: tick(await folder.read(ROADMAP)) });
  await folder.git("commit", "--quiet", "--all", "-m", "tick");
  const call = async (...args: readonly string[]) => await wf(args, { cwd: folder.path });
  assert.match((await call("status")).stdout, /^✗ {2}01 .* gaps \(1\)$/m);
  assert.match((await call("validate")).stdout, /Phase 01 is ticked, but its verification found 1 gap/);
  assert.match((await call("complete-milestone", "v1.0")).stdout, /its verification found gaps/);
  assert.equal((await execute(folder)).code, 1);
  assert.match(await folder.read(ROADMAP), OPEN_ITEM, "the run removes the tick");
  assert.equal((await call("verify-phase", "1")).code, 1);
});
