import assert from "node:assert/strict";
import { milestoneCommands } from "../../../lib/plan/milestone/next_commands.ts";
import type { MilestonePhase, MilestonePlan } from "../../../schemas/milestone.ts";

function unplanned(number: string): MilestonePhase {
  const none = { done: 0, total: 0 };
  return {
    number,
    name: "Base",
    state: "unplanned",
    accepted: false,
    plans: none,
    tasks: none,
    problems: ["it has no plans"],
  };
}

Deno.test("milestoneCommands() lists a command that helps several incomplete phases once", () => {
  const plan = { phases: [unplanned("01"), unplanned("02")], version: "v1.0" } as unknown as MilestonePlan;
  const again = "wf complete-milestone v1.0";
  assert.deepEqual(milestoneCommands(undefined, plan, { again, agent: "shell" }), [
    "wf agents",
    "wf complete-milestone v1.0 --allow-incomplete",
  ]);
});
