import assert from "node:assert/strict";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import { outcomeReason } from "../../../lib/plan/log/outcome_reason.ts";

const question: Question = { id: "x", kind: "gate", title: "Go on?", details: "", choices: [], open: false };

const REASONS: readonly (readonly [RunOutcome, string])[] = [
  [{ kind: "completed" }, ""],
  [{ kind: "completed", verdict: { word: "needs a person", count: 2 } }, "needs a person (2)"],
  [{ kind: "failed", message: "The check fails", output: "long" }, "The check fails"],
  [{ kind: "waiting", question }, "Go on?"],
  [{ kind: "declined", question }, "Declined: Go on?"],
  [{ kind: "gaps", path: "x", gaps: [] }, "gaps (0)"],
  [{
    kind: "conflict",
    branch: "wf/a",
    base: "main",
    conflicts: [{ path: "a.txt", base: "changed", branch: "added" }],
    begun: false,
  }, "Conflict: wf/a and main in a.txt"],
  [{ kind: "suspended" }, "Waiting for the report of the hosting agent"],
  [{ kind: "interrupted" }, "Interrupted"],
];

Deno.test("the reason of a run is what stopped it, or its verdict", () => {
  for (const [outcome, reason] of REASONS) assert.equal(outcomeReason(outcome), reason);
});
