import assert from "node:assert/strict";
import { AcpTurn } from "../../../../lib/apply/agent/acp/turn.ts";

function textOf(...texts: readonly (readonly [text: string, message?: string])[]): string | undefined {
  const turn = new AcpTurn({ title: "An agent", login: "" });
  for (const [text, message] of texts) turn.onText(text, message);
  const result = turn.result({ stopReason: "end_turn" }, 0);
  return result.kind === "finished" ? result.text : undefined;
}

Deno.test("another message begins on a line of its own, and the parts of one stay together", () => {
  assert.equal(textOf(["I look.", "a"], ["```js", "b"], ["on\n{}\n```", "b"]), "I look.\n```json\n{}\n```");
  assert.equal(textOf(["I look.\n", "a"], ["{}", "b"]), "I look.\n{}");
  assert.equal(textOf(["one "], ["two"]), "one two", "without names");
});
