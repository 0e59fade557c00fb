import assert from "node:assert/strict";
import type { HostedTask, Instruction } from "../../schemas/instruction.ts";
import { HOSTED_COMMANDS } from "../../lib/plan/integrations/hosted_commands.ts";
import { schemaProblems } from "../deps/ajv.ts";
import { call, follow } from "../support/hosting.ts";
import { planText, smallProject, writes } from "../support/plans.ts";
import { wf } from "../support/program.ts";
import { type Folder, repository } from "../support/repository.ts";
import { homeIn } from "../support/wide.ts";

const PHASE = ".planning/phases/01-part-1";

const PARTS = [1, 2, 3, 4, 5];
const PROJECT = {
  what: "A shop for tea.",
  core_value: "People buy tea",
  requirements: PARTS.map((part) => ({ id: `SHOP-0${part}`, text: `A user can do part ${part}` })),
  later: [],
  out_of_scope: [],
  constraints: [],
};
const ROADMAP = {
  phases: PARTS.map((part) => ({
    name: `Part ${part}`,
    summary: "Tea is sold",
    goal: "People buy tea",
    requirements: [`SHOP-0${part}`],
    success_criteria: ["A user buys tea", "A user sees tea"],
    depends_on: [],
  })),
};
const QUESTION = {
  question: "Which tea?",
  why: "Green tea keeps shorter",
  choices: [{ answer: "green" }, { answer: "black" }],
};

/** The work of a host by its token: the files that it writes, and its answer. */
type Work = Readonly<
  Record<string, { readonly files?: Readonly<Record<string, string>>; readonly answer?: unknown }>
>;

/** Follows instructions to their end, and returns the tokens and the questions in order, and the end. */
async function host(
  folder: Folder,
  first: Instruction,
  work: Work,
  answers: Readonly<Record<string, string>> = {},
): Promise<readonly [steps: readonly string[], end: Instruction]> {
  const steps: string[] = [];
  let instruction = first;
  for (let count = 0; count < 30; count++) {
    assert.equal(await schemaProblems("instruction", instruction), "");
    if (instruction.kind === "ask") {
      const { question, answers: given }: typeof instruction = instruction;
      steps.push(question.id);
      const value = answers[question.id] ?? question.choices[0]!.value;
      instruction = await follow(folder, given.find((one) => one.value === value)!.command);
    } else if (instruction.kind === "task") {
      const { token, done, answer }: HostedTask = instruction.task;
      steps.push(token);
      const own = work[token];
      assert.ok(own !== undefined, `${token}: ${JSON.stringify(instruction)}`);
      await folder.write(own.files ?? {});
      assert.equal(answer, own.answer === undefined ? undefined : true);
      instruction = await follow(
        folder,
        done,
        ...own.answer === undefined ? [] : [JSON.stringify(own.answer)],
      );
    } else return [steps, instruction];
  }
  throw new Error(`It does not end: ${steps.join(", ")}`);
}

Deno.test("a host takes a project from its description to the verified phase, without another agent", async () => {
  await using folder = await repository({ "README.md": "mine\n" });
  const ask = await call(folder, "next", "new-project", "Shop");
  assert.ok(ask.kind === "ask" && ask.own !== undefined);
  const described = await call(folder, "next", "new-project", "Shop", "--answer", "description=Sell tea");
  const [created, project] = await host(folder, described, {
    "project#1": { answer: { wrong: true } },
    "project#2": { answer: PROJECT },
    "project#3": { answer: ROADMAP },
  });
  assert.deepEqual(created, [
    "project#1",
    "project#2",
    "confirm_project",
    "project#3",
    "confirm_phases",
    "confirm_roadmap",
  ]);
  assert.equal(project.kind, "done", JSON.stringify(project));
  assert.equal(await folder.has(".planning/.new-project.json"), false);

  const discuss = await call(folder, "next", "discuss-phase", "1");
  const [discussed, decisions] = await host(folder, discuss, {
    "discussion#1": { answer: { boundary: "Tea only", questions: [QUESTION] } },
  });
  assert.deepEqual(discussed, ["discussion#1", "D-01"]);
  assert.equal(decisions.kind, "done", JSON.stringify(decisions));
  const further = await call(folder, "next", "discuss-phase", "01");
  assert.match(further.notes.join("\n"), /^Phase 0?1 is discussed already, in \S+-CONTEXT\.md: now further/);
  await call(folder, "report", "discussion#1", "failed", "enough");

  const own = (text: string) => text.replace("must_haves:", "requirements: [SHOP-01]\nmust_haves:");
  const right = own(planText({ plan: "01", files: ["a.txt"], tasks: [writes("a.txt")] }));
  const plan = await call(folder, "next", "plan-phase", "1");
  const [planned, plans] = await host(folder, plan, {
    "research#1": { files: { [`${PHASE}/01-RESEARCH.md`]: "# Found\n", "stray.txt": "x\n" } },
    "planning#2": {
      files: { [`${PHASE}/01-01-PLAN.md`]: right.replace("wave: 1", "wave: 1\ndepends_on: [01-09]") },
    },
    "planning#3": { files: { [`${PHASE}/01-01-PLAN.md`]: right } },
    "plan-check#4": { answer: { findings: [{ severity: "blocker", what: "Too small", todo: "More" }] } },
    "planning#5": { files: { [`${PHASE}/01-01-PLAN.md`]: right } },
    "plan-check#6": { answer: { findings: [] } },
  });
  assert.equal(plans.kind, "done", JSON.stringify(plans));
  assert.deepEqual(planned.filter((step) => /#/.test(step)), [
    "research#1",
    "planning#2",
    "planning#3",
    "plan-check#4",
    "planning#5",
    "plan-check#6",
  ]);
  assert.equal(await folder.has("stray.txt"), false);

  const execute = await call(folder, "next", "execute-phase", "1", "--yes");
  const judged = { number: 1, verdict: "verified", evidence: "a.txt:1" };
  const [executed, end] = await host(folder, execute, {
    "01-01/1#1": { files: { "a.txt": "a\n" } },
    "verification#1": { answer: { truths: [judged, { ...judged, number: 2 }, { ...judged, number: 3 }] } },
  });
  assert.equal(end.kind, "done", JSON.stringify(end));
  assert.deepEqual(executed, ["01-01/1#1", "verification#1"]);
});

const NESTING: readonly (readonly [args: string, instead: string])[] = [
  ["new-project Shop --from README.md", "new-project Shop --from README.md"],
  ["discuss-phase 1", "discuss-phase 1"],
  ["plan-phase 1 --research", "plan-phase 1 --research"],
  ["execute-phase 1", "execute-phase 1"],
  ["verify-phase 1", "verify-phase 1"],
  ["new-milestone Next --from what.md", "new-milestone Next --from what.md"],
  ["quick Greet --check true", "quick Greet --check true"],
];

Deno.test("every hosted command is in the table of commands that start no other agent", () => {
  assert.deepEqual(NESTING.map(([args]) => args.split(" ")[0]).sort(), HOSTED_COMMANDS.toSorted());
});

for (const [args, instead] of NESTING) {
  Deno.test(`wf ${args}, called by a coding agent, starts no other agent and names the command to host it`, async () => {
    const project = args.startsWith("new-project")
      ? { "README.md": "A shop\n" }
      : { ...smallProject(), "what.md": "Sell tea" };
    await using folder = await repository(project);
    const config = args.startsWith("new-project") ? ".git/home/.wf/defaults.json" : ".planning/config.json";
    await folder.write({ [config]: JSON.stringify({ agent: { name: "claude" } }) });
    await folder.git("add", "--all");
    await folder.git("commit", "--quiet", "--allow-empty", "--message=claude");
    const env = { ...homeIn(folder), CLAUDECODE: "1" };
    const called = await wf(args.split(" "), { cwd: folder.path, env });
    assert.equal(called.code, 2, called.stdout);
    assert.match(called.stderr, new RegExp(`Run "wf next ${instead} --json" and follow .* --agent claude`));
    assert.equal(await folder.git("log", "--format=%s", "-1"), "claude");
    const named = [...args.split(" "), "--agent", "mock"];
    const nested = await wf(named, { cwd: folder.path, env });
    assert.doesNotMatch(nested.stderr, /wf next/);
  });
}

Deno.test("a host describes existing code, and leaves the setup of worktrees to the user", async () => {
  await using folder = await repository({ "package-lock.json": "{}" });
  const map = { stack: [], commands: [], structure: [], setup: ["npm ci"] };
  const ask = await call(folder, "next", "new-project", "--map", "--answer", "description=templates");
  const [steps, end] = await host(folder, ask, { "project#1": { answer: { ...PROJECT, map } } });
  assert.deepEqual(steps, ["project#1", "confirm_project"]);
  assert.ok(end.kind === "done", JSON.stringify(end));
  assert.match(JSON.stringify(end), /wf config set worktree.setup 'npm ci'/);
  assert.doesNotMatch(await folder.read(".planning/config.json"), /npm ci/);
});

Deno.test("wf plan-phase, called by a coding agent, names the command to host it if no agent is configured", async () => {
  await using folder = await repository(smallProject());
  const env = { ...homeIn(folder), CLAUDECODE: "1" };
  const { code, stderr } = await wf(["plan-phase", "2", "--skip-verify"], { cwd: folder.path, env });
  assert.equal(code, 2);
  assert.match(stderr, /"shell" has no model.*\n.*Run "wf next plan-phase 2 --skip-verify --json" and/);
  await folder.write({ ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 7: More\n" });
  await folder.git("rm", "-rq", ".planning/phases");
  const status = await wf(["status", "--json"], { cwd: folder.path, env });
  assert.deepEqual(JSON.parse(status.stdout).next, ["wf discuss-phase 7", "wf plan-phase 7"]);
  const run = await wf(["run", "--dry-run", "--json"], { cwd: folder.path, env });
  assert.deepEqual(JSON.parse(run.stdout).first, { command: "plan-phase", phase: "7" });
});

Deno.test("a turn that asks for an answer is reported with it, or as failed", async () => {
  await using folder = await repository(smallProject());
  const first = await call(folder, "next", "discuss-phase", "1");
  assert.ok(first.kind === "task");
  assert.deepEqual([first.task.blocked, first.task.needsPerson], [undefined, undefined]);
  for (const result of [["blocked", "no idea"], ["needs-person", "decide"], ["done"], ["done", " "]]) {
    const args = ["report", "discussion#1", ...result, "--json"];
    const { code, stderr } = await wf(args, { cwd: folder.path, env: homeIn(folder) });
    assert.equal(code, 2, stderr);
    assert.match(stderr, /^error discussion#1 asks for an answer: /);
  }
  const answer = JSON.stringify({ boundary: "Tea only", questions: [] });
  assert.equal((await follow(folder, first.task.done, answer)).kind, "done");
});

Deno.test("a host verifies an executed phase, and an answer that cannot be used comes back with its problem", async () => {
  await using folder = await repository(smallProject({ workflow: { verifier: false } }));
  const executed = await wf(["execute-phase", "1", "--yes"], { cwd: folder.path, env: homeIn(folder) });
  assert.equal(executed.code, 0, executed.stderr);
  const first = await call(folder, "next", "verify-phase", "1");
  assert.ok(first.kind === "task", JSON.stringify(first));
  assert.deepEqual([first.task.token, first.task.answer], ["verification#1", true]);
  const judged = { number: 1, verdict: "verified", evidence: "a.txt:1" };
  const again = await follow(folder, first.task.done, JSON.stringify({ truths: [judged] }));
  assert.ok(again.kind === "task", JSON.stringify(again));
  assert.equal(again.task.token, "verification#2");
  assert.match(again.task.prompt, /Statement 2 is judged not at all/);
  const fenced = "I looked.\n\n```json\n" + JSON.stringify({ truths: [judged, { ...judged, number: 2 }] }) +
    "\n```";
  const end = await call(folder, "report", "verification#2", "done", fenced);
  assert.equal(end.kind, "done", JSON.stringify(end));
  assert.match(await folder.read(".planning/phases/01-base/01-VERIFICATION.md"), /status: passed/);
});

const MILESTONE = {
  requirements: [{ id: "SHOP-01", text: "A user buys tea" }],
  phases: [{
    name: "Sell",
    summary: "Tea is sold",
    goal: "People buy tea",
    depends_on: [],
    requirements: ["SHOP-01"],
    success_criteria: ["A user buys tea", "A user sees tea"],
  }],
};

Deno.test("a host drafts a milestone: problems come back, the description lasts, and the user changes and confirms it", async () => {
  await using folder = await repository({ ".planning/ROADMAP.md": "# Roadmap\n\n### Phase 1: Base\n" });
  const ask = await call(folder, "next", "new-milestone", "Shop");
  assert.ok(ask.kind === "ask" && ask.own !== undefined, JSON.stringify(ask));
  const begun = await call(folder, "next", "new-milestone", "Shop", "--answer", "description=Sell tea");
  assert.ok(begun.kind === "task" && begun.task.prompt.includes("Sell tea"), JSON.stringify(begun));
  // The host has ended, and another one begins.
  await follow(folder, begun.task.failed, "enough");
  const again = await call(folder, "next", "new-milestone", "Shop", "--milestone", "v1.0");
  assert.ok(again.kind === "task" && again.task.prompt.includes("Sell tea"), JSON.stringify(again));
  assert.match(again.notes.join(), /Continuing with the description of an earlier call/);
  const wrong = { ...MILESTONE, phases: [{ ...MILESTONE.phases[0], requirements: ["SHOP-09"] }] };
  const problem = await follow(folder, again.task.done, JSON.stringify(wrong));
  assert.ok(problem.kind === "task", JSON.stringify(problem));
  assert.match(problem.task.prompt, /SHOP-09/);
  const drafted = await follow(folder, problem.task.done, JSON.stringify(MILESTONE));
  assert.ok(drafted.kind === "ask", JSON.stringify(drafted));
  assert.deepEqual([drafted.question.id, drafted.notes], ["confirm_roadmap", []]);
  const words = ["next", "new-milestone", "Shop", "--milestone", "v1.0"];
  const change = await call(folder, ...words, "--answer", "confirm_roadmap=name it Trade");
  assert.ok(change.kind === "task", JSON.stringify(change));
  assert.match(change.task.prompt, /name it Trade/);
  const changed = { ...MILESTONE, phases: [{ ...MILESTONE.phases[0], name: "Trade" }] };
  const [steps, end] = await host(folder, change, { [change.task.token]: { answer: changed } });
  assert.deepEqual(steps, [change.task.token, "confirm_roadmap"]);
  assert.equal(end.kind, "done", JSON.stringify(end));
  assert.match(await folder.read(".planning/ROADMAP.md"), /Phase 2: Trade/);
  assert.match((await folder.subjects()).at(-1)!, /begin milestone v1\.0 Shop/);
  assert.equal(await folder.has(".git/wf/new-milestone.json"), false);
});

Deno.test("a host may leave the phases of a milestone to the user", async () => {
  await using folder = await repository({ ".planning/ROADMAP.md": "# Roadmap\n" });
  await call(folder, "next", "new-milestone", "Shop");
  const end = await call(folder, "next", "new-milestone", "Shop", "--answer", "description=later");
  assert.ok(end.kind === "done", JSON.stringify(end));
  assert.match(end.next.join(), /wf phase add/);
});
