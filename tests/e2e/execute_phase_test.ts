import assert from "node:assert/strict";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { repository } from "../support/repository.ts";

const PLAN = ".planning/phases/01-base/01-01-PLAN.md";
const ALL = [
  "start",
  "feat(01-01): add a.txt",
  "feat(01-01): add b.txt",
  "docs(01-01): complete plan: build part 01",
  "feat(01-02): add c.txt",
  "feat(01-02): add d.txt",
  "docs(01-02): complete plan: build part 02",
];

Deno.test("a phase and a plan with long names are executed, and found again", async () => {
  const long = "Long name ".repeat(28).trim();
  const { [".planning/ROADMAP.md"]: roadmap, [".planning/phases/01-base/01-01-PLAN.md"]: plan, ...rest } =
    smallProject({ mode: "yolo", git: { branching_strategy: "phase" } });
  await using folder = await repository({
    ...rest,
    ".planning/ROADMAP.md": roadmap!.replaceAll("Phase 1: Base", `Phase 1: ${long}`),
    [`.planning/phases/01-base/01-01-${"x".repeat(238)}-PLAN.md`]: plan!,
  });
  const { code, stderr } = await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  const branch = await folder.git("branch", "--show-current");
  assert.match(branch, /^wf\/phase-01-(?:long-name-){10,24}[a-z]+$/);
  assert.equal((await folder.git("ls-files", "--", "*-SUMMARY.md")).split("\n").length, 2);
  await folder.git("switch", "--quiet", "main");
  const again = await wf(["execute-phase", "1", "--answer", "merge=squash"], { cwd: folder.path });
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /4 of them done before/);
});

Deno.test("execute-phase makes one commit for each task and a docs commit for each plan", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), ALL);
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~5"), "a.txt");
  assert.equal(
    await folder.git("log", "-1", "--format=%(trailers:only)", "HEAD~5"),
    "Wf-Plan: 01-01\nWf-Task: 1",
  );
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("execute-phase --plan executes one plan, and verifies and merges the phase with its last one", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  const run = (...args: string[]) => wf(["execute-phase", "1", ...args], { cwd: folder.path });
  const early = await run("--plan", "01-02");
  assert.equal(early.code, 2);
  assert.match(early.stderr, /Plan 01-02 depends on 01-01, which is not complete/);
  assert.match(early.stderr, /Run it first, wf execute-phase 1 --plan 01-01, or the whole phase/);
  assert.match((await run("--plan", "03")).stderr, /Cannot find plan "03" in phase 01\n.*01-01, 01-02/);
  const first = await run("--plan", "1");
  assert.equal(first.code, 0, first.stderr);
  assert.deepEqual(await folder.subjects(), ALL.slice(0, 4));
  assert.match(first.stderr, /✓ Complete: 3 commits[^]*Next:\n {2}wf execute-phase 1\n/);
  assert.doesNotMatch(first.stderr, /Phase (?:executed|verified)/);
  assert.match(await folder.read(".planning/ROADMAP.md"), /^- \[ \] \*\*Phase 1: Base/m);
  const again = await run("--plan", "01-01");
  assert.match(again.stderr, /Nothing to do: plan 01-01 is complete\n[^]*Next:\n {2}wf execute-phase 1\n/);
  assert.match((await run("--plan", "01-01", "--dry-run")).stdout, /Nothing to do: plan 01-01 is complete/);
  const last = await run("--plan", "01-02", "--answer", "merge=skip");
  assert.match(last.stderr, /Phase (?:executed|verified)/);
  assert.deepEqual((await folder.subjects()).slice(0, 7), ALL);
});

Deno.test("execute-phase refuses a plan that a new task has opened again and that has an error", async () => {
  await using folder = await repository(smallProject());
  const run = (...args: string[]) => wf(["execute-phase", "1", "--yes", ...args], { cwd: folder.path });
  await run("--plan", "01-01");
  const path = ".planning/phases/01-base/01-01-PLAN.md";
  const tasks = [writes("a.txt"), writes("b.txt"), writes("later.txt")];
  const text = planText({ plan: "01", files: ["a.txt", "b.txt", "later.txt"], tasks });
  await folder.write({ [path]: text.replace("depends_on: []", "depends_on: [01-77]") });
  await folder.git("commit", "--all", "--message", "docs: add a task");
  const refused = await run("--dry-run");
  assert.equal(refused.code, 2, refused.stdout);
  assert.match(refused.stderr, /Plan 01-01 has open tasks and an error: Unknown plan "01-77"/);
  assert.match(refused.stderr, /wf validate --history \.planning\/phases\/01-base\/01-01-PLAN\.md/);
  await folder.write({ [path]: text });
  await folder.git("commit", "--all", "--message", "docs: correct it");
  assert.match((await run("--dry-run")).stdout, /01-01 {2}2 of 3 tasks done/);
});

Deno.test("execute-phase --plan repeats itself in the command that answers its question", async () => {
  await using folder = await repository(smallProject());
  const { code, stderr } = await wf([
    "execute-phase",
    "1",
    "--plan",
    "01-01",
    "--set",
    "gates.confirm_plan=true",
  ], {
    cwd: folder.path,
  });
  assert.equal(code, 3, stderr);
  assert.match(
    stderr,
    /wf execute-phase 1 --plan 01-01 --set gates\.confirm_plan=true --answer confirm_plan=yes/,
  );
});

Deno.test("execute-phase updates STATE and ROADMAP and writes summaries", async () => {
  await using folder = await repository(smallProject());
  await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.match(await folder.read(".planning/STATE.md"), /^Plan: 2 of 2 in current phase$/m);
  assert.match(await folder.read(".planning/STATE.md"), /^ {2}completed_plans: 2$/m);
  assert.match(
    await folder.read(".planning/ROADMAP.md"),
    /^- \[x\] \*\*Phase 1: Base\*\* - the beginning \(completed /m,
  );
  assert.match(await folder.read(".planning/ROADMAP.md"), /^- \[x\] 01-02-PLAN\.md — second$/m);
  const summary = await folder.read(".planning/phases/01-base/01-01-SUMMARY.md");
  assert.match(summary, /^1\. \*\*Task 1: add a\.txt\*\* - `[0-9a-f]{7}` \(feat\)$/m);
});

Deno.test("execute-phase again has nothing to do and reports that", async () => {
  await using folder = await repository(smallProject());
  await wf(["execute-phase", "1"], { cwd: folder.path });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.match(stderr, /Nothing to do/);
  assert.deepEqual(await folder.subjects(), ALL);
});

Deno.test("execute-phase --dry-run prints the plan as data and changes nothing", async () => {
  await using folder = await repository(smallProject());
  const { code, stdout } = await wf(["execute-phase", "1", "--dry-run", "--json"], { cwd: folder.path });
  assert.equal(code, 0);
  const plan = JSON.parse(stdout);
  assert.deepEqual(plan.waves.map((wave: { plans: { id: string }[] }) => wave.plans.map(({ id }) => id)), [[
    "01-01",
  ], ["01-02"]]);
  assert.equal(plan.steps.filter((step: { kind: string }) => step.kind === "commit-task").length, 4);
  assert.deepEqual(await folder.subjects(), ["start"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("execute-phase --json prints only events, one per line", async () => {
  await using folder = await repository(smallProject());
  const { code, stdout } = await wf(["execute-phase", "1", "--json"], { cwd: folder.path });
  assert.equal(code, 0);
  const events = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.ok(events.every((event) => event.formatVersion === 1));
  assert.equal(events[0].kind, "run-started");
  assert.equal(events.at(-1).kind, "run-finished");
  assert.equal(events.filter(({ kind }) => kind === "committed").length, 6);
});

Deno.test("execute-phase commits the changes of a task and not the user's", async () => {
  await using folder = await repository(smallProject());
  await folder.write({ "notes.txt": "mine\n" });
  const { code } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.equal(await folder.git("status", "--porcelain"), "?? notes.txt");
});

Deno.test("a task that changes nothing gets an empty commit with its trailers", async () => {
  const tasks = [{ name: "Look around", script: "true" }];
  await using folder = await repository({ ...smallProject(), [PLAN]: planText({ plan: "01", tasks }) });
  const { stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.match(stderr, /look around \(changed nothing\)/);
  assert.equal((await folder.subjects())[1], "feat(01-01): look around");
});

Deno.test("an empty commit of a task whose files git ignores is reported", async () => {
  const tasks = [{ name: "Set the key", files: ".env", script: "echo KEY=1 > .env" }];
  await using folder = await repository({
    ...smallProject(),
    [PLAN]: planText({ plan: "01", files: [".env", "absent.env"], tasks }),
    ".gitignore": "*.env\n.env\n",
  });
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.match(
    stderr,
    /Task 01-01\/1 has an empty commit: its plan declares files that git ignores \(\.env\)/,
  );
});

Deno.test("strategy phase works on its own branch and squashes it into the base", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("branch", "--show-current"), "main");
  assert.deepEqual(await folder.subjects("wf/phase-01-base"), ALL);
  assert.deepEqual(await folder.subjects("main"), ["start", "feat(01): Base"]);
  assert.equal(
    await folder.git("rev-parse", "main^{tree}"),
    await folder.git("rev-parse", "wf/phase-01-base^{tree}"),
  );
  assert.match((await wf(["execute-phase", "1"], { cwd: folder.path })).stderr, /Nothing to do/);
});

Deno.test("strategy phase keeps every commit when the merge keeps history", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  const { code } = await wf(["execute-phase", "1", "--answer", "merge=history"], { cwd: folder.path });
  assert.equal(code, 0);
  assert.deepEqual(await folder.subjects("main"), [...ALL, "feat(01): Base"]);
  assert.equal((await folder.git("log", "-1", "--format=%P", "main")).split(" ").length, 2);
});

Deno.test("strategy phase offers the merge again after it was skipped", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  assert.equal((await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path })).code, 0);
  assert.equal(await folder.git("branch", "--show-current"), "wf/phase-01-base");
  assert.deepEqual(await folder.subjects("main"), ["start"]);
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.deepEqual(await folder.subjects("main"), ["start", "feat(01): Base"]);
});

Deno.test("the next phase branches from the base and not from the branch of the phase before", async () => {
  await using folder = await repository({
    ...smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }),
    ".planning/phases/02-more/02-01-PLAN.md": planText({
      phase: "02-more",
      plan: "01",
      files: ["e.txt"],
      tasks: [writes("e.txt")],
    }),
  });
  await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path });
  assert.equal((await wf(["execute-phase", "2", "--answer", "merge=skip"], { cwd: folder.path })).code, 0);
  assert.equal(
    await folder.git("merge-base", "wf/phase-01-base", "wf/phase-02-more"),
    await folder.git("rev-parse", "main"),
  );
});

Deno.test("a phase is refused whose base lacks the plans of another phase that it needs", async () => {
  await using folder = await repository({
    ...smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }),
    ".planning/phases/02-more/02-01-PLAN.md": planText({
      phase: "02-more",
      plan: "01",
      dependsOn: ["01-02"],
      files: ["e.txt"],
      tasks: [writes("e.txt")],
    }),
  });
  await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path });
  const refused = await wf(["execute-phase", "2"], { cwd: folder.path });
  assert.equal(refused.code, 2);
  assert.match(
    refused.stderr,
    /02-01 depends on 01-02 of another phase, which is complete on wf\/phase-01-base and not/,
  );
  await wf(["execute-phase", "1", "--answer", "merge=squash"], { cwd: folder.path });
  assert.equal((await wf(["execute-phase", "2"], { cwd: folder.path })).code, 0);
});

Deno.test("in an imported project plans may depend on a phase that the roadmap ticks", async () => {
  const files = smallProject({ mode: "yolo" });
  await using folder = await repository({
    ...files,
    ".planning/ROADMAP.md": files[".planning/ROADMAP.md"]!.replace("- [ ] **Phase 1", "- [x] **Phase 1"),
    ".planning/phases/02-more/02-01-PLAN.md": planText({
      phase: "02-more",
      plan: "01",
      dependsOn: ["01-02", "Phase 1"],
      files: ["e.txt"],
      tasks: [writes("e.txt")],
    }),
  });
  const { next } = JSON.parse((await wf(["status", "--json"], { cwd: folder.path })).stdout);
  assert.deepEqual(next, ["wf execute-phase 2"]);
  const { code, stderr } = await wf(["execute-phase", "2"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.equal(await folder.has("e.txt"), true);
});

Deno.test("a merge with conflicts exits with 4, names the paths and changes nothing", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", git: { branching_strategy: "phase" } }));
  await wf(["execute-phase", "1", "--answer", "merge=skip"], { cwd: folder.path });
  await folder.git("switch", "--quiet", "main");
  await folder.write({ "a.txt": "something else\n" });
  await folder.git("add", "a.txt");
  await folder.git("commit", "--quiet", "--message=other");
  const { code, stderr } = await wf(["execute-phase", "1", "--answer", "merge=squash"], { cwd: folder.path });
  assert.equal(code, 4, stderr);
  assert.match(stderr, /^ {4}a\.txt: added in main, added in wf\/phase-01-base$/m);
  assert.deepEqual(await folder.subjects("main"), ["start", "other"]);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const manual = ["--answer", "merge=squash", "--answer", "conflict=manual"];
  assert.equal((await wf(["execute-phase", "1", ...manual], { cwd: folder.path })).code, 4);
  const status = await wf(["status"], { cwd: folder.path });
  assert.match(status.stdout, /^Merge of wf\/phase-01-base into main waits: a\.txt to resolve$/m);
  assert.match(
    status.stdout,
    /Next:\n {2}First resolve the conflicts in a\.txt\n {2}git add -- :\/a\.txt && wf execute-phase 1\n/,
  );
});

Deno.test("strategy milestone commits the phases of a milestone to one branch", async () => {
  await using folder = await repository({
    ...smallProject({ mode: "yolo", git: { branching_strategy: "milestone" } }),
    ".planning/ROADMAP.md":
      "# Roadmap\n\n- 🚧 **v1.0 MVP** - Phases 1-2\n\n### Phase 1: Base\n### Phase 2: More\n",
    ".planning/phases/02-more/02-01-PLAN.md": planText({
      phase: "02-more",
      plan: "01",
      files: ["e.txt"],
      tasks: [writes("e.txt")],
    }),
  });
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.equal((await wf(["execute-phase", "2"], { cwd: folder.path })).code, 0);
  assert.equal(await folder.git("branch", "--show-current"), "wf/v1.0-mvp");
  assert.equal((await folder.subjects("wf/v1.0-mvp")).length, ALL.length + 2);
  assert.deepEqual(await folder.subjects("main"), ["start"]);
});

Deno.test("the project may be in a subfolder of its repository", async () => {
  const files = Object.entries(smallProject()).map(([path, text]) => [`apps/täglich neu/${path}`, text]);
  await using folder = await repository(Object.fromEntries(files));
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: `${folder.path}/apps/täglich neu` });
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), ALL);
  assert.ok(await folder.has("apps/täglich neu/d.txt"));
});

Deno.test("documents stay out of history when git ignores .planning", async () => {
  await using folder = await repository({ ".gitignore": ".planning/\n" });
  await folder.write(smallProject());
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.deepEqual(await folder.subjects(), ALL.filter((subject) => !subject.startsWith("docs")));
  assert.ok(await folder.has(".planning/phases/01-base/01-02-SUMMARY.md"));
  assert.match((await wf(["execute-phase", "1"], { cwd: folder.path })).stderr, /Nothing to do/);
});

Deno.test("a task with a reverted commit is named, and done again when a commit requests it", async () => {
  await using folder = await repository(smallProject());
  const call = (...args: readonly string[]) => wf(args, { cwd: folder.path });
  await call("execute-phase", "1");
  await folder.git("revert", "--no-edit", "HEAD~4");
  const { code, stderr } = await call("execute-phase", "1");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Nothing to do/);
  const told =
    /Task 01-01\/2 counts as done, although \w{7} reverts its commit \w{7}; to run it again: wf (redo .*)/;
  const [, command = ""] = told.exec(stderr) ?? [];
  assert.ok((await call("status")).stdout.includes(`to run it again:\n  wf ${command}\n`), stderr);
  assert.equal((await call(...command.split(" "), "--yes")).code, 0, command);
  const again = await call("execute-phase", "1");
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual((await folder.subjects()).slice(ALL.length), [
    'Revert "feat(01-01): add b.txt"',
    "chore(01-01): redo task 2: add b.txt",
    "feat(01-01): add b.txt",
    "docs(01-01): complete plan: build part 01",
  ]);
  const { stdout } = await call("status", "--json");
  assert.equal(JSON.parse(stdout).phases[0].state, "complete");
  assert.doesNotMatch(stdout, /reverted/);
});

Deno.test("with planning.commit_docs off, uncommitted documents of a run do not stop the next one", async () => {
  const files = smallProject({ mode: "yolo", planning: { commit_docs: false } });
  await using folder = await repository(files);
  await folder.write({ ".planning/ROADMAP.md": `${files[".planning/ROADMAP.md"]}\nA run wrote this.\n` });
  const execute = (...args: readonly string[]) => wf(["execute-phase", "1", ...args], { cwd: folder.path });
  assert.equal((await execute("--set", "planning.commit_docs=true")).code, 2);
  const { code, stderr } = await execute();
  assert.equal(code, 0, stderr);
  assert.deepEqual(await folder.subjects(), ALL.filter((subject) => !subject.startsWith("docs")));
  assert.match(await folder.git("status", "--porcelain"), /M \.planning\/ROADMAP\.md/);
});

Deno.test("documents stay out of history when planning.commit_docs is off", async () => {
  await using folder = await repository(smallProject({ mode: "yolo", planning: { commit_docs: false } }));
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 0);
  assert.deepEqual(await folder.subjects(), ALL.filter((subject) => !subject.startsWith("docs")));
  assert.match(await folder.git("status", "--porcelain"), /01-01-SUMMARY\.md/);
  assert.match((await wf(["execute-phase", "1"], { cwd: folder.path })).stderr, /Nothing to do/);
});

Deno.test("a plan whose label changes its case resumes at the task where it stopped", async () => {
  const path = ".planning/phases/01-base/01-fix-PLAN.md";
  const plan = (word: string, second: string) =>
    planText({
      plan: word,
      files: ["a.txt", "b.txt"],
      tasks: [writes("a.txt"), { name: "Write b.txt", files: "b.txt", script: second }],
    });
  await using folder = await repository({ ...smallProject(), [path]: plan("fix", "false") });
  assert.equal((await wf(["execute-phase", "1"], { cwd: folder.path })).code, 1);
  await folder.write({ [path]: plan("FIX", "echo b > b.txt") });
  await folder.git("commit", "--quiet", "--all", "--message=capitals");
  const { code, stderr } = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  const written = (await folder.subjects()).filter((subject) => /^feat\(01-fix\)/i.test(subject));
  assert.deepEqual(written, ["feat(01-fix): add a.txt", "feat(01-FIX): write b.txt"]);
});
