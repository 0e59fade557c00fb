import assert from "node:assert/strict";
import { parseAnswers, parseSteering } from "../../../lib/plan/steer/steering_command.ts";

const TELL = {
  formatVersion: 1,
  at: "2026-01-01T00:00:00Z",
  action: "tell",
  plan: "01-01",
  text: "Use tabs",
};
const ANSWER = {
  formatVersion: 1,
  at: "2026-01-01T00:00:00Z",
  action: "answer",
  question: "merge",
  value: "y\u202ees",
};

Deno.test("the lines of commands.jsonl are commands to plans or answers, and anything else is omitted", () => {
  const others = [{ ...ANSWER, value: 1 }, { ...ANSWER, value: "x".repeat(20_001) }, {
    ...TELL,
    plan: "../x",
  }, null];
  const text = [TELL, ANSWER, ...others].map((line) => JSON.stringify(line)).join("\n");
  assert.deepEqual(parseSteering(`{"a\n${text}`), [TELL]);
  assert.deepEqual(parseAnswers(`{"a\n${text}`), [{ ...ANSWER, value: "yes" }]);
});
