import assert from "node:assert/strict";
import { schemaProblems } from "../deps/ajv.ts";
import { planText } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { Folder, repository } from "../support/repository.ts";

const PHASE = ".planning/phases/01-base";
const DOCUMENT = `${PHASE}/01-VERIFICATION.md`;
const REQUIREMENTS = `# Requirements

- [ ] **AUTH-01**: People log in
- [ ] **AUTH-02**: People log out

| Requirement | Phase | Status |
|-------------|-------|--------|
| AUTH-01 | Phase 1 | Pending |
| AUTH-02 | Phase 2 | Pending |
`;

/** A project whose only plan is complete and asks for a module, an export and a link. */
function files(config: object = {}): Record<string, string> {
  const plan = planText({ plan: "01", files: ["src/login.ts"], tasks: [] })
    .replace("must_haves:", "requirements: [AUTH-01]\nmust_haves:")
    .replace(
      "\n---\n\n",
      `
  artifacts:
    - { path: src/login.ts, provides: The form, min_lines: 2, exports: [login] }
  key_links:
    - { from: src/login.ts, to: src/session größe.ts, via: opens it, pattern: 'from .*session' }
---

`,
    );
  return {
    ".planning/config.json": JSON.stringify(config),
    ".planning/REQUIREMENTS.md": REQUIREMENTS,
    [`${PHASE}/01-01-PLAN.md`]: plan,
    [`${PHASE}/01-01-SUMMARY.md`]: "# Done\n",
    "src/login.ts": "import { open } from './session größe.ts';\nexport const login = open;\n",
    "src/session größe.ts": "export const open = 1;\n",
  };
}

function verify(folder: Folder, ...args: string[]): Promise<Called> {
  return wf(["verify-phase", "1", ...args], { cwd: folder.path });
}

const BROKEN = "// export const login = open;\n\n";

Deno.test("verify-phase records what it found, waits for a person, and completes requirements when one confirms", async () => {
  await using folder = await repository(files());
  const waiting = await verify(folder);
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.match(
    waiting.stdout,
    /✓ {2}01-01 {2}artifact {2}src\/login\.ts · 2 of at least 2 lines · exports login/,
  );
  assert.match(waiting.stdout, /^ {2}wf verify-phase 1 --answer must_haves=approved$/m);
  assert.match(await folder.read(DOCUMENT), /^status: human_needed\nscore: 2\/3 must-haves verified$/m);
  assert.equal(await folder.read(".planning/REQUIREMENTS.md"), REQUIREMENTS);
  const { code, stdout } = await verify(folder, "--answer", "must_haves=approved");
  assert.equal(code, 0, stdout);
  assert.match(await folder.read(DOCUMENT), /^status: passed\nscore: 3\/3 must-haves verified$/m);
  const marked = REQUIREMENTS.replace("[ ] **AUTH-01", "[x] **AUTH-01").replace("Pending", "Complete");
  assert.equal(await folder.read(".planning/REQUIREMENTS.md"), marked);
  assert.deepEqual(await folder.subjects(), [
    "start",
    "docs(01): verify phase: human needed, 2/3 must-haves verified",
    "docs(01): verify phase: passed, 3/3 must-haves verified",
  ]);
  assert.equal(await folder.git("status", "--porcelain"), "");
  await verify(folder, "--yes", "--answer", "must_haves=approved");
  assert.equal((await folder.subjects()).length, 3, "the same result is committed once");
});

Deno.test("gates.issues_review asks before gaps are recorded, and records them without a terminal", async () => {
  await using folder = await repository({ ...files(), "src/login.ts": BROKEN });
  const declined = await verify(folder, "--answer", "issues_review=no");
  assert.equal(declined.code, 3);
  assert.match(
    declined.stdout,
    /01-01 {2}src\/login\.ts: login is not exported\n {6}→ Export login from src\/login\.ts/,
  );
  assert.equal(await folder.has(DOCUMENT), false);
  assert.equal((await verify(folder)).code, 1);
  assert.match(await folder.read(DOCUMENT), /^status: gaps_found$/m);
  await using open = await repository({
    ...files({ gates: { issues_review: false } }),
    "src/login.ts": BROKEN,
  });
  const recorded = await verify(open, "--answer", "issues_review=no");
  assert.equal(recorded.code, 1);
  assert.match(recorded.stderr, /No question was asked with the ID "issues_review"/);
  assert.equal((await open.subjects()).length, 2);
});

for (const mode of ["yolo", "interactive"]) {
  Deno.test(`what a person reports in place of a confirmation is recorded as a gap: ${mode}`, async () => {
    await using folder = await repository(files({ mode }));
    const { code } = await verify(folder, "--answer", "must_haves=The button is grey");
    assert.equal(code, 1);
    assert.match(await folder.read(DOCUMENT), /^1\. A person reports: The button is grey\./m);
  });
}

Deno.test("neither yolo nor --yes confirms must-haves that were not checked", async () => {
  await using folder = await repository(files({ mode: "yolo" }));
  assert.equal((await verify(folder, "--yes")).code, 3);
  assert.match(await folder.read(DOCUMENT), /^status: human_needed$/m);
});

Deno.test("verify-phase --dry-run --json looks, fits its schema and writes nothing", async () => {
  await using folder = await repository(files());
  const { code, stdout } = await verify(folder, "--dry-run", "--json");
  assert.equal(code, 3);
  const result = JSON.parse(stdout);
  assert.equal(await schemaProblems("verify-phase", result), "");
  assert.deepEqual([result.status, result.written, result.commit], ["human_needed", [DOCUMENT], null]);
  assert.deepEqual(await folder.subjects(), ["start"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a phase whose plans are not complete is verified and cannot pass", async () => {
  const incomplete = files({ gates: { issues_review: false } });
  delete incomplete[`${PHASE}/01-01-SUMMARY.md`];
  await using folder = await repository(incomplete);
  const { code, stdout } = await verify(folder, "--answer", "must_haves=approved");
  assert.equal(code, 1);
  assert.match(stdout, /Plan 01-01 is not complete\n {6}→ Execute it: wf execute-phase 1/);
  await folder.write({ [`${PHASE}/01-01-SUMMARY.md`]: "# Done\n" });
  assert.match((await verify(folder)).stdout, /not complete/, "a summary that is not committed is none");
});

Deno.test("files outside of the project are not read, even through a link", async () => {
  await using outside = await Folder.make({ "login.ts": "export const login = 1;\n\n" });
  const linked = files({ gates: { issues_review: false } });
  delete linked["src/login.ts"];
  await using folder = await repository(linked);
  await Deno.symlink(`${outside.path}/login.ts`, `${folder.path}/src/login.ts`);
  const { code, stdout } = await verify(folder);
  assert.equal(code, 1);
  assert.match(stdout, /src\/login\.ts is outside the project/);
});

Deno.test("a name in another case is missing, and the right one is named", async () => {
  const cased = files({ gates: { issues_review: false } });
  cased["src/Login.ts"] = cased["src/login.ts"]!;
  delete cased["src/login.ts"];
  await using folder = await repository(cased);
  assert.match((await verify(folder)).stdout, /src\/login\.ts does not exist, but src\/Login\.ts does/);
});

Deno.test("what a person changed or wrote is neither committed nor lost", async () => {
  await using folder = await repository({ ...files(), "notes.txt": "a\n" });
  await folder.write({
    [DOCUMENT]: "# My own notes\n",
    ".planning/REQUIREMENTS.md": `${REQUIREMENTS}\nMore to come\n`,
    "notes.txt": "b\n",
  });
  await folder.git("add", "notes.txt");
  const waiting = await verify(folder, "--answer", "must_haves=approved");
  assert.equal(waiting.code, 3);
  assert.match(waiting.stdout, /01-VERIFICATION\.md was not written by wf, or was changed since\. Keep it\?/);
  assert.match(waiting.stdout, /^ {2}wf verify-phase 1 --answer verification=keep$/m);
  assert.equal(await folder.read(DOCUMENT), "# My own notes\n");
  const replace = ["--answer", "must_haves=approved", "--answer", "verification=replace"];
  const { code, stderr } = await verify(folder, ...replace);
  assert.equal(code, 0);
  assert.match(stderr, /REQUIREMENTS\.md had uncommitted changes/);
  const [, kept] = /its old version is kept in (.*)$/m.exec(stderr) ?? [];
  assert.equal(await Deno.readTextFile(`${kept}/${DOCUMENT}`), "# My own notes\n");
  assert.match(await folder.read(".planning/REQUIREMENTS.md"), /\[x\] \*\*AUTH-01[^]*More to come/);
  assert.match(await folder.git("show", "--stat", "--format=", "HEAD"), /^ \S+01-VERIFICATION\.md \|[^|]*$/);
  assert.match(await folder.git("status", "--porcelain"), /^M {2}notes\.txt$/m);
});

Deno.test("a verification of another tool is kept if the user wants, with its verdict", async () => {
  const foreign = "---\nstatus: passed\n---\n\n# Verified by hand\n";
  await using folder = await repository({ ...files(), [DOCUMENT]: foreign });
  assert.equal((await verify(folder)).code, 3);
  const { code, stdout } = await verify(folder, "--answer", "verification=keep", "--json");
  assert.equal(code, 0, stdout);
  assert.deepEqual(JSON.parse(stdout).verdict, { word: "verified" });
  assert.equal(await folder.read(DOCUMENT), foreign);
  assert.deepEqual(await folder.subjects(), ["start"]);
  assert.match((await wf(["status"], { cwd: folder.path })).stdout, /^✓ {2}01 .* verified$/m);
});

Deno.test("a verdict that a person changed in the document is asked about before it is replaced", async () => {
  await using folder = await repository(files());
  await verify(folder);
  const changed = (await folder.read(DOCUMENT)).replace("status: human_needed", "status: passed");
  await folder.write({ [DOCUMENT]: changed });
  assert.equal((await verify(folder)).code, 3);
  assert.equal(await folder.read(DOCUMENT), changed);
  assert.equal((await verify(folder, "--answer", "verification=keep")).code, 0);
});

Deno.test("what a person confirmed is kept until the work changes, and then asked about", async () => {
  await using folder = await repository(files());
  assert.equal((await verify(folder, "--answer", "must_haves=approved")).code, 0);
  const confirmed = await folder.read(DOCUMENT);
  const { code, stdout } = await verify(folder);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Nothing to write/);
  assert.equal(await folder.read(DOCUMENT), confirmed);
  assert.match(confirmed, /\| It works \| ✓ verified by a person \|/);
  await folder.write({ "src/more.ts": "1\n" });
  await folder.git("add", "--all");
  assert.equal((await verify(folder)).code, 3);
});

Deno.test("what a person reported is kept until the work changes, and then asked about in their words", async () => {
  await using folder = await repository(files());
  const report = /^1\. A person reports: The button is \\<grey\\>\./m;
  assert.equal((await verify(folder, "--answer", "must_haves=The button is <grey>")).code, 1);
  assert.equal((await verify(folder)).code, 1);
  assert.match(await folder.read(DOCUMENT), report);
  assert.equal((await verify(folder, "--answer", "must_haves=later")).code, 1);
  assert.equal((await verify(folder, "--answer", "must_haves=It is slow")).code, 1);
  assert.match(await folder.read(DOCUMENT), /^2\. A person reports: It is slow\. Fix it\.$/m);
  await folder.write({ "src/login.ts": `${await folder.read("src/login.ts")}// blue\n` });
  const waiting = await verify(folder);
  assert.equal(waiting.code, 3);
  assert.match(waiting.stdout, /A person reports: The button is <grey>\n {6}→ Check whether it is fixed/);
  await folder.git("commit", "--quiet", "--all", "-m", "blue");
  assert.equal((await verify(folder)).code, 3);
  assert.equal((await verify(folder)).code, 3, "it is asked until it is answered");
  assert.equal((await verify(folder, "--answer", "must_haves=approved")).code, 0);
  assert.doesNotMatch(await folder.read(DOCUMENT), report);
});

Deno.test("a person can withdraw a report", async () => {
  await using folder = await repository(files());
  assert.equal((await verify(folder, "--answer", "must_haves=The button is grey")).code, 1);
  assert.equal((await verify(folder, "--answer", "must_haves=approved")).code, 0);
});

Deno.test("verify-phase works in a worktree, outside of any repository, and without REQUIREMENTS.md", async () => {
  const bare = files();
  delete bare[".planning/REQUIREMENTS.md"];
  await using folder = await repository(bare);
  await using place = await Folder.make({}, "wf-test ö-");
  await folder.git("worktree", "add", "--quiet", "-b", "side", `${place.path}/tree ü`);
  const inside = await wf(["verify-phase", "1", "--answer", "must_haves=approved"], {
    cwd: `${place.path}/tree ü`,
  });
  assert.equal(inside.code, 0, inside.stderr);
  assert.deepEqual((await folder.subjects("side")).slice(1), [
    "docs(01): verify phase: passed, 3/3 must-haves verified",
  ]);
  await using plain = await Folder.make(bare);
  const outside = await verify(plain, "--answer", "must_haves=approved");
  assert.equal(outside.code, 0);
  assert.match(outside.stderr, /nothing is committed/);
  assert.match(await plain.read(DOCUMENT), /^status: passed$/m);
});

Deno.test("a hook that refuses the documents is heard, and the next call commits them", async () => {
  await using folder = await repository(files());
  await folder.hook("pre-commit", "echo too early >&2; exit 1");
  const refused = await verify(folder, "--answer", "must_haves=approved");
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /too early/);
  await Deno.remove(`${folder.path}/.git/hooks/pre-commit`);
  assert.equal((await verify(folder, "--answer", "must_haves=approved")).code, 0);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("verify-phase reports what prevents it", async () => {
  await using folder = await repository({
    ...files({ git: { branching_strategy: "phase" } }),
    ".planning/ROADMAP.md": "### Phase 1: Base\n### Phase 2: More\n",
  });
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await wf(["verify-phase", ...args], { cwd: folder.path });
    assert.equal(code, 2, stderr);
    return stderr;
  };
  assert.match(await refusal("9"), /Cannot find phase 9/);
  assert.match(await refusal("2"), /has no plans yet/);
  await folder.git("branch", "wf/phase-01-base");
  await folder.git("config", "branch.wf/phase-01-base.wfbase", "main");
  await folder.git("commit", "--quiet", "--allow-empty", "-m", "more");
  await folder.git("switch", "--quiet", "wf/phase-01-base");
  await folder.git("commit", "--quiet", "--allow-empty", "-m", "work");
  await folder.git("switch", "--quiet", "main");
  assert.match(await refusal("1"), /on branch "wf\/phase-01-base"[^]*git switch wf\/phase-01-base/);
  await folder.git("switch", "--quiet", "--detach");
  assert.match(await refusal("1"), /detached/);
});

/** A script of mock that judges the only truth. */
function judging(verdict: string): Record<string, string> {
  const text = `\`\`\`json\n${
    JSON.stringify({ truths: [{ number: 1, verdict, evidence: "login.ts:2" }] })
  }\n\`\`\``;
  const rules = [{ contains: "1. It works", steps: [{ do: "say", text }] }];
  return { "judge.json": JSON.stringify({ rules }) };
}

const WITH_MOCK = ["--agent", "mock", "--set", "agent.command=judge.json"];

Deno.test("an agent that judges the truths completes a phase whose files are checked", async () => {
  await using folder = await repository({ ...files(), ...judging("verified") });
  const { code, stdout } = await verify(folder, ...WITH_MOCK);
  assert.equal(code, 0, stdout);
  assert.match(
    await folder.read(DOCUMENT),
    /^\| 01-01 \| It works \| ✓ verified by an agent: login\.ts:2 \|$/m,
  );
});

Deno.test("a failed judgement of an agent is a gap, and the hint plans its fix", async () => {
  await using folder = await repository({
    ...files({ gates: { issues_review: false } }),
    ...judging("failed"),
  });
  const { code, stdout } = await verify(folder, ...WITH_MOCK);
  assert.equal(code, 1, stdout);
  assert.match(stdout, /Does not hold: It works \(login\.ts:2\)/);
  assert.match(stdout, /^ {2}wf plan-phase 1 --gaps --agent mock /m);
});

Deno.test("the user is asked what only a person can judge, and an answer given in advance replaces the agent", async () => {
  await using folder = await repository({ ...files(), ...judging("needs_person") });
  const waiting = await verify(folder, ...WITH_MOCK);
  assert.equal(waiting.code, 3);
  assert.match(waiting.stdout, /\? 01-01 {2}It works \(login\.ts:2\)/);
  assert.match(waiting.stdout, /^ {2}wf verify-phase 1 --agent mock .* --answer must_haves=approved$/m);
  const absent = ["--agent", "custom", "--set", "agent.command=not-there"];
  assert.equal((await verify(folder, ...absent)).code, 2);
  assert.equal((await verify(folder, ...absent, "--answer", "must_haves=approved")).code, 0);
});
