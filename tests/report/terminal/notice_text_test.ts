import assert from "node:assert/strict";
import type { Question } from "../../../schemas/question.ts";
import { questionLines } from "../../../lib/report/run/question_text.ts";
import { noticeText } from "../../../lib/report/terminal/notice_text.ts";
import { makeStyle } from "../../../lib/report/terminal/style.ts";

const LONG = "The program of this project runs commands that you have not seen before";

Deno.test("a notice and the details of a question break between words at a terminal, and nowhere else", () => {
  const details: Question = {
    id: "trust",
    kind: "safety",
    title: "Run it?",
    details: `${LONG}\n\n  agent.command  npx agent`,
    choices: [],
    open: false,
  };
  const narrow = makeStyle(false, 40);
  assert.equal(
    noticeText(LONG, narrow),
    "! The program of this project runs\n  commands that you have not seen before\n",
  );
  assert.equal(
    questionLines(details, narrow).join("\n"),
    "    The program of this project runs\n    commands that you have not seen\n    before\n\n" +
      "      agent.command  npx agent",
  );
  assert.equal(
    noticeText(`Two:\n- ${LONG}`, narrow),
    "! Two:\n  - The program of this project runs\n    commands that you have not seen\n    before\n",
  );
  for (const style of [makeStyle(false), makeStyle(false, 100)]) {
    assert.equal(noticeText(LONG, style), `! ${LONG}\n`);
    assert.deepEqual(questionLines(details, style)[0], `    ${LONG}`);
  }
});
