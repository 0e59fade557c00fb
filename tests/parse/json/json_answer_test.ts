import assert from "node:assert/strict";
import { readJsonAnswer } from "../../../lib/parse/json/json_answer.ts";

const ANSWERS: readonly [what: string, text: string, data: unknown][] = [
  ["a fenced block", 'Here:\n\n```json\n{"a": 1}\n```\n', { a: 1 }],
  ["the last of several", '```json\n{"a": 1}\n```\nNo:\n```JSON\r\n{"a": 2}\r\n```', { a: 2 }],
  ["a block that holds fences", '````json\n{"a": "```"}\n````', { a: "```" }],
  ["an indented block", "  ```json\n  [1]\n  ```", [1]],
  ["data and nothing else", ' {"a": 1} ', { a: 1 }],
];

Deno.test("readJsonAnswer() finds the data of an answer", async (t) => {
  for (const [what, text, data] of ANSWERS) {
    await t.step(what, () => assert.deepEqual(readJsonAnswer(text), { kind: "data", value: data }));
  }
});

const NONE: readonly [what: string, text: string, problem: RegExp][] = [
  ["prose", "All is well.", /^There is no fenced json block in it$/],
  ["a block that is not closed", '```json\n{"a": 1}', /^There is no fenced json block/],
  ["a block of something else", "```ts\nlet a;\n```", /^There is no fenced json block/],
  ["a block that does not parse", "```json\n{a: 1}\n```", /^Its json block cannot be read: /],
  ["a flood", "x".repeat(2_000_001), /^It has more than 2000000 characters$/],
];

Deno.test("readJsonAnswer() says why there is no data", async (t) => {
  for (const [what, text, problem] of NONE) {
    await t.step(what, () => {
      const answer = readJsonAnswer(text);
      assert.match(answer.kind === "none" ? answer.problem : "", problem);
    });
  }
});
