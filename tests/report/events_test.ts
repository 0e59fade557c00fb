import assert from "node:assert/strict";
import type { RunEvent, RunSummary } from "../../schemas/event.ts";
import type { ExecutionPlan } from "../../schemas/execution_plan.ts";
import type { Question } from "../../schemas/question.ts";
import { EventText } from "../../lib/report/run/events.ts";
import { outcomeLines } from "../../lib/report/run/outcome_lines.ts";
import { executionPlanText } from "../../lib/report/run/execution.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";

const PLAIN = makeStyle(false);
const QUESTION = {
  id: "01-01/2",
  kind: "human-verify" as const,
  title: "Verify: a page",
  details: "A page\n\nOpen it",
  choices: [{ value: "approved", label: "It works as described" }],
  open: true,
};
const NO_SUMMARY: RunSummary = {
  commits: [],
  milliseconds: 1500,
  waves: [],
  criticalPath: { plans: [], milliseconds: 0 },
};
const SUMMARY: RunSummary = {
  commits: [],
  milliseconds: 77_000,
  waves: [
    {
      wave: 1,
      milliseconds: 65_000,
      plans: [
        { plan: "01-01", milliseconds: 65_000, complete: true },
        { plan: "01-02", milliseconds: 4_200, complete: false },
      ],
    },
    { wave: 2, milliseconds: 12_000, plans: [{ plan: "01-03", milliseconds: 12_000, complete: true }] },
  ],
  criticalPath: { plans: ["01-01", "01-03"], milliseconds: 77_000 },
};
const PLAN: ExecutionPlan = {
  formatVersion: 1,
  phase: { number: "01", name: "Base", directory: ".planning/phases/01-base" },
  strategy: "phase",
  branch: "wf/phase-01-base",
  base: "main",
  agent: "shell",
  models: [],
  waves: [{
    wave: 1,
    parallel: false,
    plans: [
      {
        id: "01-01",
        path: "a",
        objective: "Build it.",
        tasks: [1, 2],
        done: [],
        complete: false,
        dependsOn: [],
        files: [],
      },
      {
        id: "01-02",
        path: "b",
        objective: "",
        tasks: [1],
        done: [1],
        complete: true,
        dependsOn: [],
        files: [],
      },
    ],
  }],
  serialized: [["01-01", "01-02"]],
  agents: 3,
  lanes: [{ id: "01-01", plan: "01-01", after: [], behind: [] }],
  steps: [
    {
      kind: "switch-branch",
      lane: "01-01",
      id: "switch-branch",
      branch: "wf/phase-01-base",
      base: "main",
      create: true,
    },
    {
      kind: "turn",
      lane: "01-01",
      id: "01-01/1/turn",
      plan: "01-01",
      task: 1,
      name: "Add a",
      type: "auto",
      files: [],
      directory: ".",
    },
    {
      kind: "check",
      lane: "01-01",
      id: "01-01/1/check",
      plan: "01-01",
      task: 1,
      commands: ["test -f a", "true"],
      directory: ".",
    },
    {
      kind: "commit-task",
      lane: "01-01",
      id: "01-01/1/commit",
      plan: "01-01",
      task: 1,
      message: "feat(01-01): add a\n\nWf-Plan: 01-01\n",
    },
    {
      kind: "ask",
      lane: "01-01",
      id: "01-01/2/ask",
      plan: "01-01",
      task: 2,
      question: { ...QUESTION, automatic: "approved" },
    },
    {
      kind: "commit-task",
      lane: "01-01",
      id: "01-01/2/commit",
      plan: "01-01",
      task: 2,
      message: "chore(01-01): verify\n\nWf-Plan: 01-01\n",
    },
    { kind: "write-summary", lane: "01-01", id: "01-01/summary", plan: "01-01", path: "a-SUMMARY.md" },
    {
      kind: "commit-docs",
      lane: "01-01",
      id: "01-01/docs",
      plan: "01-01",
      message: "docs(01-01): complete plan\n",
      paths: [],
    },
    {
      kind: "merge",
      lane: "01-01",
      id: "merge",
      branch: "wf/phase-01-base",
      base: "main",
      message: "feat(01): Base",
    },
  ],
};

type Draft = RunEvent extends infer Event
  ? Event extends RunEvent ? Omit<Event, "formatVersion" | "elapsed"> : never
  : never;

function render(...drafts: Draft[]): string {
  const text = new EventText(PLAIN);
  return drafts.map((draft) => text.render({ formatVersion: 1, elapsed: 1500, ...draft } as RunEvent)).join(
    "",
  );
}

Deno.test("executionPlanText() shows waves and every step", async (t) => {
  await t.assertSnapshot(executionPlanText(PLAN, PLAIN));
  await t.assertSnapshot(executionPlanText({ ...PLAN, steps: [] }, PLAIN));
});

Deno.test("EventText shows a run from its start to its end", async (t) => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const at = { plan: "01-01", task: 1 };
  await t.assertSnapshot(render(
    { kind: "run-started", plan: PLAN },
    { kind: "notice", message: "An earlier run was interrupted" },
    { kind: "branch-switched", branch: "wf/phase-01-base", created: true },
    { kind: "turn-started", ...at, name: "Add a", attempt: 1 },
    { kind: "agent-output", ...at, text: "working\n" },
    { kind: "check-finished", ...at, command: "test -f a", passed: false, output: "no a\n" },
    { kind: "turn-started", ...at, name: "Add a", attempt: 2 },
    { kind: "check-finished", ...at, command: "test -f a", passed: true, output: "" },
    {
      kind: "check-finished",
      ...at,
      command: "npm test",
      passed: false,
      expected: "failure",
      output: "1 failed",
    },
    { kind: "check-finished", ...at, command: "npm test", passed: true, expected: "failure", output: "" },
    { kind: "hook-refused", ...at, output: "bad\nworse" },
    { kind: "committed", ...at, commit, subject: "feat(01-01): add a", files: ["a"] },
    { kind: "question-asked", question: QUESTION },
    { kind: "question-answered", question: "01-01/2", answer: "approved", by: "flag" },
    { kind: "committed", plan: "01-01", task: 2, commit, subject: "chore(01-01): verify", files: [] },
    { kind: "committed", plan: "01-01", commit, subject: "docs(01-01): complete plan", files: ["s"] },
    { kind: "plan-finished", plan: "01-01", summary: "s" },
    {
      kind: "run-finished",
      outcome: { kind: "completed", verdict: { word: "verified" } },
      commits: 3,
      summary: SUMMARY,
      next: ["wf execute-phase 2"],
    },
  ));
});

Deno.test("EventText counts tasks that an earlier run committed once, also of a plan with open checkpoints", () => {
  const commit = "0123456789abcdef0123456789abcdef01234567";
  const [plan, other] = PLAN.waves[0]!.plans;
  const plans = [{ ...plan!, done: [1], complete: true }, { ...other!, done: [], complete: true }];
  const steps = PLAN.steps.filter(({ id }) => id.startsWith("01-01/2"));
  const text = render(
    { kind: "run-started", plan: { ...PLAN, waves: [{ ...PLAN.waves[0]!, plans }], steps } },
    { kind: "committed", plan: "01-01", task: 2, commit, subject: "chore(01-01): verify", files: ["a"] },
  );
  assert.match(text, /3 tasks, 2 of them done before/);
  assert.match(text, /chore\(01-01\): verify 3\/3\n/);
});

Deno.test("a wave whose checkouts take too long says why its plans run one after the other", () => {
  const waves = [{ ...PLAN.waves[0]!, sequential: "checkouts" as const }];
  const why = "one after the other: the checkouts of their worktrees would take longer than they save";
  assert.ok(executionPlanText({ ...PLAN, waves }, PLAIN).includes(`\nWave 1 ${why}\n  01-01 `));
  const text = render(
    { kind: "run-started", plan: { ...PLAN, waves } },
    { kind: "turn-started", plan: "01-01", task: 1, name: "Add a", attempt: 1 },
  );
  assert.ok(text.includes(`\nWave 1 01-01 ${why}\n  plan 01-01\n`), text);
});

Deno.test("EventText names the plan of a gate, and says for which plans an answer counts", () => {
  const gate = { ...QUESTION, id: "confirm_plan", kind: "gate", plan: "01-01", open: false } as const;
  const answered = { kind: "question-answered", question: gate.id, answer: "yes", by: "flag" } as const;
  assert.equal(render({ ...answered, plan: "01-01" }), "    01-01/confirm_plan: yes (flag)\n");
  assert.equal(render(answered), "    confirm_plan: yes (flag)\n");
  const scope =
    /confirm_plan=yes answers for every plan of the run, 01-01\/confirm_plan=yes for this one only/;
  const ends = (question: Question) => outcomeLines({ kind: "waiting", question }, "", PLAIN).join("\n");
  assert.match(ends(gate), scope);
  assert.doesNotMatch(ends({ ...gate, plan: undefined } as unknown as Question), /for every plan/);
  assert.doesNotMatch(ends(QUESTION), /for every plan/);
});

Deno.test("EventText describes the end of a run and the next commands", async (t) => {
  const outcomes = [
    { kind: "failed", message: "It failed", output: "line\n".repeat(40) },
    { kind: "waiting", question: QUESTION },
    { kind: "declined", question: QUESTION },
    {
      kind: "conflict",
      branch: "side",
      base: "main",
      conflicts: [{ path: "a b.txt", base: "changed", branch: "removed" }],
      begun: false,
    },
    { kind: "interrupted" },
  ] as const;
  for (const outcome of outcomes) {
    await t.assertSnapshot(
      render({
        kind: "run-finished",
        outcome,
        commits: 1,
        summary: NO_SUMMARY,
        next: ["wf execute-phase 1"],
      }),
    );
  }
});

Deno.test("EventText shows the last output of the plan that failed without an error message, and of no other", () => {
  const outcome = { kind: "failed", message: "It failed", output: "" } as const;
  const text = render(
    { kind: "turn-started", plan: "01-01", task: 1, name: "Add a", attempt: 1 },
    { kind: "turn-started", plan: "01-02", task: 1, name: "Add b", attempt: 1 },
    { kind: "agent-output", plan: "01-01", task: 1, text: "I could " },
    { kind: "agent-output", plan: "01-02", task: 1, text: "Writing b" },
    { kind: "agent-output", plan: "01-01", task: 1, text: "not" },
    { kind: "plan-stopped", plan: "01-01", outcome },
    {
      kind: "run-finished",
      outcome,
      commits: 0,
      summary: NO_SUMMARY,
      next: [],
    },
  );
  assert.match(text, /│ I could not/);
  assert.doesNotMatch(text, /Writing b/);
});

Deno.test("EventText shows the end of a program's output, and describes the rest", () => {
  const shown = (output: string) =>
    new EventText(PLAIN).render({
      formatVersion: 1,
      elapsed: 0,
      kind: "run-finished",
      outcome: { kind: "failed", message: "It failed", output },
      commits: 0,
      next: [],
      summary: NO_SUMMARY,
    }).split("\n").filter((line) => line.includes("│")).map((line) => line.trim());
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  assert.equal(shown(lines.join("\n"))[0], "│ … 10 lines before");
  const kept = ["a", "b", "[… 1,234,567 characters left out, see /x/y.txt …]", ...lines];
  assert.equal(shown(kept.join("\n"))[0], "│ … 12 lines before, 1,234,567 characters left out, see /x/y.txt");
  const [endless] = shown(`begin${"x".repeat(1_000_000)}end`);
  assert.match(endless!, /^│ beginx+ \[… 998,008 characters …\] x+end$/);
});

Deno.test("the heading of a wave names up to 20 concurrent plans, and counts more", () => {
  const [wave] = PLAN.waves;
  const heading = (count: number) => {
    const plans = Array.from(
      { length: count },
      (_, index) => ({ ...wave!.plans[0]!, id: `01-${index + 1}` }),
    );
    const plan = { ...PLAN, waves: [{ ...wave!, parallel: true, plans }] };
    return render(
      { kind: "run-started", plan },
      { kind: "turn-started", plan: "01-1", task: 1, name: "a", attempt: 1 },
    );
  };
  assert.match(heading(1), /^Wave 1 01-1$/m);
  assert.match(heading(20), /^Wave 1 01-1, .*, 01-20 at the same time$/m);
  assert.match(heading(21), /^Wave 1 21 plans at the same time$/m);
});

Deno.test("the lines of a notice break once at the width of the terminal", () => {
  const message = 'Plan 01-01: refused the agent: rm -rf build (it deletes "build", and its turn ended)';
  const event = { formatVersion: 1, elapsed: 0, kind: "notice", message } as const;
  assert.equal(
    new EventText(makeStyle(false, 40)).render(event),
    '! Plan 01-01: refused the agent: rm -rf\n  build (it deletes "build", and its\n  turn ended)\n',
  );
});
