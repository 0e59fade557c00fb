import assert from "node:assert/strict";
import { hookRunsTests } from "../../../lib/plan/checks/hook_runs_tests.ts";

const FAILURES = [
  ["TAP", "TAP version 13\nnot ok 1 - adds\n# fail 1"],
  ["jest", "FAIL src/a.test.ts\nTests:       1 failed, 2 total"],
  ["pytest", "E   AssertionError: assert 2 == 3\n1 failed in 0.1s"],
  ["go", "--- FAIL: TestAdd (0.00s)\nFAIL\texample.com/a\t0.1s"],
  ["cargo", "test result: FAILED. 0 passed; 1 failed"],
  ["mocha, in color", "  0 passing\n\u001b[31m  1 failing\u001b[39m"],
] as const;

for (const [runner, output] of FAILURES) {
  Deno.test(`hookRunsTests() recognizes a failure of ${runner}`, () => assert.ok(hookRunsTests(output)));
}

const OTHERS = [
  ["eslint", "/a.ts\n  1:1  error  Unexpected var  no-var\n✖ 3 problems (3 errors, 0 warnings)"],
  [
    "the pre-commit framework",
    "trim trailing whitespace....Failed\n- hook id: trailing-whitespace\n- exit code: 1",
  ],
  ["a test run that passed before a linter", "# pass 3\n# fail 0\n0 failed\nlint: line too long"],
  ["commitlint", "✖   subject may not be empty [subject-empty]"],
  ["nothing", ""],
] as const;

for (const [hook, output] of OTHERS) {
  Deno.test(`hookRunsTests() does not mistake the output of ${hook}`, () => {
    assert.equal(hookRunsTests(output, "add.sh: No such file\nexit code 1\nnpm error code 1"), false);
  });
}

Deno.test("hookRunsTests() finds a line of the failing tests, with other times and numbers", () => {
  const tests = "> a@1.0.0 test\nadds two numbers: wanted 3 (12 ms)\nnpm error code 1";
  assert.ok(hookRunsTests("> husky\n  adds two numbers: wanted 3 (7 ms)\r\nnpm error code 1", tests));
  assert.equal(hookRunsTests("> a@1.0.0 test\nnpm error code 1", tests), false);
});
