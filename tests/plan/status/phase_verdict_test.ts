import assert from "node:assert/strict";
import { parseVerification } from "../../../lib/parse/documents/verification.ts";
import {
  isAccepted,
  leavesMustHaves,
  phaseVerdict,
  verdictText,
} from "../../../lib/plan/status/phase_verdict.ts";
import { configOf } from "../../support/project.ts";

const DOCUMENTS: readonly (readonly [string, string])[] = [
  ["---\nstatus: passed\n---\n\n## To Check by Hand\n\n1. x\n", "verified"],
  [
    "---\nstatus: gaps_found\n---\n\n## Gaps\n\n1. a is missing\n2. b is missing\n\n## Truths\n\n1. c\n",
    "gaps (2)",
  ],
  ["---\nstatus: gaps_found\ngaps:\n  - truth: a\n---\n", "gaps (1)"],
  ["---\nstatus: gaps_found\n---\n", "gaps"],
  [
    "---\nstatus: human_needed\n---\n\n## To Check by Hand\n\n1. a\n2. b\n3. c\n",
    "needs a person (3)",
  ],
  [
    "---\nstatus: human_needed\nhuman_verification:\n  - test: a\n    expected: b\n---\n",
    "needs a person (1)",
  ],
  ["no frontmatter", "needs a person"],
  ["# Phase 1\n\n**Status:** Passed\n", "verified"],
  ["---\nstatus: approved\n---\n", "verified"],
  ["---\nstatus: failed\ngaps:\n  - truth: a\n---\n", "gaps (1)"],
  ["---\nstatus: passed_with_known_gaps\n---\n\n**Status:** passed\n", "needs a person"],
];

for (const [text, words] of DOCUMENTS) {
  Deno.test(`the verdict of ${JSON.stringify(text.slice(0, 40))} is ${words}`, () => {
    assert.equal(verdictText(phaseVerdict(parseVerification(text))), words);
  });
}

Deno.test("phaseVerdict() of a phase that nothing verified is executed", () => {
  assert.deepEqual(phaseVerdict(undefined), { word: "executed" });
});

Deno.test("phaseVerdict() of a phase with skipped tasks is not executed, but a verification counts", () => {
  assert.equal(verdictText(phaseVerdict(undefined, 2)), "skipped (2)");
  assert.deepEqual(phaseVerdict({ status: "passed", count: 0 }, 2), { word: "verified" });
});

Deno.test("isAccepted() accepts verified phases, ticked ones without gaps, and executed ones with the verifier off", () => {
  const [on, off] = [configOf(), configOf({ "workflow.verifier": false })];
  const [open, done] = [{ kind: "open" }, { kind: "done" }] as const;
  assert.equal(isAccepted({ word: "verified" }, open, on), true);
  assert.equal(isAccepted({ word: "executed" }, open, on), false);
  assert.equal(isAccepted({ word: "executed" }, open, off), true);
  for (const word of ["needs a person", "gaps", "skipped"] as const) {
    assert.equal(isAccepted({ word }, open, off), false);
    assert.equal(isAccepted({ word }, done, on), word !== "gaps");
    assert.equal(isAccepted({ word }, { kind: "shipped" }, on), true);
  }
});

Deno.test("leavesMustHaves() in mode yolo and without the review of issues", () => {
  assert.equal(leavesMustHaves(configOf()), false);
  assert.equal(leavesMustHaves(configOf({ mode: "yolo" })), true);
  assert.equal(leavesMustHaves(configOf({ "gates.issues_review": false })), true);
});
