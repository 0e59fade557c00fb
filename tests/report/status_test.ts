import assert from "node:assert/strict";
import type { PhaseStatus, StatusResult } from "../../schemas/results/status.ts";
import { columns } from "../../lib/report/terminal/display_width.ts";
import { statusText } from "../../lib/report/status/status.ts";
import { statusLine } from "../../lib/report/status/status_line.ts";
import { makeStyle } from "../../lib/report/terminal/style.ts";
import { HOSTILE, planIn, planStatus, statusOf } from "./samples.ts";

const PLAIN = makeStyle(false);

const PHASES: readonly PhaseStatus[] = [
  { number: "01", name: "Base", state: "complete", done: true, plans: [planIn("01-01", "complete")] },
  {
    number: "02",
    name: "More",
    state: "in-progress",
    done: false,
    plans: [
      planIn("02-01", "complete"),
      planIn("02-02", "in-progress", 2),
      planIn("02-03", "not-started", 2),
      { ...planIn("02-04", "unreadable"), objective: "" },
    ],
  },
  {
    number: "02.1",
    name: "認証",
    state: "not-started",
    done: false,
    plans: [planIn("02.1-01", "not-started")],
  },
  { number: "03", name: "Later", state: "unplanned", done: false, plans: [] },
];

const NEXT = { current: "02", next: ["wf execute-phase 2"] };

Deno.test("statusText() shows phases, the plans of the current phase and the next commands", async (t) => {
  const milestone = { version: "v1.0", name: "MVP" };
  await t.assertSnapshot(statusText(statusOf(PHASES, { ...NEXT, milestone }), PLAIN));
  await t.assertSnapshot(statusText(statusOf(PHASES, { ...NEXT, milestone }), makeStyle(true)));
});

Deno.test("statusText() shows the verdict on each executed phase", async (t) => {
  const verdicts = [
    { word: "verified" },
    { word: "executed" },
    { word: "needs a person", count: 2 },
    { word: "gaps", count: 1 },
  ] as const;
  const executed = verdicts.map((verdict, index): PhaseStatus => ({
    number: `1${index}`,
    name: "Executed",
    state: "complete",
    verdict,
    done: verdict.word === "verified",
    plans: [planIn(`1${index}-01`, "complete")],
  }));
  await t.assertSnapshot(statusText(statusOf([...executed, ...PHASES.slice(1)], NEXT), PLAIN));
});

Deno.test("statusText() reports a missing branch, phase and plan", async (t) => {
  await t.assertSnapshot(statusText(statusOf([], { branch: null, repository: false }), PLAIN));
  await t.assertSnapshot(statusText(statusOf(PHASES.slice(3), { branch: null }), PLAIN));
});

Deno.test("statusText() shows the merge that waits for the user, and its paths", () => {
  const merge = { branch: "wf/phase-01-base", base: "main", unresolved: ["a.txt", "b.txt", "c.txt"] };
  const textOf = (values: Partial<StatusResult>) => statusText(statusOf(PHASES, values), PLAIN);
  const line = /^Merge of wf\/phase-01-base into main waits: a\.txt and 2 more to resolve$/m;
  assert.match(textOf({ merge }), line);
  assert.match(textOf({ merge: { ...merge, unresolved: [] } }), /waits: everything is resolved$/m);
});

/** Returns a project of many phases, with the one at an index in progress. */
function largeStatus(phases: number, at: number, plans: number) {
  const number = (index: number) => String(index + 1).padStart(2, "0");
  const list = Array.from({ length: phases }, (_, index): PhaseStatus => {
    const state = index < at ? "complete" : index === at ? "in-progress" : "not-started";
    const planState = state === "in-progress" ? "not-started" : state;
    return {
      number: number(index),
      name: `Phase ${index + 1}`,
      state,
      done: state === "complete",
      plans: Array.from({ length: plans }, (_, plan) => {
        const id = `${number(index)}-${number(plan)}`;
        return planIn(id, state === "in-progress" && plan < plans / 2 ? "complete" : planState, plan + 1);
      }),
    };
  });
  return statusOf(list, { current: number(at), next: [`wf execute-phase ${at + 1}`] });
}

Deno.test("statusText() folds rows far from the current work of a large project", async (t) => {
  await t.assertSnapshot(statusText(largeStatus(40, 20, 60), PLAIN));
});

Deno.test("statusText() fits a screen of 80 columns and 24 lines, however large the project", () => {
  for (const [phases, plans] of [[1, 60], [5, 7], [8, 8], [12, 1], [13, 1], [60, 60]] as const) {
    for (const at of new Set([0, 1, 2, Math.floor(phases / 2), phases - 2, phases - 1])) {
      if (at < 0 || at >= phases) continue;
      const merge = { branch: "wf/phase-01-base".repeat(9), base: "main", unresolved: ["a.txt"] };
      const result = { ...largeStatus(phases, at, plans), merge };
      assert.ok(statusText(result, makeStyle(false, 60)).split("\n").every((line) => columns(line) <= 60));
      const text = statusText(result, PLAIN);
      const lines = text.split("\n");
      assert.ok(lines.length <= 24, `${phases} phases, ${plans} plans, at ${at}: ${lines.length} lines`);
      assert.ok(lines.every((line) => columns(line) <= 80));
      assert.ok(text.includes(`Phase ${result.current}: `));
    }
  }
});

Deno.test("statusText() keeps its columns whatever the names", () => {
  const phases = HOSTILE.map((name, index): PhaseStatus => ({
    number: `0${index + 1}`,
    name,
    state: "not-started",
    done: false,
    plans: [planStatus(`0${index + 1}-01`, { objective: name })],
  }));
  const lines = statusText(statusOf(phases, { current: "01" }), PLAIN).split("\n");
  const rows = lines.filter((line) => line.startsWith("○") && line.endsWith("0/2"));
  assert.equal(rows.length, HOSTILE.length);
  assert.equal(new Set(rows.map(columns)).size, 1);
  assert.ok(lines.every((line) => columns(line) <= 80));
  // deno-lint-ignore no-control-regex -- control characters must not reach the terminal
  assert.doesNotMatch(lines.join(""), /[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
});

const RUN = {
  id: "20261123-040506",
  command: "execute-phase 2",
  startedAt: "2026-11-23T04:05:06Z",
  milliseconds: 185_000,
  reason: "",
  plans: [
    { id: "02-02", tasks: { done: 1, total: 2 }, working: [{ number: 2, name: "Write" }] },
    { id: "02-03", tasks: { done: 0, total: 2 }, working: [{ number: 1, name: "Read" }] },
  ],
} as const;

const LINES: readonly (readonly [what: string, values: Partial<StatusResult>, line: string])[] = [
  ["the next command", NEXT, "wf · phase 02 1/4 plans · next: wf execute-phase 2"],
  [
    "the tasks of a run",
    { ...NEXT, run: { ...RUN, state: "running" } },
    "wf · phase 02 1/4 plans · running 3 min 05 s 02-02/2 02-03/1",
  ],
  [
    "the cost of a run",
    {
      ...NEXT,
      run: {
        ...RUN,
        state: "running",
        usage: {
          turns: 1,
          tokens: { input: 10, cached: 0, output: 1 },
          costs: [{ amount: 0.42, currency: "USD" }],
          unpriced: 0,
        },
      },
    },
    "wf · phase 02 1/4 plans · running 3 min 05 s 02-02/2 02-03/1 · 0.42 USD",
  ],
  [
    "what a run waits for",
    { ...NEXT, run: { ...RUN, state: "waiting", reason: "Which store?" } },
    "wf · phase 02 1/4 plans · waiting: Which store?",
  ],
  [
    "that a run was killed",
    { ...NEXT, run: { ...RUN, state: "killed" } },
    "wf · phase 02 1/4 plans · killed",
  ],
  ["the phases if none is open", { next: [] }, "wf · 1/4 phases executed"],
];

for (const [what, values, line] of LINES) {
  Deno.test(`statusLine() shows ${what}`, () => {
    assert.equal(statusLine(statusOf(PHASES, values), PLAIN), `${line}\n`);
  });
}

Deno.test("statusLine() is one line of at most 100 columns, whatever names are in it", () => {
  const reason = `${HOSTILE}\n${"認証".repeat(60)}`;
  const line = statusLine(statusOf(PHASES, { ...NEXT, run: { ...RUN, state: "failed", reason } }), PLAIN);
  assert.equal(line.split("\n").length, 2);
  assert.ok(columns(line.trimEnd()) <= 100, line);
});

Deno.test("the sums by phase are indented, and call the day of quick tasks quick", () => {
  const sum = {
    turns: 1,
    tokens: { input: 10, cached: 0, output: 1 },
    costs: [{ amount: 0.5, currency: "USD" }],
    unpriced: 0,
  };
  const phaseUsage = [{ phase: "02", ...sum }, { phase: "261123", ...sum }];
  const text = statusText({ ...statusOf(PHASES, NEXT), usage: sum, phaseUsage }, PLAIN);
  assert.match(text, /^ {2}phase 02: .* · quick 261123: /m);
});
