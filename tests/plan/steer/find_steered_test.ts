import assert from "node:assert/strict";
import { findSteered } from "../../../lib/plan/steer/find_steered.ts";
import type { PlanView } from "../../../lib/plan/run/run_view.ts";

const PLAN = { planned: { id: "01-01" }, state: "working", tasks: [{ number: 2 }] } as unknown as PlanView;
const VIEW = { waves: [{ wave: 1, parallel: false, plans: [PLAN] }], agents: ["claude", "codex"] };

Deno.test("a task is retried with the agents of its run only", () => {
  const target = { kind: "plan", plan: "01-01" } as const;
  for (const agent of VIEW.agents) {
    assert.deepEqual(findSteered(VIEW, target, { action: "retry", agent }), { plan: "01-01", task: 2 });
  }
  assert.deepEqual(findSteered(VIEW, target, { action: "retry", agent: "gemini" }), {
    kind: "refused",
    message: 'Plan 01-01 is not retried: this run has no agent "gemini", only claude and codex',
    hint: "",
  });
});
