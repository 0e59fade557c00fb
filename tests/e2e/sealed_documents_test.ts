/**
 * What a task does to plans and documents below `.planning/`: it is in no commit, and decides nothing.
 */
import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import { planText, smallProject, type TaskText } from "../support/plans.ts";
import { type Called, program, start, wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { isInstalled, Terminal } from "../support/terminal.ts";
import { homeIn, onePlan, wide } from "../support/wide.ts";
import { killAt } from "../support/progress.ts";

const PLANS = ".planning/phases/01-base";
const FIRST = `${PLANS}/01-01-PLAN.md`;
const SECOND = `${PLANS}/01-02-PLAN.md`;
const WEAKEN = `sed -i 's/test -e never/true/' ${FIRST}`;
const ACT = `<task type="checkpoint:human-action" gate="blocking"><name>Sign up</name>
<action>Sign up</action><instructions>Sign up</instructions><resume-signal>done</resume-signal></task>`;

function work(script: string, check = "true"): TaskText {
  return { name: "Do it", script, check };
}

async function project(tasks: readonly TaskText[], config: object = {}, files = ["a.txt"]): Promise<Folder> {
  const all = smallProject({ mode: "yolo", parallelization: { enabled: false }, ...config });
  delete all[`${PLANS}/01-02-PLAN.md`];
  return await repository({
    ...all,
    ".planning/REQUIREMENTS.md": "# Requirements\n",
    [FIRST]: planText({ plan: "01", files, tasks }),
  });
}

async function execute(folder: Folder, ...args: readonly string[]): Promise<Called> {
  return await wf(["execute-phase", "1", ...args], { cwd: folder.path, env: homeIn(folder) });
}

/** Paths below `.planning/` that commits of tasks hold. */
async function inTasks(folder: Folder): Promise<string> {
  return await folder.git("log", "--grep=^Wf-Task: ", "--format=", "--name-only", "--", ".planning");
}

Deno.test("a plan that a task rewrites is restored, and the user is asked about the change", async () => {
  await using folder = await project([work(`echo a > a.txt; ${WEAKEN}`), work("true", "test -e never")]);
  const before = await folder.read(FIRST);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /Documents changed during task 01-01\/1[^]*01-01-PLAN\.md/);
  assert.match(stderr, /^ {2}wf execute-phase 1 --answer planning=restore$/m);
  assert.equal(await folder.read(FIRST), before);
  assert.equal(await inTasks(folder), "");
  assert.equal((await execute(folder)).code, 3, "it is asked until it is answered");
  const restored = await execute(folder, "--answer", "planning=restore");
  assert.equal(restored.code, 1);
  assert.match(restored.stderr, /does not pass its check after 3 turns: test -e never/);
  assert.match(restored.stderr, /kept in .*\.git\/wf\/kept\//);
});

Deno.test("the user's own change to the plan is kept", async () => {
  await using folder = await project([work(`echo a > a.txt; ${WEAKEN}`), work("true", "test -e never")]);
  assert.equal((await execute(folder)).code, 3);
  const { code, stderr } = await execute(folder, "--answer", "planning=keep");
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(await folder.read(FIRST), /never/);
});

Deno.test("an answer given at the start counts during the task", async () => {
  await using folder = await project([work(`echo a > a.txt; echo more >> .planning/REQUIREMENTS.md`)]);
  const { code, stderr } = await execute(folder, "--answer", "planning=restore");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Changed during task 01-01\/1, .* put back: \.planning\/REQUIREMENTS\.md/);
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a document is restored to the user's uncommitted version", async () => {
  await using folder = await project([work("echo a > a.txt; echo theirs > .planning/REQUIREMENTS.md")]);
  await folder.write({ ".planning/REQUIREMENTS.md": "mine\n" });
  assert.equal((await execute(folder, "--answer", "planning=restore")).code, 0);
  assert.equal(await folder.read(".planning/REQUIREMENTS.md"), "mine\n");
});

for (const parallel of [false, true]) {
  Deno.test(`summaries that a task writes complete no plan: ${parallel ? "worktrees" : "in place"}`, async () => {
    const forge = ["01", "02", "03"].map((plan) => `echo x > ${PLANS}/01-${plan}-SUMMARY.md`).join("; ");
    await using folder = await wide(() => [
      { plan: "01", files: ["01.txt"], tasks: [work(`echo 1 > 01.txt; ${forge}`), ACT] },
      onePlan("02", `echo 2 > 02.txt; ${forge}`),
      { ...onePlan("03", "echo 3 > 03.txt"), wave: 2, dependsOn: ["01-01", "01-02"] },
    ], { parallelization: { enabled: parallel } });
    const waiting = await execute(folder);
    assert.equal(waiting.code, 3, waiting.stderr);
    assert.match(waiting.stderr, /--answer 01-01\/2=done/);
    const status = await wf(["status", "--json"], { cwd: folder.path, env: homeIn(folder) });
    const states = JSON.parse(status.stdout).phases[0].plans.map(
      ({ id, state }: { id: string; state: string }) => {
        return `${id} ${state}`;
      },
    );
    assert.deepEqual(
      states,
      ["01-01 in-progress", `01-02 ${parallel ? "complete" : "not-started"}`, "01-03 not-started"],
    );
    // By then the first of the summaries is there, and a task may not change it.
    const answers = ["01-01/2=done", ...parallel ? [] : ["planning=restore"]];
    const { code, stderr } = await execute(folder, ...answers.flatMap((answer) => ["--answer", answer]));
    assert.equal(code, 0, stderr);
    assert.equal(await folder.read("03.txt"), "3\n");
    assert.equal(await inTasks(folder), "");
    assert.doesNotMatch(await folder.read(`${PLANS}/01-03-SUMMARY.md`), /^x$/m);
  });
}

Deno.test("in a worktree a plan that a task rewrites is restored, and the turn fails", async () => {
  await using folder = await wide(() => [
    onePlan("01", `echo 1 > 01.txt; echo more >> ${PLANS}/01-02-PLAN.md`),
    onePlan("02", "echo 2 > 02.txt; echo more >> .planning/ROADMAP.md"),
  ]);
  const before = await folder.git("rev-parse", `HEAD:${PLANS}`);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /Task 01-01\/1 changed \.planning\/.*01-02-PLAN\.md, and no task may change plans/);
  assert.match(stderr, /Changed during task 01-02\/1, .* put back: \.planning\/ROADMAP\.md\. .* kept in /);
  assert.equal(await inTasks(folder), "");
  assert.equal(
    await folder.git("rev-parse", `HEAD:${FIRST}`),
    await folder.git("rev-parse", `main~1:${FIRST}`),
  );
  assert.notEqual(before, "");
});

Deno.test("commits of an agent contain no documents", async () => {
  const script = `echo a > a.txt; ${WEAKEN}; git add -A; git commit -qm mine`;
  await using folder = await project([work(script), work("true", "test -e never")]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.equal(await inTasks(folder), "");
  assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD"), "a.txt");
  assert.equal(await folder.git("status", "--porcelain"), "");
});

Deno.test("a declared document is committed, and a new undeclared one is kept", async () => {
  const api = ".planning/docs/api.md";
  const script = `mkdir -p .planning/docs; echo api > ${api}; echo note > .planning/notes.md`;
  await using folder = await project([work(script)], {}, [api]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.equal(await inTasks(folder), api);
  assert.match(stderr, /\.planning\/notes\.md is new since task 01-01\/1 began; .* not committed/);
  assert.equal(await folder.git("status", "--porcelain"), "?? .planning/notes.md");
});

Deno.test("the link by which an editor locks a document of the user stays, without a word", async () => {
  await using folder = await project([work("echo a > a.txt; ln -s user@machine.1:2 .planning/.#STATE.md")]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /#STATE/);
  assert.equal(await Deno.readLink(`${folder.path}/.planning/.#STATE.md`), "user@machine.1:2");
  assert.equal(await folder.git("log", "--format=%h", "--", ".planning/.#STATE.md"), "");
});

Deno.test("rules of git for documents are restored, and a folder whose name differs in case is not committed", async () => {
  const script = "echo a > a.txt; echo '*' > .planning/.gitignore; mkdir .Planning; echo x > .Planning/x.md";
  await using folder = await project([work(script)]);
  const { code, stderr } = await execute(folder, "--answer", "planning=restore");
  assert.equal(code, 0, stderr);
  assert.match(stderr, /put back: \.planning\/\.gitignore\./);
  assert.equal(await folder.git("log", "--format=%h", "--", ".Planning"), "");
});

Deno.test("a plan rewritten by a killed task leads to a question", async () => {
  await using folder = await project([
    work(`test -e .git/again || { ${WEAKEN}; touch .git/begun; sleep 20; }; echo a > a.txt`),
    work("true", "test -e never"),
  ]);
  const run = start(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  await killAt(folder, ".git/begun", run);
  await folder.write({ ".git/again": "" });
  const weakened = await folder.read(FIRST);
  assert.equal((await execute(folder)).code, 3);
  assert.equal(await folder.read(FIRST), weakened, "the author of the change is not known yet");
  const { code, stderr } = await execute(folder, "--answer", "planning=restore");
  assert.equal(code, 1);
  assert.match(stderr, /does not pass its check/);
});

Deno.test("a plan rewritten by a killed task leads to a question also if the record of the documents is lost", async () => {
  await using folder = await project([
    work(
      `test -e .git/again || { ${WEAKEN}; rm .git/wf/seals/*; touch .git/begun; sleep 20; }; echo a > a.txt`,
    ),
    work("true", "test -e never"),
  ]);
  const run = start(["execute-phase", "1"], { cwd: folder.path, env: homeIn(folder) });
  await killAt(folder, ".git/begun", run);
  await folder.write({ ".git/again": "" });
  const asked = await execute(folder);
  assert.equal(asked.code, 3, asked.stderr);
  assert.match(asked.stderr, /record of the documents before task 01-01\/1 is lost, so .* last commit/);
  assert.match(asked.stderr, /Documents changed during task 01-01\/1[^]*01-01-PLAN\.md/);
  const { code, stderr } = await execute(folder, "--answer", "planning=restore");
  assert.equal(code, 1);
  assert.match(stderr, /does not pass its check/);
});

Deno.test("a plan that changes while a host works is asked about also if the record of the documents is lost", async () => {
  await using folder = await project([work("echo a > a.txt"), work("echo b > b.txt")]);
  const call = async (...args: readonly string[]): Promise<Instruction> =>
    JSON.parse((await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) })).stdout);
  const first = await call("next", "execute-phase", "1");
  assert.ok(first.kind === "task");
  const before = await folder.read(FIRST);
  await folder.write({ "a.txt": "a\n", [FIRST]: before.replace("echo b", "echo c") });
  await Deno.remove(`${folder.path}/.git/wf/seals`, { recursive: true });
  const asked = await call("report", first.task.token, "done");
  assert.equal(asked.kind, "ask", JSON.stringify(asked));
  assert.match(JSON.stringify(asked), /record of the documents before task 01-01\/1 is lost/);
  assert.equal(await folder.read(FIRST), before);
});

Deno.test("a plan that changes while a host works on a task is asked about with the host's report", async () => {
  await using folder = await project([work("echo a > a.txt"), work("echo b > b.txt")]);
  const call = async (...args: readonly string[]): Promise<Instruction> => {
    const { stdout, stderr } = await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) });
    assert.notEqual(stdout, "", stderr);
    return JSON.parse(stdout);
  };
  const follow = (command: string) =>
    call(...command.replaceAll("'", "").split(" ").slice(1).filter((word) => word !== "--json"));
  const first = await call("next", "execute-phase", "1");
  assert.equal(first.kind, "task");
  const before = await folder.read(FIRST);
  await folder.write({ "a.txt": "a\n", [FIRST]: before.replace("echo b", "echo c") });
  const asked = await follow((first as Extract<Instruction, { kind: "task" }>).task.done);
  assert.equal(asked.kind, "ask", JSON.stringify(asked));
  assert.equal(await folder.read(FIRST), before);
  const keep = (asked as Extract<Instruction, { kind: "ask" }>).answers.find(({ value }) =>
    value === "keep"
  )!;
  const second = await follow(keep.command);
  assert.equal(second.kind, "task");
  assert.match(JSON.stringify(second), /echo c/);
  assert.equal(await inTasks(folder), "");
});

Deno.test("changes of several turns of a task are asked about together", async () => {
  const script = `n=$(cat .git/turns 2>/dev/null || echo 0); echo $((n + 1)) > .git/turns
echo $n >> a.txt
if test $n = 0; then echo more >> .planning/REQUIREMENTS.md; else ${WEAKEN}; fi`;
  await using folder = await project([
    { name: "Do it", script, check: "test $(cat .git/turns) = 2" },
    work("true", "test -e never"),
  ]);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 3, stderr);
  assert.match(stderr, /REQUIREMENTS\.md\n {6}\.planning\/phases\/01-base\/01-01-PLAN\.md\n/);
  assert.equal(await folder.git("status", "--porcelain"), "");
  const kept = await execute(folder, "--answer", "planning=keep");
  assert.equal(kept.code, 0, kept.stderr);
  assert.match(await folder.read(".planning/REQUIREMENTS.md"), /^more$/m);
});

/** A project of which the first plan's task does something to the second plan's file in the user's own tree. */
async function reaching(script: (file: string) => string): Promise<Folder> {
  return await wide((shared) => {
    const file = `${shared.replace(/\/\.git$/, "")}/${SECOND}`;
    return [
      onePlan("01", `echo 1 > 01.txt; ${script(file)}`),
      { plan: "02", files: ["02.txt"], tasks: [work("sleep 0.5; true", "test -e never")] },
    ];
  });
}

const REACHES: readonly (readonly [what: string, script: (file: string) => string])[] = [
  ["rewrites", (file) => `sed -i 's/test -e never/true/' ${file}`],
  ["removes", (file) => `rm ${file}`],
];

for (const [what, script] of REACHES) {
  Deno.test(`a task in a worktree that ${what} another plan in the user's own tree: it is restored and asked about`, async () => {
    await using folder = await reaching(script);
    const before = await folder.read(SECOND);
    const { code, stderr } = await execute(folder);
    assert.equal(await folder.read(SECOND), before, stderr);
    assert.notEqual(code, 0);
    assert.match(stderr, /Documents changed during task 01-0[12]\/1[^]*01-02-PLAN\.md/);
    const asked = await execute(folder);
    assert.equal(asked.code, 3, asked.stderr);
    assert.match(asked.stderr, /Documents changed during task 01-0[12]\/1[^]*01-02-PLAN\.md/);
    assert.match(asked.stderr, /^ {2}wf execute-phase 1 --answer planning=restore$/m);
    const restored = await execute(folder, "--answer", "planning=restore");
    assert.equal(restored.code, 1, restored.stderr);
    assert.match(restored.stderr, /does not pass its check after 3 turns: test -e never/);
    assert.equal(await folder.git("log", "--format=%h", "HEAD~1..", "--", SECOND), "");
    assert.equal(await folder.git("status", "--porcelain", "--", PLANS), "");
  });
}

Deno.test("a task in a worktree cannot change a plan of a later wave", async () => {
  await using folder = await wide((shared) => [
    onePlan("01", `echo 1 > 01.txt; sed -i s/never/01.txt/ ${shared}/../${PLANS}/01-03-PLAN.md`),
    onePlan("02", "echo 2 > 02.txt"),
    { plan: "03", wave: 2, dependsOn: ["01-01", "01-02"], tasks: [work("true", "test -e never")] },
  ]);
  const waiting = await execute(folder);
  assert.equal(waiting.code, 3, waiting.stderr);
  assert.match(waiting.stderr, /--answer planning=keep/);
  const { code, stderr } = await execute(folder, "--answer", "planning=restore");
  assert.equal(code, 1, stderr);
  assert.match(stderr, /does not pass its check after 3 turns: test -e never/);
});

Deno.test("the user's change to a plan while tasks run in worktrees is kept", async () => {
  await using folder = await reaching((file) => `sed -i 's/test -e never/true/' ${file}`);
  await execute(folder);
  const { code, stderr } = await execute(folder, "--answer", "planning=keep");
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(await folder.read(SECOND), /never/);
});

Deno.test("a plan that a host changes from a worktree is asked about before it is read", async () => {
  await using folder = await reaching(() => "true");
  const call = async (...args: readonly string[]): Promise<Instruction> => {
    const { stdout, stderr } = await wf([...args, "--json"], { cwd: folder.path, env: homeIn(folder) });
    assert.notEqual(stdout, "", stderr);
    return JSON.parse(stdout);
  };
  const next = ["next", "execute-phase", "1", "--parallel"];
  const first = await call(...next);
  assert.ok(first.kind === "task" && first.beside.length === 1, JSON.stringify(first));
  const before = await folder.read(SECOND);
  await Deno.writeTextFile(`${first.task.directory}/01.txt`, "1\n");
  await folder.write({ [SECOND]: before.replace("test -e never", "true") });
  const asked = await call("report", first.task.token, "done");
  assert.equal(asked.kind, "ask", JSON.stringify(asked));
  assert.equal(await folder.read(SECOND), before);
  assert.equal((await call(...next)).kind, "ask", "it is asked until it is answered");
  const again = await call(...next, "--answer", "planning=restore");
  assert.ok(again.kind === "task", JSON.stringify(again));
  const own = [again.task, ...again.beside].find(({ plan }) => plan === "01-01");
  const report = await call("report", own!.token, "done");
  assert.match(JSON.stringify(report), /Committed/);
  assert.equal(await folder.read(SECOND), before);
});

Deno.test("a committed plan that is missing from the working tree stops the phase", async () => {
  await using folder = await wide(() => [onePlan("01", "echo 1 > 01.txt"), onePlan("02", "echo 2 > 02.txt")]);
  await Deno.remove(`${folder.path}/${SECOND}`);
  const { code, stderr } = await execute(folder);
  assert.equal(code, 2, stderr);
  assert.match(stderr, /The last commit holds .*01-02-PLAN\.md, and the working tree does not/);
  assert.equal((await folder.subjects()).length, 2);
  const hint = /git restore --staged --worktree -- \S+?(?=\.|$)/m.exec(stderr);
  assert.notEqual(hint, null, stderr);
  await folder.git("restore", "--staged", "--worktree", "--", `:/${SECOND}`);
  assert.equal((await execute(folder)).code, 0);
});

Deno.test("a renamed plan is not missing, and an uncommitted change to a plan is reported", async () => {
  await using folder = await wide(() => [onePlan("01", "echo 1 > 01.txt"), onePlan("02", "echo 2 > 02.txt")]);
  await Deno.rename(`${folder.path}/${SECOND}`, `${folder.path}/${PLANS}/01-02-setup-PLAN.md`);
  await folder.write({ [FIRST]: `${await folder.read(FIRST)}\n` });
  const { code, stderr } = await execute(folder);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /01-01-PLAN\.md is changed and not committed/);
});

Deno.test({
  name: "after a plan whose documents were left to commit, the user may change the next one at its gate",
  ignore: !isInstalled("script", "--version"),
  fn: async () => {
    const config = { mode: "interactive", gates: { confirm_plan: false } };
    await using folder = await project([work("echo a > a.txt")], config);
    await folder.write({
      [FIRST]: (await folder.read(FIRST)).replace("</tasks>", `${ACT}\n</tasks>`),
      [SECOND]: planText({ plan: "02", wave: 2, files: ["b.txt"], tasks: [work("echo b > b.txt")] }),
    });
    await folder.git("add", "--all");
    await folder.git("commit", "--quiet", "--message=plans");
    const asks = await execute(folder);
    assert.equal(asks.code, 3, asks.stderr);
    const [command, first] = program();
    const line = [command, ...first, "execute-phase", "1", "--answer", "01-01/2=done"];
    await using terminal = new Terminal({
      command: `sh -c "${line.map((word) => `'${word}'`).join(" ")}; echo ended with \\$?"`,
      cwd: folder.path,
      env: homeIn(folder),
    });
    await terminal.until("the gate", (shown) => /Continue with plan 01-02[^]*Enter:.* confirm/.test(shown));
    await folder.write({ [SECOND]: `${await folder.read(SECOND)}\nMine.\n` });
    await terminal.type("\x1b[B\r");
    await terminal.until(
      "the end",
      (shown) => /ended with \d/.test(shown) || shown.includes("Documents changed"),
    );
    await terminal.until("no question about it", (shown) => !shown.includes("Documents changed"));
    assert.match(await folder.read(SECOND), /Mine\./);
    assert.equal(await folder.read("b.txt"), "b\n");
  },
});
