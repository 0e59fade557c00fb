import assert from "node:assert/strict";
import type { PlanFile } from "../../schemas/plan_file.ts";
import { executeTaskPrompt, refusedPrompt, serveCheckpointPrompt } from "../../lib/prompts/execute_task.ts";
import { fillTemplate } from "../../lib/prompts/fill.ts";
import { quickPlan } from "../../lib/plan/quick/quick_plan.ts";
import { planText } from "../support/plans.ts";
import { projectOf } from "../support/project.ts";

function planOfText(text: string): PlanFile {
  return projectOf({ "phases/01-base/01-01-PLAN.md": text }).plans.byId.get("01-01")!.file!;
}

const plan = planOfText(
  planText({
    plan: "01",
    tasks: [
      { name: "Add a", files: "a.txt, b.txt", script: "echo a", check: "test -f a.txt" },
      { name: "Add c", script: "echo c" },
    ],
  }),
);
const [first, second] = plan.body.tasks;

Deno.test("the first prompt of a session contains the plan, the task, its checks and the rules", () => {
  const prompt = executeTaskPrompt({ plan, task: first!, begins: true });
  for (
    const part of [
      "Build part 01.",
      "Task 1 of 2: Add a",
      "`a.txt`, `b.txt`",
      "- `test -f a.txt`",
      "Do not commit",
    ]
  ) {
    assert.ok(prompt.includes(part), part);
  }
  assert.doesNotMatch(prompt, /\{\w+\}|\n{3}/);
});

Deno.test("a later prompt contains the task but not the plan", () => {
  const prompt = executeTaskPrompt({ plan, task: second!, begins: false });
  assert.ok(prompt.includes("Task 2 of 2: Add c"));
  assert.equal(prompt.includes("Build part 01."), false);
  assert.match(prompt, /Those of the first task apply: [^\n]*do not commit/);
  assert.equal(prompt.includes("Leave nothing running"), false);
});

Deno.test("a failed check is sent with its output, and alone if the session knows the task", () => {
  const feedback = { kind: "check", command: "npm test", text: "```\nnot ok\n```" } as const;
  const prompt = executeTaskPrompt({ plan, task: first!, feedback, begins: false });
  assert.match(prompt, /The check `npm test` failed\.\n\n````\n```\nnot ok/);
  assert.equal(prompt.includes("Do not commit"), false);
  const fresh = executeTaskPrompt({ plan, task: first!, feedback, begins: true, history: "Task 1: abc123" });
  assert.match(fresh, /Do not commit[^]*Task 1: abc123[^]*The check `npm test` failed/);
});

Deno.test("only a session that does not know it is told what was said before the stop", () => {
  const feedback = { kind: "stopped", command: "", text: "It was killed.", said: "I was at a." } as const;
  const prompt = (begins: boolean) => executeTaskPrompt({ plan, task: first!, feedback, begins });
  assert.match(prompt(true), /It was killed[^]*The last words about it were:\n\n```\nI was at a\.\n```/);
  assert.doesNotMatch(prompt(false), /I was at a/);
  assert.match(
    prompt(false),
    /An earlier run stopped in it\.[^]*It was killed[^]*do not begin again\. The rules/,
  );
  assert.doesNotMatch(prompt(false), /Fix the cause/);
});

Deno.test("the answer to a question of the agent is told once, and other words of the user too", () => {
  const feedback = { kind: "answer", command: "Which?", text: "hi" } as const;
  const words = ["Which? → hi", "Be short"];
  const prompt = executeTaskPrompt({ plan, task: first!, feedback, begins: true, words });
  assert.doesNotMatch(prompt, /→ hi/);
  assert.match(prompt, /```\nhi\n```[^]*The user tells you:\n\n```\nBe short\n```/);
});

Deno.test("the prompt of a quick task repeats its words only as its objective, must-have, name and action", () => {
  const task = { id: "01-01", path: "01-01-PLAN.md", name: "Add a greeting" };
  const quick = planOfText(quickPlan(task, task.name, ["test -f hi.txt"]));
  const prompt = executeTaskPrompt({ plan: quick, task: quick.body.tasks[0]!, begins: true });
  assert.equal(prompt.match(/Add a greeting/g)!.length, 4);
});

Deno.test("an agent on another machine is not told that the changes of the task are there", () => {
  const feedback = { kind: "told", command: "", text: "Use A.", afresh: true } as const;
  const prompt = executeTaskPrompt({ plan, task: first!, feedback, begins: true });
  assert.match(prompt, /Use A\.[^]*Its changes are not here: begin it again/);
  assert.doesNotMatch(prompt, /still there/);
});

Deno.test("ignored files are searched if planning.search_gitignored is set", () => {
  const prompt = (searchIgnored: boolean) =>
    executeTaskPrompt({ plan, task: first!, begins: true, searchIgnored });
  assert.match(prompt(true), /--no-ignore/);
  assert.doesNotMatch(prompt(false), /--no-ignore/);
});

Deno.test("a refusal is sent with its reason", () => {
  assert.match(refusedPrompt([{ what: "rm -rf x", reason: "destructive" }]), /^- rm -rf x: destructive$/m);
});

Deno.test("the first prompt of a task has fewer than 300 words", () => {
  const words = executeTaskPrompt({ plan, task: first!, begins: true }).split(/\s+/).length;
  assert.ok(words < 300, `${words} words`);
});

Deno.test("fillTemplate() drops empty paragraphs and headings without content", () => {
  const template = "# A\n\n{a}\n\n# B\n\n{b}\n\nEnd {c} {unknown}\n";
  assert.equal(fillTemplate(template, { a: "", b: "{a}", c: "c" }), "# B\n\n{a}\n\nEnd c {unknown}\n");
});

Deno.test("before a person checks, the agent learns what they will do and how to end", () => {
  const checkpoint = {
    ...second!,
    type: "checkpoint:human-verify",
    gate: "blocking",
    what_built: "A page",
    how_to_verify: "Visit it",
    resume_signal: "approved",
  } as const;
  const prompt = serveCheckpointPrompt(plan, checkpoint);
  for (const part of ["Build part 01.", "A page", "Visit it", "Change no files", "URLs"]) {
    assert.ok(prompt.includes(part), part);
  }
  assert.doesNotMatch(prompt, /\{\w+\}|\n{3}/);
});

Deno.test("each step of test-first work has its instruction", () => {
  const tdd = planOfText(planText({
    plan: "01",
    type: "tdd",
    tasks: [
      { name: "Write failing test", script: "true", check: "npm test" },
      { name: "Implement a", script: "true" },
      { name: "Refactor a", script: "true" },
      { name: "Add b with TDD", script: "true" },
    ],
  }));
  const prompts = tdd.body.tasks.map((task) => executeTaskPrompt({ plan: tdd, task, begins: false }));
  const steps = [
    /This is the red step: write the tests and nothing that makes them pass\.[^]*one of them has to fail[^]*`npm test`/,
    /This is the green step: the tests exist and fail\.[^]*have to pass:\n- `npm test`/,
    /This is the refactor step:/,
    /Where the task adds behavior, write its test before the code/,
  ];
  for (const [index, step] of steps.entries()) {
    assert.match(prompts[index]!, step);
    assert.equal(prompts[index]!.match(/Tests come first\./g)?.length, 1);
  }
  assert.doesNotMatch(executeTaskPrompt({ plan, task: first!, begins: true }), /Tests come first/);
});

Deno.test("tests that pass before their implementation are returned to the agent with their command", () => {
  const feedback = { kind: "passes", command: "npm test", text: "" } as const;
  const prompt = executeTaskPrompt({ plan, task: first!, feedback, begins: false });
  assert.match(prompt, /`npm test` passes already\. Make them test what is missing, and implement nothing/);
});
