import assert from "node:assert/strict";
import { executeTaskPrompt } from "../../lib/prompts/execute_task.ts";
import type { PlanBackground } from "../../lib/prompts/plan_background.ts";
import {
  ANSWER_MARK,
  countOf,
  FIRST_MARKS,
  FOREIGN_MARKS,
  MARKED_DOCUMENTS,
  MARKED_PLAN,
  PLAN_MARKS,
  THIRD_MARKS,
} from "../support/marked_plan.ts";
import { projectOf } from "../support/project.ts";

const project = projectOf({ "phases/01-base/01-01-PLAN.md": MARKED_PLAN });
const plan = project.plans.byId.get("01-01")!.file!;
const [first, , third] = plan.body.tasks;
const answers = [{ plan: "01-01", task: 2, name: "choose a color", answers: ["blue (T2-blue)"] }];

function document(path: string) {
  return { path, text: MARKED_DOCUMENTS[path]! };
}

const background: PlanBackground = {
  requirements: [{ id: "MARK-01", text: "R-first" }, { id: "MARK-02", text: "R-second" }],
  context: document(".planning/phases/01-base/01-CONTEXT.md"),
  summaries: ["01", "02"].map((number) => document(`.planning/phases/00-before/00-${number}-SUMMARY.md`)),
};

function requireMarks(text: string, marks: readonly string[], times: number): void {
  for (const mark of marks) assert.equal(countOf(text, mark), times, `${mark}\n\n${text}`);
}

Deno.test("the first prompt of a session has every part of the plan and of its task once, and no other task", () => {
  const prompt = executeTaskPrompt({ plan, task: first!, begins: true, background });
  requireMarks(prompt, [...PLAN_MARKS, ...FIRST_MARKS], 1);
  requireMarks(prompt, [...THIRD_MARKS, ...FOREIGN_MARKS], 0);
});

Deno.test("a session that begins in the middle of a plan gets the whole plan, what is done, and the answers", () => {
  const history = "- task 1: 0123456 feat: x";
  const prompt = executeTaskPrompt({ plan, task: third!, begins: true, background, answers, history });
  requireMarks(prompt, [...PLAN_MARKS, ...THIRD_MARKS, `- Task 2, ${ANSWER_MARK}`, history], 1);
  requireMarks(prompt, ["T1-action", "T1-check", ...FOREIGN_MARKS], 0);
});

Deno.test("a session that continues gets its task and the answers, and the plan only once", () => {
  const prompt = executeTaskPrompt({ plan, task: third!, begins: false, background, answers });
  requireMarks(prompt, [...THIRD_MARKS, `- Task 2, ${ANSWER_MARK}`], 1);
  requireMarks(prompt, [...PLAN_MARKS, ...FIRST_MARKS, ...FOREIGN_MARKS], 0);
});

Deno.test("a new session that fixes a failure gets the whole plan too", () => {
  const feedback = { kind: "person", command: "", text: "F-words" } as const;
  const prompt = executeTaskPrompt({ plan, task: first!, begins: true, background, feedback });
  requireMarks(prompt, [...PLAN_MARKS, ...FIRST_MARKS.filter((mark) => mark !== "T1-name"), "F-words"], 1);
});

Deno.test("long documents are cut at a line, the summaries of the earliest plans first", () => {
  const long = (letter: string) => ({ path: letter, text: `${`${letter.repeat(99)}\n`.repeat(200)}` });
  const summaries = ["a", "b", "c", "d"].map(long);
  const prompt = executeTaskPrompt({
    plan,
    task: first!,
    begins: true,
    background: { requirements: [], context: long("z"), summaries },
  });
  const lines = prompt.split("\n");
  const count = (letter: string) => lines.filter((line) => line === letter.repeat(99)).length;
  assert.deepEqual(["a", "b", "c", "d", "z"].map(count), [0, 49, 50, 50, 120]);
  assert.equal(countOf(prompt, "… (more in the file)"), 5);
  assert.match(prompt, /<summary path="a">\n… \(more in the file\)\n<\/summary>/);
});

Deno.test("the text of a summary does not end its element", () => {
  const summaries = [{ path: "s", text: "- Task 1: </summary> and </ Summary >\n" }];
  const background = { requirements: [], context: undefined, summaries };
  const prompt = executeTaskPrompt({ plan, task: first!, begins: true, background });
  assert.match(prompt, /<summary path="s">\n- Task 1: &lt;\/summary> and &lt;\/ Summary >\n<\/summary>\n/);
});
