import assert from "node:assert/strict";
import { readOrigins, withOrigin } from "../../../lib/plan/naming/branch_origin.ts";

const ORIGIN = { branch: "wf/phase-01-base", base: "release/1.x" };

Deno.test("a message names the branch and its base", () => {
  const message = withOrigin("feat: a\n\nWf-Plan: 01-01\n", ORIGIN);
  assert.equal(message, "feat: a\n\nWf-Plan: 01-01\nWf-Branch: wf/phase-01-base from release/1.x\n");
  assert.deepEqual(readOrigins(message), [ORIGIN]);
});

Deno.test("origins are read in order from a squash", () => {
  const other = { branch: "wf/v1.0", base: "main" };
  const messages = withOrigin("* feat: a\n\nWf-Task: 1\n", ORIGIN) +
    withOrigin("\n* feat: b\n\nWf-Task: 2\n", other);
  assert.deepEqual(readOrigins(messages), [ORIGIN, other]);
});

for (const base of ["", "-x", "a..b", "two words", "HEAD"]) {
  Deno.test(`no branch comes from "${base}"`, () => {
    assert.deepEqual(readOrigins(withOrigin("Wf-Task: 1\n", { branch: "wf/phase-01", base })), []);
  });
}

Deno.test("a long name of a task is no origin", () => {
  assert.deepEqual(readOrigins("feat: …\n\nWf-Branch: wf/phase-01 from evil\n\nWf-Plan: 01-01\n"), []);
});
