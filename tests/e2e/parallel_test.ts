import assert from "node:assert/strict";
import type { RunEvent } from "../../schemas/event.ts";
import { summarizeRun } from "../../lib/plan/run/summary.ts";
import { viewOf } from "../../lib/plan/run/live_view.ts";
import { planText, writes } from "../support/plans.ts";
import { paste, resolveConflicts } from "../support/paste.ts";
import { type Called, wf } from "../support/program.ts";
import type { Folder } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn, leftovers, meets, onePlan, wide } from "../support/wide.ts";

function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

async function events(folder: Folder, ...args: readonly string[]): Promise<readonly RunEvent[]> {
  const { stdout } = await execute(folder, "--json", ...args);
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

/** The folders in which two plans ran. */
async function folders(folder: Folder): Promise<readonly string[]> {
  return [await folder.read("01.txt"), await folder.read("02.txt")].map((text) => text.trim());
}

const PWD = () => [onePlan("01", "pwd > 01.txt"), onePlan("02", "pwd > 02.txt")];

Deno.test("plans of a wave run concurrently, with the history of a sequential run", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", `${meets(shared, "01", "02")}; sleep 0.2`),
    onePlan("02", meets(shared, "02", "01")),
    { ...onePlan("03", "cat 01.txt 02.txt > 03.txt"), wave: 2, dependsOn: ["01-01", "01-02"] },
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual((await folder.subjects()).slice(2), [
    "feat(01-01): do 01",
    "docs(01-01): complete plan: build part 01",
    "feat(01-02): do 02",
    "docs(01-02): complete plan: build part 02",
    "feat(01-03): do 03",
    "docs(01-03): complete plan: build part 03",
  ]);
  assert.equal(await folder.read("03.txt"), "01\n02\n");
  assert.equal(await folder.git("log", "--merges", "--format=%s"), "");
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("what a run did and how long it took is known from its events alone", async () => {
  await using folder = await wide(() => [
    onePlan("01", "echo 1 > 01.txt"),
    onePlan("02", "echo 2 > 02.txt"),
    { ...onePlan("03", "cat 01.txt > 03.txt"), wave: 2, dependsOn: ["01-01"] },
  ]);
  const all = await events(folder);
  const last = all.at(-1)!;
  assert.ok(last.kind === "run-finished");
  assert.deepEqual(summarizeRun(viewOf(all)), last.summary);
  const history = (await folder.git("log", "--format=%H", "--reverse", "-6")).split("\n");
  assert.deepEqual(last.summary.commits.map(({ commit }) => commit), history);
  assert.deepEqual(
    last.summary.waves.map(({ plans }) => plans.map(({ plan, complete }) => [plan, complete])),
    [
      [["01-01", true], ["01-02", true]],
      [["01-03", true]],
    ],
  );
  const { stdout, stderr } = await execute(folder);
  assert.doesNotMatch(stdout + stderr, /Critical path/);
});

Deno.test("a plan alone in its wave runs in the project's own working tree", async () => {
  await using folder = await wide(() => [
    onePlan("01", "pwd > 01.txt"),
    { ...onePlan("02", "pwd > 02.txt"), wave: 2, dependsOn: ["01-01"] },
  ]);
  assert.equal((await execute(folder)).code, 0);
  assert.deepEqual(await folders(folder), [folder.path, folder.path]);
});

async function runsInTurn(setting: string): Promise<void> {
  await using folder = await wide(PWD);
  assert.equal((await execute(folder, "--set", setting)).code, 0);
  assert.deepEqual(await folders(folder), [folder.path, folder.path]);
}

Deno.test("parallelization.enabled=false runs two plans sequentially", async () => {
  await runsInTurn("parallelization.enabled=false");
});

Deno.test("parallelization.plan_level=false runs two plans sequentially", async () => {
  await runsInTurn("parallelization.plan_level=false");
});

Deno.test("parallelization.max_concurrent_agents=1 runs two plans sequentially", async () => {
  await runsInTurn("parallelization.max_concurrent_agents=1");
});

Deno.test("parallelization.min_plans_for_parallel=3 runs two plans sequentially", async () => {
  await runsInTurn("parallelization.min_plans_for_parallel=3");
});

Deno.test("by default two plans of a wave run in their own worktrees, outside of the working tree", async () => {
  await using folder = await wide(PWD);
  assert.equal((await execute(folder)).code, 0);
  const [first, second] = await folders(folder);
  assert.ok(first!.startsWith(`${folder.path}/.git/home/.wf/worktrees/`) && first!.endsWith("/01-01"), first);
  assert.ok(second!.endsWith("/01-02"), second);
});

Deno.test("parallelization.max_concurrent_agents is never exceeded, over all plans and tasks", async () => {
  await using folder = await wide((shared) =>
    ["01", "02", "03", "04"].map((plan) => {
      const task = (name: string) => ({
        name: `Do ${name}`,
        files: `${name}.txt`,
        // The first waits for a second, so that two are there at the same time however slow the machine is.
        script: `echo + >> "${shared}/log"; until test $(wc -l < "${shared}/log") -ge 2; do sleep 0.02; done
sleep 0.05; echo - >> "${shared}/log"; echo ${name} > ${name}.txt`,
      });
      const names = [`${plan}a`, `${plan}b`];
      return { plan, files: names.map((name) => `${name}.txt`), tasks: names.map(task) };
    })
  );
  const flags = ["parallelization.max_concurrent_agents=2", "parallelization.task_level=true"];
  const { code, stderr } = await execute(folder, ...flags.flatMap((flag) => ["--set", flag]));
  assert.equal(code, 0, stderr);
  let now = 0;
  const counts = (await folder.read(".git/log")).trim().split("\n").map((mark) =>
    mark === "+" ? ++now : --now
  );
  assert.equal(Math.max(...counts), 2);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("parallelization.task_level runs tasks of one plan with different files concurrently", async () => {
  await using folder = await wide((shared) => [{
    plan: "01",
    files: ["first.txt", "second.txt", "third.txt"],
    tasks: [
      { name: "Add first", files: "first.txt", script: meets(shared, "first", "second") },
      { name: "Add second", files: "second.txt", script: meets(shared, "second", "first") },
      { name: "Add third", files: "first.txt, third.txt", script: "cat first.txt second.txt > third.txt" },
    ],
  }]);
  const { code, stderr } = await execute(folder, "--set", "parallelization.task_level=true");
  assert.equal(code, 0, stderr);
  assert.deepEqual((await folder.subjects()).slice(2), [
    "feat(01-01): add first",
    "feat(01-01): add second",
    "feat(01-01): add third",
    "docs(01-01): complete plan: build part 01",
  ]);
  assert.equal(await folder.read("third.txt"), "first\nsecond\n");
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a plan that shares a file with an earlier one begins with its result", async () => {
  await using folder = await wide(() => [
    onePlan("01", "sleep 0.1; echo one >> shared.txt", ["shared.txt"]),
    onePlan("02", "echo 02 > 02.txt"),
    onePlan("03", "echo three >> shared.txt", ["shared.txt"]),
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("shared.txt"), "one\nthree\n");
});

/** The subjects of each plan's commits from a position on, in the order of history. */
async function subjectsByPlan(folder: Folder, from: number): Promise<Readonly<Record<string, string[]>>> {
  const found: Record<string, string[]> = {};
  for (const subject of (await folder.subjects()).slice(from)) {
    const plan = /\((\d\d-\d\d)\)/.exec(subject)?.[1] ?? "";
    (found[plan] ??= []).push(subject);
  }
  return found;
}

Deno.test("a failing plan does not stop the others, keeps its work, and resumes where it stopped", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", `touch "${shared}/01"; echo 01 > 01.txt`),
    {
      plan: "02",
      files: ["a.txt", "02.txt"],
      tasks: [writes("a.txt"), {
        name: "Fail once",
        files: "02.txt",
        // Its failure must not come before the other plans have begun, however slow the machine is.
        script: `until test -e "${shared}/01" && test -e "${shared}/03"; do sleep 0.02; done
echo half > 02.txt\nif test ! -e "${shared}/fixed"; then exit 7; fi\necho whole > 02.txt`,
      }],
    },
    onePlan("03", `touch "${shared}/03"; echo 03 > 03.txt`),
    { ...onePlan("04", "cat 02.txt > 04.txt"), wave: 2, dependsOn: ["01-02"] },
  ]);
  const failed = await execute(folder);
  assert.equal(failed.code, 1, failed.stderr);
  assert.match(failed.stderr, /Task 01-02\/2 failed/);
  assert.deepEqual(await subjectsByPlan(folder, 2), {
    "01-01": ["feat(01-01): do 01", "docs(01-01): complete plan: build part 01"],
    "01-03": ["feat(01-03): do 03", "docs(01-03): complete plan: build part 03"],
  });
  assert.equal(await folder.git("show", "wf/work/01-02:a.txt"), "a.txt");
  await folder.write({ ".git/fixed": "" });

  assert.match((await execute(folder)).stderr, /The script of task 01-02\/2 has changed files/);
  const again = await execute(folder, "--answer", "01-02/2/script=again");
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual((await folder.subjects()).slice(6), [
    "feat(01-02): add a.txt",
    "feat(01-02): fail once",
    "docs(01-02): complete plan: build part 02",
    "feat(01-04): do 04",
    "docs(01-04): complete plan: build part 04",
  ]);
  assert.equal(await folder.read("04.txt"), "whole\n");
  assert.equal(await folder.git("stash", "list"), "");
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("a plan that changes a file of a concurrent plan is stopped before it commits", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", meets(shared, "01", "02")),
    onePlan("02", `${meets(shared, "02", "01")}\nsleep 0.2; echo mine > 01.txt`),
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1, stderr);
  assert.match(
    stderr,
    /Task 01-02\/1 changed files that a plan running at the same time declares: 01\.txt \(of plan 01-01\)/,
  );
  assert.deepEqual((await folder.subjects()).slice(2), [
    "feat(01-01): do 01",
    "docs(01-01): complete plan: build part 01",
  ]);
});

Deno.test("a conflict between plans is shown when it arises, stops the later one with 4, and can be resolved", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", `${meets(shared, "01", "02")}\necho one > undeclared.txt`),
    onePlan("02", `${meets(shared, "02", "01")}\nsleep 0.3\necho two > undeclared.txt`),
  ]);
  const reported = await events(folder);
  const kinds = reported.map(({ kind }) => kind);
  assert.ok(kinds.includes("conflict-foreseen") || kinds.includes("replayed"), kinds.join(" "));
  const last = reported.at(-1)!;
  assert.ok(last.kind === "run-finished" && last.outcome.kind === "conflict");
  assert.deepEqual(last.outcome.conflicts, [{ path: "undeclared.txt", base: "added", branch: "added" }]);
  const [rebase, resolved, retry] = last.next;
  const directory = /^git -C (\S+) rebase main$/.exec(rebase!)![1]!;
  assert.equal(await folder.git("status", "--porcelain"), "");

  const pasted = { cwd: folder.path, env: homeIn(folder) };
  assert.equal((await paste(rebase!, pasted)).code, 1);
  await resolveConflicts(directory);
  for (const command of [resolved!, retry!]) {
    const { code, output } = await paste(command, pasted);
    assert.equal(code, 0, output);
  }
  assert.equal(await folder.read("undeclared.txt"), "one\ntwo\n");
  assert.deepEqual(await leftovers(folder), []);
});

const CHECKPOINT = `<task type="checkpoint:human-verify"><name>Look at it</name>
<what-built>A file</what-built><how-to-verify>Open it</how-to-verify>
<resume-signal>Type "approved"</resume-signal></task>`;
const MIDDLE = [
  onePlan("01", "echo 01 > 01.txt"),
  {
    plan: "02",
    autonomous: false,
    files: ["a.txt", "b.txt"],
    tasks: [writes("a.txt"), CHECKPOINT, writes("b.txt")],
  },
];
const INTERACTIVE = { mode: "interactive", gates: { confirm_plan: false, execute_next_plan: false } };

Deno.test("parallelization.skip_checkpoints defers a checkpoint in the middle of a plan to the end of the phase", async () => {
  await using folder = await wide(() => MIDDLE, INTERACTIVE);
  const waiting = await execute(folder);
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.match(waiting.stderr, /--answer 01-02\/2=approved/);
  assert.equal((await folder.subjects()).at(-1), "docs(01-02): complete plan: build part 02");
  const again = await execute(folder, "--answer", "01-02/2=approved");
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stderr, /4 tasks, 3 of them done before[^]*chore\(01-02\): look at it 4\/4\n/);
  assert.doesNotMatch(again.stderr, /plan 01-02 complete/);
  assert.deepEqual((await folder.subjects()).slice(-2), [
    "chore(01-02): look at it",
    "docs(01-02): record the answers at deferred checkpoints",
  ]);
  assert.match((await execute(folder)).stderr, /Nothing to do/);
});

Deno.test("a phase is not executed while a deferred checkpoint waits, and wf status returns to it", async () => {
  await using folder = await wide(() => MIDDLE, { ...INTERACTIVE, workflow: { verifier: false } });
  assert.equal((await execute(folder)).code, 3);
  assert.match(await folder.read(".planning/ROADMAP.md"), /^- \[ \] \*\*Phase 1/m);
  const status = await wf(["status"], { cwd: folder.path, env: homeIn(folder) });
  assert.match(status.stdout, /1 of 2 plans, 3 of 4 tasks/);
  assert.match(status.stdout, /Next:\n {2}wf execute-phase 1\n/);
  assert.doesNotMatch(status.stdout, /verify-phase|complete-milestone/);
  const end = await wf(["complete-milestone", "v1.0", "--dry-run"], {
    cwd: folder.path,
    env: homeIn(folder),
  });
  assert.match(end.stdout, /01-02 is not complete/);
  const skip = ["skip", "01-02/2", "--why", "seen", "--dry-run"];
  assert.equal((await wf(skip, { cwd: folder.path, env: homeIn(folder) })).code, 0);
  assert.equal((await execute(folder, "--answer", "01-02/2=approved")).code, 0);
  assert.match(await folder.read(".planning/ROADMAP.md"), /^- \[x\] \*\*Phase 1.*not verified\)$/m);
  const done = await wf(["status"], { cwd: folder.path, env: homeIn(folder) });
  assert.match(done.stdout, /2 of 2 plans, 4 of 4 tasks/);
});

Deno.test("an answer at a deferred checkpoint completes its plan in the run that asks", async () => {
  await using folder = await wide(() => MIDDLE, INTERACTIVE);
  const { code, stderr } = await execute(folder, "--answer", "01-02/2=approved");
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /has not made|does not count/);
  assert.deepEqual((await folder.subjects()).slice(-2), [
    "chore(01-02): look at it",
    "docs(01-02): record the answers at deferred checkpoints",
  ]);
  assert.match((await execute(folder)).stderr, /Nothing to do/);
});

Deno.test("answers at deferred checkpoints of several plans complete them in the same run", async () => {
  const plans = ["01", "02", "03"].map((plan) => ({
    ...MIDDLE[1]!,
    plan,
    files: [`${plan}a.txt`, `${plan}b.txt`],
    tasks: [writes(`${plan}a.txt`), CHECKPOINT, CHECKPOINT, writes(`${plan}b.txt`)],
  }));
  await using folder = await wide(() => plans, INTERACTIVE);
  const given = plans.flatMap(({ plan }) =>
    [2, 3].flatMap((task) => ["--answer", `01-${plan}/${task}=approved`])
  );
  const { code, stderr } = await execute(folder, ...given);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /has not made|Another process/);
  assert.deepEqual(
    (await folder.subjects()).slice(-9),
    plans.flatMap(({ plan }) => [
      `chore(01-${plan}): look at it`,
      `chore(01-${plan}): look at it`,
      `docs(01-${plan}): record the answers at deferred checkpoints`,
    ]),
  );
  assert.match((await execute(folder)).stderr, /Nothing to do/);
});

Deno.test("a deferred checkpoint without an answer is not forgotten", async () => {
  await using folder = await wide(() => MIDDLE, INTERACTIVE, {
    ".planning/phases/02-more/02-01-PLAN.md": planText({
      phase: "02-more",
      plan: "01",
      tasks: [writes("z.txt")],
    }),
  });
  const call = (...args: readonly string[]) => wf(args, { cwd: folder.path, env: homeIn(folder) });
  assert.equal((await call("run")).code, 3);
  assert.doesNotMatch(await folder.read(".planning/ROADMAP.md"), /\[x\] \*\*Phase 1/);
  const { stdout } = await call("status");
  assert.match(stdout, /^0 of 2 phases executed; 1 of 3 plans, 3 of 5 tasks$/m);
  assert.match(stdout, /Next:\n {2}wf execute-phase 1\n/);
  const verified = await call("verify-phase", "1", "--dry-run");
  assert.equal(verified.code, 1, verified.stdout);
  assert.match(verified.stdout, /Plan 01-02 is not complete\n.*wf execute-phase 1$/m);
  const again = await call("run");
  assert.equal(again.code, 3, again.stderr);
  assert.match(again.stderr, /^ {2}wf run --answer 01-02\/2=approved$/m);
  const { code, stderr } = await call("run", "--answer", "01-02/2=approved");
  assert.equal(code, 0, stderr);
  assert.deepEqual((await folder.subjects()).slice(-4), [
    "chore(01-02): look at it",
    "docs(01-02): record the answers at deferred checkpoints",
    "feat(02-01): add z.txt",
    "docs(02-01): complete plan: build part 01",
  ]);
  assert.match(await folder.read(".planning/ROADMAP.md"), /\[x\] \*\*Phase 1/);
});

Deno.test("a deferred checkpoint can be skipped", async () => {
  await using folder = await wide(() => MIDDLE, INTERACTIVE);
  const call = (...args: readonly string[]) => wf(args, { cwd: folder.path, env: homeIn(folder) });
  assert.equal((await execute(folder)).code, 3);
  const skipped = await call("skip", "01-02/2", "--why", "seen already", "--yes");
  assert.equal(skipped.code, 0, skipped.stderr);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(
    await folder.read(".planning/phases/01-base/01-02-SUMMARY.md"),
    /^- Task 2, look at it: seen already$/m,
  );
  assert.match((await call("status")).stdout, /skipped \(1\)/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match((await execute(folder)).stderr, /Nothing to do/);
});

Deno.test("what the user says at a deferred checkpoint reaches the summary and the state", async () => {
  await using folder = await wide(() => MIDDLE, INTERACTIVE);
  assert.equal((await execute(folder)).code, 3);
  // The agent `shell` cannot fix it; what was said is kept.
  assert.equal((await execute(folder, "--answer", "01-02/2=It is too dark")).code, 1);
  const { code, stderr } = await execute(folder, "--answer", "01-02/2=approved");
  assert.equal(code, 0, stderr);
  const summary = await folder.read(".planning/phases/01-base/01-02-SUMMARY.md");
  assert.match(summary, /^- Task 2, look at it: It is too dark; then approved$/m);
  assert.match(summary, /^\d\. \*\*Task 2: look at it\*\*/m);
  assert.match(
    await folder.read(".planning/STATE.md"),
    /^- \[01-02\]: look at it: It is too dark; then approved$/m,
  );
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("the next run continues with what the agent has fixed at a deferred checkpoint", async () => {
  const rules = [{ contains: "too dark", steps: [{ do: "write", path: "a.txt", text: "lighter\n" }] }];
  const agent = { name: "mock", command: "script.json" };
  await using folder = await wide(() => MIDDLE, { ...INTERACTIVE, agent }, {
    "script.json": JSON.stringify({ rules }),
  });
  const waiting = await execute(folder, "--answer", "01-02/2=It is too dark");
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.equal(await folder.git("status", "--porcelain"), " M a.txt");
  const { code, stderr } = await execute(folder, "--answer", "01-02/2=approved");
  assert.equal(code, 0, stderr);
  assert.equal(
    await folder.git("show", "--format=%s", "--name-only", "HEAD~1"),
    "chore(01-02): look at it\n\na.txt",
  );
  assert.equal(await folder.git("show", "HEAD:a.txt"), "lighter");
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(await folder.git("stash", "list"), "");
});

Deno.test("an answer reaches the summary and the state also if the run is killed after its commit", async () => {
  const answer = ["execute-phase", "1", "--answer", "01-02/2=approved"];
  const waiting = async () => {
    const folder = await wide(() => MIDDLE, INTERACTIVE);
    assert.equal((await execute(folder)).code, 3);
    return folder;
  };
  await using whole = await waiting();
  let effects = 0;
  /** The effects between the commit of the answer and that of the summary. */
  const between: number[] = [];
  const onEffect = () => {
    effects++;
    if (/: look at it\n$/.test(Deno.readTextFileSync(`${whole.path}/.git/logs/HEAD`))) between.push(effects);
  };
  assert.equal((await wf(answer, { cwd: whole.path, env: homeIn(whole), onEffect })).code, 0);
  // Not at the ends: which effect comes when differs a little between runs.
  for (const part of [0.3, 0.5, 0.7]) {
    await using folder = await waiting();
    const dying = { ...homeIn(folder), WF_DIE_AT: String(between[Math.floor(part * between.length)]) };
    const program = fromRoot("tests/support/mortal_program.ts");
    assert.equal((await wf(answer, { cwd: folder.path, env: dying, program })).code, 137);
    assert.equal((await folder.subjects()).at(-1), "chore(01-02): look at it");
    const { code, stderr } = await execute(folder);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await folder.subjects(), await whole.subjects());
    assert.match(
      await folder.read(".planning/phases/01-base/01-02-SUMMARY.md"),
      /^- Task 2, look at it: approved$/m,
    );
    assert.equal(await folder.git("status", "--porcelain"), "");
  }
});

const ACTION = '<task type="checkpoint:human-action"><name>Sign up</name></task>';

Deno.test("what the user does in the worktree of a waiting human-action is part of its commit", async () => {
  const action = `<task type="checkpoint:human-action"><name>Add the license</name>
<verification><automated>grep -q mine LICENSE</automated></verification></task>`;
  for (const tasks of [[writes("a.txt"), action, writes("b.txt")], [action, writes("b.txt")]]) {
    await using folder = await wide(() => [MIDDLE[0]!, { ...MIDDLE[1]!, tasks }], INTERACTIVE);
    const waiting = await execute(folder);
    assert.equal(waiting.code, 3, waiting.stderr);
    const number = tasks.indexOf(action) + 1;
    const directory = /Plan 01-02 works in this folder.*:\n\s+(\/.*)$/m.exec(waiting.stderr)?.[1];
    assert.ok(directory?.endsWith("/01-02"), waiting.stderr);
    await Deno.writeTextFile(`${directory}/LICENSE`, "mine\n");
    // Without the answer, it asks again.
    assert.equal((await execute(folder)).code, 3);
    const { code, stderr } = await execute(folder, "--answer", `01-02/${number}=done`);
    assert.equal(code, 0, stderr);
    const [commit] = await folder.git("log", "--format=%h", "--grep=Wf-Answer: done").then((out) =>
      out.split("\n")
    );
    assert.match(
      await folder.git("show", "--name-only", "--format=%s", commit!),
      /add the license\n\nLICENSE$/,
    );
    assert.equal(await folder.git("stash", "list"), "");
    assert.deepEqual(await leftovers(folder), []);
  }
});

Deno.test("an early answer is kept while its checkpoint is deferred", async () => {
  const tasks = [writes("a.txt"), CHECKPOINT, ACTION];
  await using folder = await wide(() => [MIDDLE[0]!, { ...MIDDLE[1]!, tasks }], INTERACTIVE);
  const { code, stderr } = await execute(folder, "--answer", "01-02/2=approved", "--answer", "x=y");
  assert.equal(code, 3, stderr);
  assert.match(stderr, /"01-02\/2" was not asked yet, so give --answer 01-02\/2 again/);
  assert.match(stderr, /No question was asked with the ID "x"/);
  assert.match(stderr, /Deferred to the end of the phase: 01-02\/2 \(Look at it\)/);
  assert.match(stderr, /^ {2}wf execute-phase 1 --answer 01-02\/2=approved --answer 01-02\/3=done$/m);
  const again = await execute(folder, "--answer", "01-02/2=approved", "--answer", "01-02/3=done");
  assert.equal(again.code, 0, again.stderr);
  assert.doesNotMatch(again.stderr, /not asked|No question|Deferred/);
});

Deno.test("without parallelization.skip_checkpoints a plan waits at its checkpoint, and the others do not", async () => {
  await using folder = await wide(() => MIDDLE, INTERACTIVE);
  const flags = ["--set", "parallelization.skip_checkpoints=false"];
  const waiting = await execute(folder, ...flags);
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.equal((await folder.subjects()).at(-1), "docs(01-01): complete plan: build part 01");
  const again = await execute(folder, ...flags, "--answer", "01-02/2=approved");
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual((await folder.subjects()).slice(4), [
    "feat(01-02): add a.txt",
    "chore(01-02): look at it",
    "feat(01-02): add b.txt",
    "docs(01-02): complete plan: build part 02",
  ]);
  assert.deepEqual(await leftovers(folder), []);
});

Deno.test("plans that share the working tree wait for one that waits halfway", async () => {
  await using folder = await wide(
    () => [{ ...MIDDLE[1]!, plan: "01" }, onePlan("02", "echo 02 > 02.txt")],
    INTERACTIVE,
  );
  const flags = ["--set", "parallelization.enabled=false"];
  assert.equal((await execute(folder, ...flags)).code, 3);
  assert.equal((await folder.subjects()).at(-1), "feat(01-01): add a.txt");
  const { code, stderr } = await execute(folder, ...flags, "--answer", "01-01/2=approved");
  assert.equal(code, 0, stderr);
  assert.equal((await folder.subjects()).at(-1), "docs(01-02): complete plan: build part 02");
});

Deno.test("a plan waits at a decision, concurrent plans continue, and dependent plans run after it", async () => {
  const decision = `<task type="checkpoint:decision"><name>Choose a store</name><decision>Which?</decision>
<options><option id="sqlite"><name>SQLite</name></option><option id="pg"><name>PG</name></option></options></task>`;
  const tasks = [writes("a.txt"), decision, writes("b.txt")];
  const next = { ...onePlan("03", "echo 03 > 03.txt"), wave: 2, dependsOn: ["01-02"] };
  await using folder = await wide(() => [MIDDLE[0]!, { ...MIDDLE[1]!, tasks }, next], INTERACTIVE);
  const waiting = await execute(folder);
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.match(waiting.stderr, /--answer 01-02\/2=sqlite\n.*--answer 01-02\/2=pg$/m);
  assert.equal((await folder.subjects()).at(-1), "docs(01-01): complete plan: build part 01");
  const again = await execute(folder, "--answer", "01-02/2=pg");
  assert.equal(again.code, 0, again.stderr);
  assert.deepEqual((await folder.subjects()).slice(4).map((subject) => subject.split(":")[0]), [
    "feat(01-02)",
    "chore(01-02)",
    "feat(01-02)",
    "docs(01-02)",
    "feat(01-03)",
    "docs(01-03)",
  ]);
  assert.match(await folder.read(".planning/STATE.md"), /^- \[01-02\]: choose a store: pg \(PG\)$/m);
});
