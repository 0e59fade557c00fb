import assert from "node:assert/strict";
import { type CheckKind, checkKind } from "../../../lib/plan/checks/check_kind.ts";

const KINDS: Readonly<Record<CheckKind, readonly string[]>> = {
  "tests": [
    "npm test",
    "npm test -- src/a.test.ts",
    "cd app && npx jest --testPathPattern a 2>&1 | tail -5",
    "python -m pytest tests/test_a.py -x -q",
    "npm run typecheck && node --test tests/a.test.ts",
    'node --test a.test.js | grep -E "^(ok|not ok|# pass|# fail)" | tail -20',
    "sh tests/words_test.sh | grep -q '5 passed'",
  ],
  "expects-failure": [
    "! npm test",
    "! node a.test.js # fails until task 2",
    "node a.test.js; test $? -ne 0",
    "node a.test.js; rc=$?; node b.test.js; test $rc -ne 0 -o $? -ne 0",
    'node --test a.test.js 2>&1 | grep -qE "not ok|# fail" && echo RED-OK',
    "test -e lib/a.awk || sh a_test.sh 2> /dev/null | grep -q '^FAIL counts'",
  ],
  "other": [
    "test -f tests/a.test.ts",
    "[ -s a.txt ]",
    "! grep -q later src/a.ts",
    "grep -c it tests/a.test.ts",
    "sh -n tests/a_test.sh && node --check b.js",
    "cd app && npm run typecheck",
    "npx tsc --noEmit",
    "npm test || true",
    "npm test; echo EXPECT RED",
    'npm test | grep -E "^(not ok|fail)" | wc -l',
    "node a.test.js; test $? -ne 0 && echo RED || echo GREEN",
  ],
};

for (const [kind, commands] of Object.entries(KINDS)) {
  for (const command of commands) {
    Deno.test(`checkKind() of ${command} is ${kind}`, () => assert.equal(checkKind(command), kind));
  }
}
