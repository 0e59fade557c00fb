import assert from "node:assert/strict";
import { printPlanNumber } from "../../../lib/parse/ids/plan_id.ts";
import { type KnownTask, newQuickTask } from "../../../lib/plan/quick/quick_plan.ts";

const TIME = new Date("2026-11-23T04:38:13Z");

const CASES: readonly (readonly [what: string, known: readonly string[], shared: boolean, id: string])[] = [
  ["the first of a day", ["261122-07"], false, "261123-01"],
  ["after others of the day", ["261123-01", "261123-10", "261123-09"], false, "261123-11"],
  ["the first of a day among several people", ["261122-235959"], true, "261123-43813"],
  ["in the same second as another", ["261123-43813"], true, "261123-43814"],
  ["after others, since there is a remote", ["261123-02"], true, "261123-43813"],
  ["after others with a time, since there is no remote", ["261123-31500"], false, "261123-31501"],
];

for (const [what, known, shared, id] of CASES) {
  Deno.test(`a quick task has an ID of its own: ${what}`, () => {
    const tasks = known.map((id) => ({ id }) as KnownTask);
    const task = newQuickTask("Fix it\nsoon", { tasks, time: TIME, shared });
    assert.equal(printPlanNumber(id.slice(7)), id.slice(7));
    assert.deepEqual(task, { id, path: `.planning/quick/261123/${id}-PLAN.md`, name: "Fix it" });
  });
}
