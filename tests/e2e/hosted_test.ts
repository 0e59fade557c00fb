import assert from "node:assert/strict";
import type { Instruction } from "../../schemas/instruction.ts";
import { shellBlocks } from "../../lib/apply/agent/shell/blocks.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { call, follow } from "../support/hosting.ts";
import { wf } from "../support/program.ts";
import { type Folder, host, repository } from "../support/repository.ts";
import { fromRoot } from "../support/root.ts";
import { homeIn, leftovers, onePlan, wide } from "../support/wide.ts";

interface Hosting {
  readonly parallel?: boolean;
  /** Called before each step; what it does must not matter. */
  readonly disturb?: (folder: Folder, instruction: Instruction) => Promise<void>;
  readonly answer?: string;
  /** True when the host has lost its state by then, and asks again. */
  readonly forgets?: boolean;
}

/** Drives a run to its end as a host that runs the sh blocks of the prompts. */
async function hostRun(
  folder: Folder,
  { parallel, disturb, answer, forgets }: Hosting = {},
): Promise<Instruction> {
  const next = ["next", "execute-phase", "1", ...parallel ? ["--parallel"] : []];
  let instruction = await call(folder, ...next);
  for (let steps = 0; steps < 60; steps++) {
    await disturb?.(folder, instruction);
    if (forgets) instruction = await call(folder, ...next);
    if (instruction.kind === "ask") {
      instruction = await follow(folder, instruction.answers.find(({ value }) => value === answer)!.command);
    } else if (instruction.kind === "task") {
      const { prompt, directory, done, attempt } = instruction.task;
      const [block] = shellBlocks(prompt);
      const env = { WF_ATTEMPT: String(attempt) };
      await host.run({ argv: ["sh", "-e", "-c", block!.script], cwd: directory, env });
      instruction = await follow(folder, done);
    } else return instruction;
  }
  throw new Error("it does not end");
}

/**
 * Every commit with its subject, trailers and tree, as what it changes since the first. Times, and hashes
 * that hang on times, are masked.
 */
async function history(folder: Folder): Promise<string> {
  const format = "--format=commit %s%n%(trailers)";
  const log = await folder.git("log", "--patch", "--no-renames", "--unified=0", format, "HEAD");
  return log.replace(/^index .*\n/gm, "").replace(/\b[0-9a-f]{7,40}\b/g, "<hash>")
    .replace(/\b\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?)?/g, "<time>").replace(/^(\+duration): .*$/gm, "$1");
}

const WIDE = () => [
  { plan: "01", files: ["a.txt", "b.txt"], tasks: [writes("a.txt"), writes("b.txt")] },
  onePlan("02", "echo 02 > 02.txt"),
  { ...onePlan("03", "cat a.txt 02.txt > 03.txt"), wave: 2, dependsOn: ["01-01", "01-02"] },
];

for (const parallel of [false, true]) {
  const how = parallel ? "several tasks at a time" : "one task after the other";
  Deno.test(`a hosted run has the same commits as a run of its own: ${how}`, async () => {
    await using own = await wide(WIDE);
    const { code, stderr } = await wf(["execute-phase", "1"], { cwd: own.path, env: homeIn(own) });
    assert.equal(code, 0, stderr);
    await using hosted = await wide(WIDE);
    const end = await hostRun(hosted, { parallel });
    assert.equal(end.kind, "done", JSON.stringify(end));
    assert.equal(await history(hosted), await history(own));
    assert.equal(await hosted.git("rev-parse", "HEAD:a.txt"), await own.git("rev-parse", "HEAD:a.txt"));
    assert.equal(await hosted.git("status", "--porcelain"), "");
    assert.deepEqual(await leftovers(hosted), []);
    assert.equal(await hosted.has(".git/wf/hosted.json"), false);
  });
}

Deno.test("with --parallel a host gets concurrent tasks and their folders, and again if it asks without", async () => {
  await using folder = await wide(WIDE);
  const first = await call(folder, "next", "execute-phase", "1", "--parallel");
  assert.ok(first.kind === "task");
  assert.deepEqual([first.task.token, ...first.beside.map(({ token }) => token)], ["01-01/1#1", "01-02/1#1"]);
  assert.notEqual(first.task.directory, first.beside[0]!.directory);
  const again = await call(folder, "next", "execute-phase", "1");
  assert.deepEqual(again.kind === "task" && again.beside, first.beside);
});

Deno.test("agents of a host can report at the same time", async () => {
  await using folder = await wide(WIDE);
  const first = await call(folder, "next", "execute-phase", "1", "--parallel");
  assert.ok(first.kind === "task");
  const tasks = [first.task, ...first.beside];
  for (const { directory, prompt } of tasks) {
    await host.run({ argv: ["sh", "-e", "-c", shellBlocks(prompt)[0]!.script], cwd: directory });
  }
  const options = { cwd: folder.path, env: homeIn(folder), process: true };
  const reports = await Promise.all(
    tasks.map(({ token }) => wf(["report", token, "done", "--json"], options)),
  );
  const notes = reports.flatMap(({ code, stdout, stderr }) => {
    assert.equal(code, 0, stderr);
    return (JSON.parse(stdout) as Instruction).notes;
  });
  assert.ok(notes.filter((note) => /^Committed \w+ feat/.test(note)).length === 2, notes.join("\n"));
  const end = await hostRun(folder, { parallel: true });
  assert.equal(end.kind, "done", JSON.stringify(end));
  await using own = await wide(WIDE);
  await wf(["execute-phase", "1"], { cwd: own.path, env: homeIn(own) });
  assert.equal(await history(folder), await history(own));
});

Deno.test("a concurrent plan keeps its attempts and the output of its check, and stops at the limit while the others end", async () => {
  const failing = { name: "Add a.txt", files: "a.txt", script: "true", check: "echo no apples; false" };
  await using folder = await wide(() => [
    { plan: "01", files: ["a.txt"], tasks: [failing] },
    { plan: "02", files: ["b.txt"], tasks: [writes("b.txt")] },
  ]);
  const first = await call(folder, "next", "execute-phase", "1", "--parallel");
  assert.ok(first.kind === "task" && first.beside.length === 1);
  const other = first.beside[0]!;
  const failed = await follow(folder, first.task.done);
  assert.ok(failed.kind === "task", JSON.stringify(failed));
  assert.equal(failed.task.token, "01-01/1#2");
  assert.match(failed.task.prompt, /no apples/);
  await Deno.writeTextFile(`${other.directory}/b.txt`, "b.txt\n");
  const again = await follow(folder, other.done);
  assert.deepEqual(again.kind === "task" && again.task, failed.task);
  const last = await follow(folder, failed.task.done);
  assert.ok(last.kind === "task", JSON.stringify(last));
  const end = await follow(folder, last.task.done);
  assert.ok(end.kind === "stopped", JSON.stringify(end));
  assert.match(end.text, /01-01\/1[^]*no apples/);
  assert.match((await folder.subjects("wf/work/01-02")).join("\n"), /feat\(01-02\)/);
});

Deno.test("asking twice, reporting twice and unexpected reports change nothing", async () => {
  await using folder = await repository(smallProject());
  const report = (token: string) => ["report", token, "done"];
  const disturbances: readonly (readonly [call: readonly string[], note: RegExp])[] = [
    [["next", "execute-phase", "1"], /^$/],
    [report("01-01/1#1"), /No report was expected for 01-01\/1#1,/],
    [report("01-02/1#2"), /No report was expected for 01-02\/1#2,/],
    [report("01-02/9#1"), /No report was expected for 01-02\/9#1,/],
  ];
  let step = 0;
  const disturb = async (folder: Folder, instruction: Instruction) => {
    if (instruction.kind !== "task") return;
    const { directory, name } = instruction.task;
    await Deno.writeTextFile(`${directory}/${name.replace("Add ", "")}`, "half done, and forgotten");
    const [args, note] = disturbances[step++]!;
    const again = await call(folder, ...args);
    assert.deepEqual(again.kind === "task" && again.task, instruction.task);
    assert.match(again.notes.join("\n"), note);
  };
  const end = await hostRun(folder, { disturb });
  assert.equal(end.kind, "done");
  assert.equal(step, disturbances.length);
  await using own = await repository(smallProject());
  await wf(["execute-phase", "1"], { cwd: own.path });
  assert.equal(await history(folder), await history(own));
  const { code, stderr } = await wf(["report", "01-01/1#1", "done", "--json"], { cwd: folder.path });
  assert.equal(code, 2);
  assert.match(stderr, /No report of .* is expected/);
});

/** Number of kills of a host and its calls during a run. `deno task soak` sets more. */
const RUNS = Math.ceil(Number(Deno.env.get("WF_KILLS") ?? 2) / 2);

Deno.test("a host has the same history after kills before any effect of its calls", async () => {
  const program = fromRoot("tests/support/mortal_program.ts");
  await using own = await wide(WIDE);
  await wf(["execute-phase", "1"], { cwd: own.path, env: homeIn(own) });
  const expected = await history(own);
  for (let run = 0; run < RUNS; run++) {
    const parallel = run % 2 === 0;
    await using hosted = await wide(WIDE);
    let calls = 0;
    let deaths = 0;
    const disturb = async (folder: Folder, instruction: Instruction) => {
      if (instruction.kind !== "task") return;
      // Each call reads first, and its first effects are alike: the later ones differ.
      const env = { ...homeIn(folder), WF_DIE_AT: String(20 + (run * 7 + calls++ * 23) % 60) };
      const { prompt, directory, token } = instruction.task;
      await host.run({ argv: ["sh", "-e", "-c", shellBlocks(prompt)[0]!.script], cwd: directory });
      const { code, stderr } = await wf(["report", token, "done", "--json"], {
        cwd: folder.path,
        env,
        program,
      });
      assert.ok(code === 137 || code === 0, `run ${run}: ${code} ${stderr}`);
      if (code === 137) deaths++;
    };
    const end = await hostRun(hosted, { parallel, disturb, forgets: true });
    assert.equal(end.kind, "done", JSON.stringify(end));
    assert.ok(deaths > 0);
    assert.equal(await history(hosted), expected, `run ${run}`);
    assert.equal(await hosted.git("status", "--porcelain"), "");
    assert.deepEqual(await leftovers(hosted), []);
  }
});

Deno.test("a failing check goes back to the host as another turn with its output", async () => {
  const task = {
    name: "Try",
    files: "a.txt",
    script: 'echo "$WF_ATTEMPT" > a.txt',
    check: "grep -q 2 a.txt || { echo not two; exit 1; }",
  };
  await using folder = await repository(smallProject());
  await folder.write({ ".planning/phases/01-base/01-01-PLAN.md": planText({ plan: "01", tasks: [task] }) });
  await folder.git("commit", "--quiet", "--all", "--message=plan");
  await call(folder, "next", "execute-phase", "1");
  await folder.write({ "a.txt": "1\n" });
  const mend = await call(folder, "report", "01-01/1#1", "done");
  assert.ok(mend.kind === "task");
  assert.equal(mend.task.token, "01-01/1#2");
  assert.match(mend.task.prompt, /not two/);
  await folder.write({ "a.txt": "2\n" });
  const { notes } = await call(folder, "report", "01-01/1#2", "done");
  assert.doesNotMatch(notes.join("\n"), /No report was expected|not touched/);
  assert.match((await folder.subjects()).at(-1)!, /^docs\(01-01\)|^feat\(01-01\): try/);
  assert.equal(await folder.git("show", "HEAD~1:a.txt").catch(() => folder.git("show", "HEAD:a.txt")), "2");
});

Deno.test("a host executes one plan and not the others, also if it loses its state", async () => {
  await using folder = await repository(smallProject());
  const next = ["next", "execute-phase", "1", "--plan", "01-01"];
  const run = async (task: Instruction): Promise<Instruction> => {
    if (task.kind !== "task") return task;
    assert.equal(task.task.token.split("/")[0], "01-01");
    await folder.write({ [task.task.token.startsWith("01-01/1") ? "a.txt" : "b.txt"]: "x\n" });
    await follow(folder, task.task.done);
    return await run(await call(folder, ...next));
  };
  assert.equal((await run(await call(folder, ...next))).kind, "done");
  const whole = await call(folder, "next", "execute-phase", "1");
  assert.ok(whole.kind === "task");
  assert.equal(whole.task.token, "01-02/1#1");
});

Deno.test("a question is data with the command for each answer", async () => {
  const config = { mode: "interactive", gates: { execute_next_plan: false } };
  await using folder = await repository(smallProject(config));
  const ask = await call(folder, "next", "execute-phase", "1");
  assert.ok(ask.kind === "ask");
  assert.deepEqual(ask.answers.map(({ value }) => value), ["yes", "yes to all", "no"]);
  assert.equal(ask.answers[0]!.command, "wf next execute-phase 1 --json --answer 01-01/confirm_plan=yes");
  const all = await follow(folder, ask.answers[1]!.command);
  assert.ok(all.kind === "task", JSON.stringify(all));
  const asked: string[] = [];
  const disturb = (_: Folder, { kind }: Instruction) => Promise.resolve(void asked.push(kind));
  assert.equal((await hostRun(folder, { disturb })).kind, "done");
  assert.ok(!asked.includes("ask"), asked.join());
});

Deno.test("a host is asked again about an action whose check fails, with the output, and the answer reaches its next task", async () => {
  const action = `<task type="checkpoint:human-action"><name>Get a key</name><action>Sign up</action>
<verification><automated>test -f .git/key || { echo "no key yet"; exit 1; }</automated></verification>
<resume-signal>Type "key is there"</resume-signal></task>`;
  await using folder = await repository(smallProject());
  const plan = planText({
    plan: "01",
    autonomous: false,
    tasks: [action, { name: "Use it", script: "true" }],
  });
  await folder.write({ ".planning/phases/01-base/01-01-PLAN.md": plan });
  await folder.git("commit", "--quiet", "--all", "--message=plan");
  const ask = await call(folder, "next", "execute-phase", "1");
  assert.ok(ask.kind === "ask");
  assert.match(ask.question.details, /Checked after your answer with:\n {2}test -f/);
  const again = await follow(folder, ask.answers[0]!.command);
  assert.ok(again.kind === "ask");
  assert.match(again.question.details, /The check failed: .*\n {2}no key yet$/);
  await folder.write({ ".git/key": "" });
  const next = await follow(folder, again.answers[0]!.command);
  assert.ok(next.kind === "task", JSON.stringify(next));
  assert.match(next.task.prompt, /^- Task 1, get a key: key is there$/m);
});

Deno.test("a host that confirms every gate is never asked about one", async () => {
  const plans = () => [onePlan("01", "true"), { ...onePlan("02", "true"), wave: 2, dependsOn: ["01-01"] }];
  await using folder = await wide(plans, { mode: "interactive" });
  const first = await call(folder, "next", "execute-phase", "1", "--yes");
  assert.ok(first.kind === "task");
  const second = await follow(folder, first.task.done);
  assert.ok(second.kind === "task", JSON.stringify(second));
  assert.equal(second.task.token, "01-02/1#1");
});

for (const [result, id] of [["blocked", "blocked"], ["needs-person", "person"]] as const) {
  Deno.test(`a task reported as ${result} is a question to the user, and the answer reaches its next turn`, async () => {
    await using folder = await repository(smallProject());
    const first = await call(folder, "next", "execute-phase", "1");
    assert.ok(first.kind === "task");
    const ask = await call(folder, "report", first.task.token, result, "which region?");
    assert.ok(ask.kind === "ask", JSON.stringify(ask));
    assert.equal(ask.question.id, `01-01/1/${id}`);
    assert.match(ask.question.title, /which region\?$/);
    const next = await follow(folder, `${ask.own}eu-west-1`);
    assert.ok(next.kind === "task", JSON.stringify(next));
    assert.equal(next.task.name, first.task.name);
    assert.match(next.task.prompt, /which region\?[^]*eu-west-1/);
    assert.equal((await hostRun(folder)).kind, "done");
  });
}

Deno.test("a task that the host cannot do stops with the reason, and its work is continued", async () => {
  await using folder = await repository(smallProject());
  await call(folder, "next", "execute-phase", "1");
  await folder.write({ "a.txt": "half" });
  const stopped = await call(folder, "report", "01-01/1#1", "failed", "no idea; rm -rf $(x)");
  assert.ok(stopped.kind === "stopped");
  assert.match(stopped.text, /no idea; rm -rf \$\(x\)/);
  assert.equal((await hostRun(folder)).kind, "done");
});

Deno.test("a run in the terminal takes over from a host, and stashes its unfinished work", async () => {
  await using folder = await repository(smallProject());
  await call(folder, "next", "execute-phase", "1");
  await folder.write({ "half.txt": "half" });
  const asked = await wf(["execute-phase", "1"], { cwd: folder.path });
  assert.equal(asked.code, 3, asked.stderr);
  assert.match(asked.stderr, /An earlier run was interrupted \(execute-phase 1, an agent hosted it/);
  assert.match(asked.stderr, /^ {2}wf execute-phase 1 --answer 01-01\/1\/changes=task$/m);
  const answer = ["--answer", "01-01/1/changes=task"];
  const { code, stderr } = await wf(["execute-phase", "1", ...answer], { cwd: folder.path });
  assert.equal(code, 0, stderr);
  assert.match(await folder.git("stash", "list"), /wf: left by task 01-01\/1/);
});

Deno.test("a run in the terminal says whether the hosted one waited for an answer, or had stopped", async () => {
  const gates = { confirm_plan: false, execute_next_plan: false };
  await using waits = await repository(
    smallProject({ mode: "interactive", gates: { ...gates, confirm_plan: true } }),
  );
  await call(waits, "next", "execute-phase", "1");
  const answer = ["--answer", "01-01/confirm_plan=yes"];
  const waited = await wf(["execute-phase", "1", ...answer], { cwd: waits.path });
  assert.match(waited.stderr, /An earlier run waited for an answer \(execute-phase 1, an agent hosted it, /);
  await using stops = await repository(smallProject({ mode: "interactive", gates }));
  await call(stops, "next", "execute-phase", "1");
  await call(stops, "report", "01-01/1#1", "failed", "no idea");
  const stopped = await wf(["execute-phase", "1"], { cwd: stops.path });
  assert.match(stopped.stderr, /An earlier run had stopped \(execute-phase 1, an agent hosted it, /);
});

/** Extra actions of a host in the second of two tasks, and the notices about them. */
const MEDDLING: readonly (readonly [what: string, args: readonly string[], note: RegExp])[] = [
  ["commits on its own", ["commit", "-qm", "mine"], /the agent made its own commit/],
  [
    "amends the commit before",
    ["commit", "-q", "--amend", "-m", "mine"],
    /Commits were removed from "main"/,
  ],
  ["resets the branch", ["reset", "-q", "--hard", "HEAD~1"], /wf has restored them, with the files a\.txt/],
];

for (const [what, args, note] of MEDDLING) {
  Deno.test(`the history is the same when a host ${what}`, async () => {
    const plan = planText({
      plan: "01",
      files: ["a.txt", "b.txt"],
      tasks: [writes("a.txt"), writes("b.txt")],
    });
    const files = { ...smallProject(), ".planning/phases/01-base/01-01-PLAN.md": plan };
    delete (files as Record<string, string>)[".planning/phases/01-base/01-02-PLAN.md"];
    await using folder = await repository(files);
    await call(folder, "next", "execute-phase", "1");
    await folder.write({ "a.txt": "a\n" });
    await call(folder, "report", "01-01/1#1", "done");
    await folder.write({ "b.txt": "b\n" });
    await folder.git("add", "b.txt");
    await folder.git(...args);
    await folder.write({ "b.txt": "b\n" });
    const { kind, notes } = await call(folder, "report", "01-01/2#1", "done");
    assert.equal(kind, "done");
    assert.match(notes.join("\n"), note);
    const subjects = await folder.subjects();
    assert.deepEqual(subjects.slice(1, 3).map((subject) => subject.slice(0, 11)), [
      "feat(01-01)",
      "feat(01-01)",
    ]);
    assert.equal(subjects.length, 4);
    assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD~1"), "b.txt");
    assert.equal(await folder.read("a.txt"), "a\n");
  });
}

Deno.test("a host that has switched branches is asked to switch back, and nothing is committed elsewhere", async () => {
  await using folder = await repository(smallProject());
  await call(folder, "next", "execute-phase", "1");
  await folder.write({ "one.txt": "1\n" });
  await folder.git("switch", "-qc", "other");
  const refused = await wf(["report", "01-01/1#1", "done", "--json"], { cwd: folder.path });
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /a task switched to other[^]*git switch main/);
  assert.deepEqual(await folder.subjects("other"), ["start"]);
});

Deno.test("a host cannot override keys about commands and questions, also not by its stored session", async () => {
  await using folder = await repository(smallProject());
  const call = (...args: readonly string[]) => wf(args, { cwd: folder.path, env: homeIn(folder) });
  const off = "safety.always_confirm_destructive=false";
  const next = await call("next", "execute-phase", "1", "--set", off);
  assert.equal(next.code, 2);
  assert.match(next.stderr, /^error Cannot let an agent set safety\.always_confirm_destructive: /);
  assert.match(next.stderr, /wf config set safety\.always_confirm_destructive false$/m);
  const unverified = await call("next", "execute-phase", "1", "--set", "workflow.verifier=false");
  assert.equal(unverified.code, 2);
  assert.match(unverified.stderr, /^error Cannot let an agent set workflow\.verifier: /);
  assert.equal((await call("next", "execute-phase", "1", "--set", "agent.retries=1")).code, 0);
  const session = JSON.parse(await folder.read(".git/wf/hosted.json"));
  await folder.write({ ".git/wf/hosted.json": JSON.stringify({ ...session, flags: ["--set", off] }) });
  const report = await call("report", "01-01/1#1", "done");
  assert.equal(report.code, 2);
  assert.match(report.stderr, /^error Cannot let an agent set safety/);
});

for (
  const command of [
    "execute-phase 1",
    "plan-phase 1",
    "verify-phase 1",
    "discuss-phase 1",
    "new-project",
    "agents",
  ]
) {
  Deno.test(`wf ${command}, called by a coding agent, takes no command by a flag`, async () => {
    await using folder = await repository(command === "new-project" ? {} : smallProject());
    const args = [...command.split(" "), "--set", "agent.command=touch ran"];
    const env = { ...homeIn(folder), CLAUDECODE: "1" };
    const { code, stderr } = await wf(args, { cwd: folder.path, env });
    assert.equal(code, 2);
    assert.match(stderr, /Cannot let an agent set agent\.command/);
    assert.equal(await folder.has("ran"), false);
  });
}

const CHECKPOINTS: readonly (readonly [kind: string, task: string, answer: string])[] = [
  [
    "decision",
    `<task type="checkpoint:decision"><name>Color</name><decision>Which?</decision>
<options><option id="red"><name>Red</name></option></options></task>`,
    "red",
  ],
  [
    "human-verify",
    `<task type="checkpoint:human-verify"><name>Look</name><what-built>A</what-built>
<how-to-verify>Look</how-to-verify><resume-signal>approved</resume-signal></task>`,
    "approved",
  ],
  ["human-action", '<task type="checkpoint:human-action"><name>Sign up</name></task>', "done"],
];

for (const [kind, task, answer] of CHECKPOINTS) {
  Deno.test(`the user's changes while a ${kind} waits for the host are in no commit`, async () => {
    const plan = { plan: "01", autonomous: false, files: ["b.txt"], tasks: [task, writes("b.txt")] };
    await using folder = await wide(() => [plan], { mode: "interactive", gates: { confirm_plan: false } });
    const asked = await call(folder, "next", "execute-phase", "1");
    assert.equal(asked.kind, "ask", JSON.stringify(asked));
    await folder.write({ "my-secret.env": "secret\n" });
    await call(folder, "next", "execute-phase", "1");
    const next = await call(folder, "next", "execute-phase", "1", "--answer", `01-01/1=${answer}`);
    assert.ok(next.kind === "task", JSON.stringify(next));
    assert.equal(await folder.git("show", "--format=", "--name-only", "HEAD"), "");
    await folder.write({ "b.txt": "b.txt\n" });
    await follow(folder, next.task.done);
    assert.equal(await folder.git("log", "--format=%h", "--", "my-secret.env"), "");
    assert.match(await folder.git("log", "--format=%s", "--", "b.txt"), /b\.txt/);
    assert.equal(await folder.git("status", "--porcelain"), "?? my-secret.env");
  });
}

Deno.test("the host's fix after a finding of the user is committed, and the user's own change is not", async () => {
  const plan = {
    plan: "01",
    autonomous: false,
    files: ["a.txt"],
    tasks: [writes("a.txt"), CHECKPOINTS[1]![1]],
  };
  await using folder = await wide(() => [plan], { mode: "interactive", gates: { confirm_plan: false } });
  const first = await call(folder, "next", "execute-phase", "1");
  assert.ok(first.kind === "task");
  await folder.write({ "a.txt": "a\n" });
  assert.equal((await follow(folder, first.task.done)).kind, "ask");
  await folder.write({ "my-secret.env": "secret\n" });
  const mending = await call(folder, "next", "execute-phase", "1", "--answer", "01-01/2=it is too short");
  assert.ok(mending.kind === "task", JSON.stringify(mending));
  await folder.write({ "a.txt": "longer\n" });
  assert.equal((await follow(folder, mending.task.done)).kind, "ask");
  await call(folder, "next", "execute-phase", "1", "--answer", "01-01/2=approved");
  assert.equal(await folder.git("show", "HEAD:a.txt"), "longer");
  assert.equal(await folder.git("status", "--porcelain"), "?? my-secret.env");
});
