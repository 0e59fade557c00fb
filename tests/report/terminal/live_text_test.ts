import assert from "node:assert/strict";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import { viewOf as seen } from "../../../lib/plan/run/live_view.ts";
import type { PlanView, RunView } from "../../../lib/plan/run/run_view.ts";
import { columns } from "../../../lib/report/terminal/display_width.ts";
import { liveText } from "../../../lib/report/terminal/live_text.ts";
import { makeStyle } from "../../../lib/report/terminal/style.ts";

function planView(id: string, values: Partial<PlanView> = {}): PlanView {
  const planned: PlannedPlan = {
    id,
    path: "",
    objective: `Build ${id}`,
    tasks: [1, 2],
    done: [],
    complete: false,
    dependsOn: [],
    files: [],
  };
  return { planned, state: "waiting", done: [], tasks: [], output: "", used: [], ...values };
}

function viewOf(...waves: readonly (readonly PlanView[])[]): RunView {
  return {
    agents: [],
    waves: waves.map((plans, index) => ({ wave: index + 1, parallel: true, plans })),
    idle: [],
    commits: [],
    used: [],
    elapsed: 0,
  };
}

function lines(view: RunView, now = 0, width = 80): readonly string[] {
  return liveText(view, { now, width, style: makeStyle(false) }).split("\n");
}

const working = planView("01-01", {
  state: "working",
  startedAt: 1000,
  done: [1],
  tasks: [{ number: 2, name: "Add a page", attempt: 2 }],
  output: "reading\x1b[2J the file",
});

Deno.test("the live view shows the plans of the current wave, and a line for each later wave", () => {
  assert.deepEqual(lines(viewOf([working, planView("01-02")], [planView("01-03")]), 68_000), [
    "❯ Wave 1  0 of 2 plans",
    "  ⠋ 01-01 1/2  1:07  2. Add a page (turn 2)",
    "    reading\\x1b[2J the file",
    "  ○ 01-02 0/2  Build 01-02",
    "○ Wave 2  0 of 1 plan",
  ]);
});

Deno.test("the time of a plan in the live view leaves out that in which it waited for answers", () => {
  const shown = (plan: PlanView) => lines(viewOf([plan]), 68_000)[1]!.trim().split(/ {2,}/)[1];
  assert.equal(shown({ ...working, waited: 60_000 }), "0:07");
  assert.equal(shown({ ...working, state: "asking", waitingSince: 11_000 }), "0:10");
});

Deno.test("the live view hides finished waves, and plans of earlier runs", () => {
  const done = planView("01-01", { state: "complete", startedAt: 0, endedAt: 5000 });
  assert.deepEqual(lines(viewOf([done])), [""]);
  const before = planView("01-01", { state: "complete" });
  const shown = lines(viewOf([before, planView("01-02", { state: "asking", startedAt: 0 })]), 3_723_000);
  assert.deepEqual(shown, ["❯ Wave 1  1 of 2 plans", "  ? 01-02 0/2  1:02:03  waits for your answer"]);
});

Deno.test("of many plans the live view shows those in progress, the last ended and the next ones", () => {
  const plans = Array.from({ length: 100 }, (_, index) => {
    const id = `01-${index + 1}`;
    if (index < 30) return planView(id, { state: "complete", startedAt: 0, endedAt: 30_000 - index * 1000 });
    if (index === 30) return planView(id, { state: "stopped", startedAt: 0, endedAt: 40_000 });
    return index < 47 ? planView(id, { state: "working", startedAt: 0 }) : planView(id);
  });
  const shown = lines(viewOf(plans), 0).slice(1).map((line) => line.split(/ +/).slice(1, 3).join(" "));
  assert.deepEqual(shown, [
    ...[1, 2, 3, 4].map((id) => `✓ 01-${id}`),
    "✗ 01-31",
    ...Array.from({ length: 16 }, (_, index) => `⠋ 01-${index + 32}`),
    ...[48, 49, 50, 51, 52].map((id) => `○ 01-${id}`),
    "○ 48",
  ]);
});

Deno.test("the live view keeps to the width of the terminal, and its mark moves with the time", () => {
  const long = { ...working, output: `${"wide 漢字 ".repeat(20)}\tend` };
  const used = [{ tokens: { input: 1000, output: 200 }, cost: { amount: 0.42, currency: "USD" } }];
  for (const width of [24, 30, 50, 80]) {
    for (const line of lines(viewOf([{ ...long, used }, planView("01-02")]), 1200, width)) {
      assert.ok(columns(line) <= width, line);
    }
  }
  const marks = [0, 100, 900, 1000].map((now) => lines(viewOf([working]), now)[1]![2]);
  assert.deepEqual(marks, ["⠋", "⠙", "⠏", "⠋"]);
});

Deno.test("the live view shows a turn of another role with its last line while it is in progress", () => {
  const started = {
    formatVersion: 1,
    elapsed: 1000,
    kind: "role-turn",
    role: "planning",
    state: "started",
  } as const;
  const said = {
    formatVersion: 1,
    elapsed: 2000,
    kind: "role-output",
    role: "planning",
    text: "one\ntwo\n",
  } as const;
  assert.deepEqual(lines(seen([started, said]), 4000), ["⠋ planning 0:03", "    two"]);
  assert.deepEqual(lines(seen([started, said, { ...started, state: "ended" }]), 4000), [""]);
});
