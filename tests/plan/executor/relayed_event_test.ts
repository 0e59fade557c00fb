import assert from "node:assert/strict";
import { relayedEvent } from "../../../lib/plan/executor/relayed_event.ts";
import { fc } from "../../deps/fast_check.ts";

const TURN = { kind: "turn-started", plan: "01-01", task: 1, name: "Write it", attempt: 1 };

Deno.test("events of a lane's agent and checks are shown, without fields of their own", () => {
  assert.deepEqual(relayedEvent({ ...TURN, elapsed: 7, more: "x" }, "01-01"), TURN);
  const check = { kind: "check-finished", plan: "01-01", task: 1, command: "make", passed: true, output: "" };
  assert.deepEqual(relayedEvent({ ...check, expected: "failure" }, "01-01"), {
    ...check,
    expected: "failure",
  });
  assert.deepEqual(relayedEvent({ kind: "notice", message: "hi" }, "01-01"), {
    kind: "notice",
    message: "hi",
  });
});

Deno.test("the usage of a worker's agent keeps only its amounts", () => {
  const usage = { kind: "usage", plan: "01-01", task: 1, agent: "claude", role: "execution" };
  const tokens = { input: 10, cached: 2, output: 3 };
  const cost = { amount: 0.5, currency: "USD" };
  assert.deepEqual(relayedEvent({ ...usage, tokens, cost, context: {} }, "01-01"), {
    ...usage,
    tokens,
    cost,
  });
  assert.deepEqual(relayedEvent({ ...usage, tokens: { input: "1", output: 3 }, cost: 1 }, "01-01"), usage);
});

const REFUSED: readonly unknown[] = [
  undefined,
  "turn-started",
  { ...TURN, plan: "01-02" },
  { ...TURN, task: "1" },
  { ...TURN, name: undefined },
  { kind: "committed", plan: "01-01", task: 1, commit: "c", subject: "s", files: [] },
  { kind: "question-asked", question: {} },
  { kind: "run-finished" },
];
for (const value of REFUSED) {
  Deno.test(`a message with ${JSON.stringify(value)} shows nothing`, () => {
    assert.equal(relayedEvent(value, "01-01"), undefined);
  });
}

Deno.test("no message makes more of itself than an event of its own lane", () => {
  fc.assert(fc.property(fc.anything(), (value) => {
    const event = relayedEvent(value, "01-01");
    assert.ok(event === undefined || event.kind === "notice" || event.plan === "01-01");
  }));
});
