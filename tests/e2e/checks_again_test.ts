import assert from "node:assert/strict";
import { planText } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";

const PHASE = ".planning/phases/01-base";
const DOCUMENT = `${PHASE}/01-VERIFICATION.md`;
const CONFIG = {
  mode: "yolo",
  parallelization: { enabled: false },
  workflow: { verifier: true },
};

/** A task's script, and its check. */
type Work = readonly [script: string, check: string];

/** A project with plans of one task, each after the one before. */
async function project(...plans: readonly Work[]): Promise<Folder> {
  return await configured(CONFIG, ...plans);
}

async function configured(config: object, ...plans: readonly Work[]): Promise<Folder> {
  const texts = plans.map(([script, check], index) => {
    const number = `0${index + 1}`;
    const task = { name: `Do ${number}`, script, check };
    const dependsOn = index === 0 ? [] : [`01-0${index}`];
    return [
      `${PHASE}/01-${number}-PLAN.md`,
      planText({ plan: number, wave: index + 1, dependsOn, tasks: [task] }),
    ];
  });
  return await repository({
    ...Object.fromEntries(texts),
    ".planning/config.json": JSON.stringify(config),
    ".planning/ROADMAP.md": "# Roadmap\n\n- [ ] **Phase 1: Base**\n\n### Phase 1: Base\n",
    ".gitignore": "cache\n",
  });
}

const call = (folder: Folder, ...args: readonly string[]): Promise<Called> => wf(args, { cwd: folder.path });

const WRITE_A: Work = ["echo one > a.txt", "grep -q one a.txt"];
const BREAK_A: Work = ["echo two > a.txt", "test -f a.txt"];
const OTHER: Work = ["echo c > c.txt", "test -f c.txt"];

Deno.test("a check that a later plan breaks keeps the phase open, and the question names the task", async () => {
  await using folder = await project(WRITE_A, ["echo b > b.txt", "test -f b.txt"], BREAK_A, OTHER);
  const { code, stderr } = await call(folder, "execute-phase", "1", "--set", "mode=interactive", "--yes");
  assert.equal(code, 3, stderr);
  const broken = (await folder.git("log", "-1", "--format=%h", "--abbrev=7", "--grep=feat(01-03)")).trim();
  const line =
    `Task 01-01/1 passed its check, which fails now: grep -q one a.txt. Broken by task 01-03/1 (${broken})`;
  assert.ok(stderr.includes(`- 01-01  ${line}`), stderr);
  assert.match(await folder.read(DOCUMENT), /^status: human_needed$/m);
  assert.match(await folder.read(".planning/ROADMAP.md"), /- \[ \] \*\*Phase 1: Base\*\*/);
  assert.equal((await folder.git("worktree", "list")).split("\n").length, 1);
  const verified = await call(folder, "verify-phase", "1", "--json");
  assert.equal(verified.code, 3);
  const { checks, open } = JSON.parse(verified.stdout);
  assert.deepEqual(checks.map((check: { outcome: string }) => check.outcome), [
    "unverified",
    "verified",
    "verified",
    "verified",
  ]);
  assert.ok(open.some(({ what }: { what: string }) => what === line));
  const approved = await call(folder, "verify-phase", "1", "--answer", "must_haves=approved");
  assert.equal(approved.code, 0, approved.stdout);
});

Deno.test("a check that needs files that git ignores names all commits since its task", async () => {
  const needs: Work = ["echo one > a.txt; echo x > cache", "test -f cache && grep -q one a.txt"];
  await using folder = await project(needs, OTHER, BREAK_A);
  const { stderr } = await call(folder, "execute-phase", "1");
  assert.equal(stderr.includes("Broken by"), false);
  const { open } = JSON.parse((await call(folder, "verify-phase", "1", "--json")).stdout);
  assert.match(
    open.at(-1).what,
    /Committed since then: task 01-02\/1 \(\w{7}\), task 01-03\/1 \(\w{7}\)$/,
  );
});

Deno.test("the search for the commit that broke a check uses worktree.copy and worktree.setup", async () => {
  const script = "echo one > a.txt; mkdir cache; echo x > cache/x; echo y > made";
  const needs: Work = [script, "cat cache/x made && grep -q one a.txt"];
  for (const copy of ["cache", "link:cache"]) {
    const worktree = { copy: [copy], setup: ["echo y > made"] };
    await using folder = await configured({ ...CONFIG, worktree }, needs, OTHER, BREAK_A);
    await folder.write({ ".gitignore": "cache\nmade\n" });
    await folder.git("commit", "--quiet", "--all", "-m", "ignore");
    const { stderr } = await call(folder, "execute-phase", "1", "--set", "mode=interactive", "--yes");
    assert.match(stderr, /Broken by task 01-03\/1/);
    assert.equal(await folder.read("cache/x"), "x\n");
  }
});

Deno.test("in a clone no command of a plan runs before its user confirms it, whatever its history claims", async () => {
  const check = "echo ran >> .git/ran; test -f a.txt";
  const tasks = [
    { name: "Do 1", script: "echo a > a.txt", check },
    { name: "Do 2", script: "echo ran >> .git/ran; echo b > b.txt", check },
  ];
  await using folder = await repository({
    [`${PHASE}/01-01-PLAN.md`]: planText({ plan: "01", tasks }),
    ".planning/config.json": "{}",
  });
  const first = await call(folder, "execute-phase", "1", "--yes", "--answer", "must_haves=later");
  assert.equal(first.code, 0, first.stderr);
  const verify = ["verify-phase", "1", "--answer", "must_haves=later"];
  assert.equal((await call(folder, ...verify)).code, 0);
  const identity = ["--config", "user.name=Other", "--config", "user.email=other@example.com"];
  await folder.git("clone", "--quiet", ...identity, ".", "clone");
  const cwd = `${folder.path}/clone`;
  const inClone = (...args: readonly string[]) => wf(args, { cwd });
  const hasRun = () => folder.has("clone/.git/ran");
  for (const command of ["verify-phase", "execute-phase"]) {
    const waiting = await inClone(command, "1");
    assert.equal(waiting.code, 3, waiting.stderr);
    assert.match(
      waiting.stdout + waiting.stderr,
      /Phase 01: run the checks of its plans\? You have not confirmed them here yet/,
    );
    assert.equal((await inClone(command, "1", "--answer", "confirm_plan=no")).code, 3);
    assert.equal(await hasRun(), false);
  }
  // Without its upstream, which has the commits that are reset.
  await folder.git("-C", cwd, "remote", "remove", "origin");
  await folder.git("-C", cwd, "reset", "--quiet", "--hard", ":/feat.01-01.: do 1");
  const started = await inClone("execute-phase", "1");
  assert.equal(started.code, 3, started.stderr);
  assert.match(started.stderr, /Execute plan 01-01 with 2 tasks\?/);
  assert.equal(await hasRun(), false);
  const confirmed = await inClone("execute-phase", "1", "--yes", "--answer", "must_haves=later");
  assert.equal(confirmed.code, 0, confirmed.stderr);
  assert.equal((await inClone(...verify)).code, 0);
  await folder.write({
    "clone/.planning/phases/01-base/01-01-PLAN.md": planText({
      plan: "01",
      tasks: [{ name: "Do 1", script: "", check: "echo other" }],
    }),
  });
  await folder.git("-C", cwd, "commit", "--quiet", "--all", "-m", "other check");
  assert.equal((await inClone(...verify)).code, 3);
});

Deno.test("identical checks run once, and changes that are not committed explain a failure", async () => {
  const same = "echo run >> .git/runs; grep -q one a.txt";
  await using folder = await project(["echo one > a.txt", same], ["echo b > b.txt", same]);
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 0, stderr);
  assert.equal((await folder.read(".git/runs")).split("\n").length - 1, 3);
  await folder.write({ "a.txt": "mine\n" });
  const { stdout } = await call(folder, "verify-phase", "1");
  assert.match(stdout, /No commit since then explains it/);
  assert.equal(await folder.read("a.txt"), "mine\n");
});

Deno.test("with the verifier off no check runs again", async () => {
  await using folder = await project(WRITE_A, BREAK_A);
  const { code, stderr } = await call(folder, "execute-phase", "1", "--set", "workflow.verifier=false");
  assert.equal(code, 0);
  assert.doesNotMatch(stderr, /fails now/);
});

/** A project with one plan whose second task breaks the check of the first, and a check of its own. */
async function onePlan(): Promise<Folder> {
  const tasks = [WRITE_A, BREAK_A, OTHER].map(([script, check], index) => ({
    name: `Do ${index}`,
    script,
    check,
  }));
  return await repository({
    [`${PHASE}/01-01-PLAN.md`]: planText({ plan: "01", tasks }),
    ".planning/config.json": JSON.stringify({
      gates: { confirm_plan: false },
      workflow: { verifier: false },
    }),
  });
}

Deno.test("before the summary of a plan, a check that a later task broke is a question", async () => {
  await using folder = await onePlan();
  const waiting = await call(folder, "execute-phase", "1");
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.match(
    waiting.stderr,
    /Task 01-01\/1 passed its check, which fails now: grep -q one a\.txt\. Broken by task 01-01\/2 \(\w{7}\)/,
  );
  assert.match(waiting.stderr, /^ {2}wf execute-phase 1 --answer 01-01\/checks=stop$/m);
  assert.equal(await folder.has(`${PHASE}/01-01-SUMMARY.md`), false);
  const stopped = await call(folder, "execute-phase", "1", "--answer", "01-01/checks=stop");
  assert.equal(stopped.code, 1, stopped.stderr);
  const { code, stderr } = await call(folder, "execute-phase", "1", "--answer", "01-01/checks=continue");
  assert.equal(code, 0, stderr);
  assert.ok(await folder.has(`${PHASE}/01-01-SUMMARY.md`));
});

Deno.test("before the summary of a plan, a fixed check needs no answer", async () => {
  await using folder = await onePlan();
  await call(folder, "execute-phase", "1");
  await folder.write({ "a.txt": "one\n" });
  await folder.git("commit", "--quiet", "--all", "-m", "fix");
  assert.equal((await call(folder, "execute-phase", "1")).code, 0);
});

Deno.test("in mode yolo the verification of the phase asks about a check that a plan broke", async () => {
  await using folder = await onePlan();
  const yolo = ["--set", "mode=yolo", "--set", "workflow.verifier=true"];
  const { code, stderr } = await call(folder, "execute-phase", "1", ...yolo);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /01-01\/checks: continue \(configuration\)/);
  assert.match(stderr, /^! Phase executed, needs a person \(2\): /m);
});

Deno.test("changes of checks that run again are stashed, and the user's are left alone", async () => {
  const counts: Work = ["echo one > a.txt", "echo run >> log.txt; test -f a.txt"];
  await using folder = await project(counts);
  await folder.write({ "log.txt": "", "mine.txt": "mine\n" });
  await folder.git("add", "--all");
  await folder.git("commit", "--quiet", "-m", "log");
  const { code, stderr } = await call(folder, "execute-phase", "1");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Checks that ran again changed log\.txt; the changes are in the stash/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.match(await folder.git("show", "stash@{0}:log.txt"), /^run\nrun$/);
  await folder.write({ "mine.txt": "changed\n", "log.txt": "mine\n" });
  await call(folder, "verify-phase", "1");
  assert.equal(await folder.read("mine.txt"), "changed\n");
  assert.equal(await folder.read("log.txt"), "mine\nrun\n");
});
