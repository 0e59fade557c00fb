/**
 * What the code of a task does to plans and documents when a hook of the user runs it: after the task's last turn.
 */
import assert from "node:assert/strict";
import { planText, smallProject } from "../support/plans.ts";
import { type Called, wf } from "../support/program.ts";
import { type Folder, host, repository } from "../support/repository.ts";
import { homeIn, onePlan, wide } from "../support/wide.ts";

const PLANS = ".planning/phases/01-base";
const FIRST = `${PLANS}/01-01-PLAN.md`;

async function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return await wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

/** A script for a task that has the hook run a script once, in the project's own working tree. */
async function hooked(folder: Folder, script: string): Promise<void> {
  await folder.write({ ".git/late": script });
  await folder.hook(
    "post-commit",
    `cd "${folder.path}" && test -e .git/armed && rm .git/armed && exec sh .git/late`,
  );
}

Deno.test("documents that a hook changes with a plan's last task are asked about before its summary", async () => {
  const task = { name: "Do it", script: "echo a > a.txt; touch .git/armed" };
  await using folder = await repository({
    ...smallProject({ mode: "yolo", parallelization: { enabled: false } }),
    [FIRST]: planText({ plan: "01", files: ["a.txt"], tasks: [task] }),
  });
  await hooked(folder, "echo forged >> .planning/ROADMAP.md");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /Documents changed during task 01-01\/1[^]*ROADMAP\.md/);
  assert.equal(await folder.git("log", "--format=%h", "-S", "forged", "--", ".planning"), "");
  const restored = await execute(folder, "--answer", "planning=restore");
  assert.equal(restored.code, 0, restored.stderr);
  assert.doesNotMatch(await folder.read(".planning/ROADMAP.md"), /forged/);
  assert.deepEqual(
    [...Deno.readDirSync(`${folder.path}/.git/wf/seals`)],
    [],
    "no copy of git's settings is left",
  );
});

Deno.test("a check that a hook exchanges for a moment is not what runs again before the summary", async () => {
  await using folder = await wide((shared) => [
    {
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [
        { name: "Do a", script: "echo a > a.txt", check: "test ! -e b.txt" },
        { name: "Do b", script: `echo b > b.txt; touch ${shared}/armed` },
      ],
    },
    { plan: "02", files: ["c.txt"], tasks: [{ name: "Do c", script: "echo c > c.txt" }] },
  ]);
  await folder.write({ ".git/back": `cp .git/plan ${FIRST}; touch .git/ran` });
  await hooked(folder, `cp ${FIRST} .git/plan; sed -i 's#test ! -e b.txt#sh .git/back#' ${FIRST}`);
  const { code, stderr } = await execute(folder);
  assert.notEqual(code, 0, stderr);
  assert.equal(await folder.has(".git/ran"), false, stderr);
  assert.match(stderr, /Documents changed during task 01-0[12]\/\d[^]*01-01-PLAN\.md|test ! -e b\.txt/);
});

Deno.test("a commit of a hook completes no task of a plan that it removes", async () => {
  const forged = `git commit -q --allow-empty -m 'feat(01-02): do it' -m 'Wf-Plan: 01-02
Wf-Task: 1'`;
  await using folder = await wide((shared) => [
    {
      plan: "01",
      files: ["a.txt"],
      tasks: [{ name: "Do a", script: `echo a > a.txt; touch ${shared}/armed` }],
    },
    {
      plan: "02",
      wave: 2,
      dependsOn: ["01-01"],
      files: ["b.txt"],
      tasks: [{ name: "Do b", script: "echo b > b.txt" }],
    },
    { plan: "03", files: ["c.txt"], tasks: [{ name: "Do c", script: "echo c > c.txt" }] },
  ]);
  await hooked(
    folder,
    `unset $(git rev-parse --local-env-vars) GIT_REFLOG_ACTION; rm ${PLANS}/01-02-PLAN.md; ${forged}`,
  );
  await execute(folder);
  const { code, stderr } = await execute(folder, "--answer", "planning=restore");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.read("b.txt").catch(() => ""), "b\n", stderr);
});

/** A hook that refuses the first commit, after a script has run. */
async function refusing(folder: Folder, script: string): Promise<void> {
  await folder.hook(
    "pre-commit",
    `common=$(git rev-parse --path-format=absolute --git-common-dir)
test -e "$common/refused" || { touch "$common/refused"; ${script}; exit 1; }`,
  );
}

const WEAKEN = `sed -i 's/test -e never/true/' ${FIRST}`;
const NEVER = { name: "Do b", script: "echo b > b.txt", check: "test -e never" };

Deno.test("a plan that a hook changes while it refuses a commit is restored and asked about", async () => {
  await using folder = await repository({
    ...smallProject({ mode: "yolo", parallelization: { enabled: false } }),
    [FIRST]: planText({
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [{ name: "Do a", script: "echo a >> a.txt" }, NEVER],
    }),
  });
  const before = await folder.read(FIRST);
  await refusing(folder, WEAKEN);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /Documents changed during task 01-01\/1[^]*01-01-PLAN\.md/);
  assert.equal(await folder.read(FIRST), before);
  const restored = await execute(folder, "--answer", "planning=restore");
  assert.match(restored.stderr, /does not pass its check after 3 turns: test -e never/);
});

Deno.test("settings and plans that a hook changes while it refuses a worktree's commit are restored", async () => {
  await using folder = await wide(() => [
    {
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [{ name: "Do a", script: "echo a >> a.txt" }, NEVER],
    },
    { plan: "02", files: ["c.txt"], tasks: [{ name: "Do c", script: "echo c >> c.txt" }] },
  ]);
  await refusing(folder, `${WEAKEN}; mkdir .claude; echo x > .claude/settings.json`);
  const { code, stderr } = await execute(folder);
  assert.notEqual(code, 0, stderr);
  assert.match(stderr, /Changed during task 01-0[12]\/1, .* put back: .*01-01-PLAN\.md/);
  assert.match(stderr, /Changed during task 01-0[12]\/1, .* put back: .*\.claude\/settings\.json/);
  assert.match(stderr, /does not pass its check after 3 turns: test -e never/);
});

const LATER = `${PLANS}/01-02-PLAN.md`;
const WEAKEN_LATER = `sed -i 's/test -e never/true/' ${LATER}`;

/** A project with a later plan, whose check fails, and a hook that runs the shell code of a task. */
async function weakening(hook: string, when: string, script: string): Promise<Folder> {
  const folder = await wide(() => [
    { plan: "01", files: ["a.txt"], tasks: [{ name: "Do a", script: "echo a > a.txt" }] },
    { plan: "02", wave: 2, dependsOn: ["01-01"], files: ["b.txt"], tasks: [NEVER] },
  ], { parallelization: { enabled: false } });
  await folder.hook(hook, `test -z "$(${when})" || { ${script}; }`);
  return folder;
}

const HOOKS: readonly (readonly [what: string, hook: string, when: string, script: string])[] = [
  [
    "stages with a task's commit",
    "pre-commit",
    "git diff --cached --name-only -- a.txt",
    `${WEAKEN_LATER}; git add ${LATER}`,
  ],
  [
    "stages with the commit of documents",
    "pre-commit",
    "git diff --cached --name-only -- '*SUMMARY.md'",
    `${WEAKEN_LATER}; git add ${LATER}`,
  ],
  [
    "changes with the commit of documents",
    "pre-commit",
    "git diff --cached --name-only -- '*SUMMARY.md'",
    WEAKEN_LATER,
  ],
  [
    "commits after that of documents",
    "post-commit",
    "git show --format= --name-only HEAD -- '*SUMMARY.md'",
    `${WEAKEN_LATER}; git commit --quiet --message=mine ${LATER}`,
  ],
];

for (const [what, hook, when, script] of HOOKS) {
  Deno.test(`a plan that a hook ${what} is asked about, in each run`, async () => {
    await using folder = await weakening(hook, when, script);
    for (const args of [[], ["--answer", "planning=restore"]]) {
      const { code, stderr } = await execute(folder, ...args);
      assert.notEqual(code, 0, stderr);
      assert.match(await folder.read(LATER), /test -e never/, stderr);
    }
    assert.equal((await execute(folder)).code, what.startsWith("stages") ? 3 : 1);
    const held = await folder.git("log", "--format=%s", "-S", "<automated>true", "--", LATER);
    assert.equal(held, what.startsWith("commits") ? "mine" : "", "wf's commits do not contain it");
  });
}

Deno.test("a hook that commits all changes may add documents of the user, also with other ends of lines", async () => {
  const task = { name: "Do it", script: "echo a > a.txt" };
  await using folder = await repository({
    ...smallProject({ mode: "yolo", parallelization: { enabled: false } }),
    [FIRST]: planText({ plan: "01", files: ["a.txt"], tasks: [task] }),
    ".planning/old.md": "old\n",
  });
  await folder.git("config", "core.autocrlf", "true");
  await folder.write({ ".planning/PROJECT.md": "# Mine\r\n" });
  await Deno.remove(`${folder.path}/.planning/old.md`);
  await folder.hook("pre-commit", "git add --all");
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "");
  assert.equal(await folder.git("show", "HEAD:.planning/PROJECT.md"), "# Mine");
});

Deno.test("documents that a hook formats with a task's commit can be kept, and committed", async () => {
  const task = { name: "Do it", script: "echo a > a.txt" };
  await using folder = await repository({
    ...smallProject({ mode: "yolo", parallelization: { enabled: false } }),
    [FIRST]: planText({ plan: "01", files: ["a.txt"], tasks: [task] }),
  });
  await folder.hook("pre-commit", "sed -i '1s/^# Road/#  Road/' .planning/ROADMAP.md; git add --update");
  const refused = await execute(folder);
  assert.notEqual(refused.code, 0, refused.stderr);
  assert.match(refused.stderr, /A hook added \.planning\/ROADMAP\.md to the commit/);
  const kept = await execute(folder, "--answer", "planning=keep", "--answer", "01-01/1/script=commit");
  assert.match(kept.stderr, /Commit the documents: /);
  await folder.git("commit", "--quiet", "--message=format", "--", ".planning");
  const { code, stderr } = await execute(folder, "--answer", "01-01/1/script=commit");
  assert.equal(code, 0, stderr);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a plan that a hook changes with the commit of documents is restored also after a checkpoint", async () => {
  await using folder = await weakening(
    "pre-commit",
    "git diff --cached --name-only -- '*SUMMARY.md'",
    WEAKEN_LATER,
  );
  const plan = await folder.read(FIRST);
  const checkpoint = `<task type="checkpoint:human-action" gate="blocking"><name>Sign up</name>
<action>Sign up</action><instructions>Sign up</instructions></task>\n</tasks>`;
  await folder.write({ [FIRST]: plan.replace("</tasks>", checkpoint) });
  await folder.git("commit", "--quiet", "--all", "--message=checkpoint");
  const asks = await execute(folder);
  assert.equal(asks.code, 3, asks.stderr);
  const { code, stderr } = await execute(folder, "--answer", "01-01/2=done");
  assert.notEqual(code, 0, stderr);
  assert.match(stderr, /Documents changed during plan 01-01[^]*01-02-PLAN\.md/);
  assert.match(await folder.read(LATER), /test -e never/);
});

Deno.test("a hook that has documents formatted adds no plan to the commit of their format", async () => {
  const script = `if test -e .git/second; then ${WEAKEN_LATER}; git add ${LATER}
else touch .git/second; echo >> .planning/STATE.md; fi`;
  await using folder = await weakening("pre-commit", "git diff --cached --name-only -- .planning", script);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /Documents changed during task 01-01\/1[^]*01-02-PLAN\.md/);
  assert.match(await folder.read(LATER), /test -e never/);
  assert.equal(await folder.git("log", "--format=%s", "-S", "<automated>true", "--", LATER), "");
});

for (const place of ["info/grafts", "shallow"]) {
  Deno.test(`a plan that a hook stages is in no commit of wf also if ${place} hides the commit's parent`, async () => {
    const script = `${WEAKEN_LATER}; git add ${LATER}`;
    await using folder = await weakening("pre-commit", "git diff --cached --name-only -- a.txt", script);
    await folder.hook("post-commit", `git rev-parse HEAD > .git/${place}; rm .git/hooks/post-commit`);
    const { code, stderr } = await execute(folder);
    assert.notEqual(code, 0, stderr);
    assert.match(stderr, /A hook added .*01-02-PLAN\.md to the commit/);
    await Deno.remove(`${folder.path}/.git/${place}`).catch(() => {});
    assert.equal(await folder.git("log", "--format=%s", "-S", "<automated>true", "--", LATER), "");
  });
}

/** The changes that were put back, one line for each notice. */
function putBack(stderr: string): readonly string[] {
  return [...stderr.matchAll(/put back: (.*)\. What was written/g)].map(([, paths = ""]) => paths);
}

/** The files in the folder of copies. */
async function copies(folder: Folder): Promise<readonly string[]> {
  const kept = `${folder.path}/.git/wf/kept`;
  const { stdout } = await host.run({ argv: ["find", kept, "-type", "f"], cwd: folder.path });
  return stdout.trim().split("\n").map((path) => path.slice(kept.length).split("/").slice(3).join("/"))
    .sort();
}

const INSTALL = "printf '#!/bin/sh\\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push; git config x.y z";

Deno.test("an installation of hooks by each task is put back each time, and reported once", async () => {
  const tasks = [
    `${INSTALL}; echo a > a.txt`,
    `${INSTALL}; echo b > a.txt`,
    "git config x.y other; echo c > a.txt",
  ];
  await using folder = await repository({
    ...smallProject({ mode: "yolo", parallelization: { enabled: false } }),
    [FIRST]: planText({
      plan: "01",
      files: ["a.txt"],
      tasks: tasks.map((script) => ({ name: "Do it", script })),
    }),
  });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual(putBack(stderr), [".git/config, .git/hooks/pre-push", ".git/config"]);
  assert.equal(stderr.match(/make it yourself before the run/g)?.length, 1);
  assert.deepEqual(await copies(folder), [".git/config", ".git/config", ".git/hooks/pre-push"]);
  assert.equal(await folder.has(".git/hooks/pre-push"), false);
  assert.doesNotMatch(await folder.git("config", "--list"), /x\.y/);
});

Deno.test("a hook that writes next to itself runs once for each commit, and what it writes is reported once and kept", async () => {
  await using folder = await wide(() => ["01", "02"].map((plan) => onePlan(plan, `echo x > ${plan}.txt`)));
  await folder.hook(
    "pre-commit",
    `git diff --cached --name-only | tee -a "$(dirname "$0")/log" >> "$(dirname "$0")/../seen"`,
  );
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.deepEqual(putBack(stderr), [".git/hooks/log"]);
  const seen = (await folder.read(".git/seen")).split("\n");
  for (const file of ["01.txt", "02.txt"]) assert.equal(seen.filter((line) => line === file).length, 1);
  assert.equal(await folder.has(".git/hooks/log"), false);
  assert.ok((await copies(folder)).length > 1);
});
