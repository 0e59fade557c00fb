import type { Rule } from "../rule.ts";
import { isShort, IT_WORKS, NO_ANSWER, plainWords, SUBJECT_AND_GOOD } from "../text/vague.ts";

const VAGUE = new RegExp(
  `^(?:(?:please )?(?:make sure|ensure|verify|check|confirm|test|see)(?: that| if)?${SUBJECT_AND_GOOD}` +
    `|${IT_WORKS}` +
    `|(?:manual(?:ly)? )?(?:test|testing|review|check|verification|inspection)(?: manually)?` +
    `|look at it|${NO_ANSWER})$`,
  "i",
);

/** A task's verification can fail: a command, or a check that says what to look at. */
export const verifyVague: Rule = {
  code: "verify-vague",
  severity: "hint",
  summary: "`<verify>` holds a command or says what to look at",
  why: "A check that cannot fail proves nothing: `It works` is true of everything. A command in " +
    "`<automated>` is run by the tool after the task, and its output goes back to the agent when it " +
    "fails.",
  shows: ["<verify>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const { task, element } of plan.tasks) {
      const child = element.children.find(({ name }) => name === "verify");
      if (task.type !== "auto" || child === undefined || !isShort(child) || task.checks.length > 0) continue;
      if (!VAGUE.test(plainWords(task.verify))) continue;
      yield {
        message: `The verification of task ${task.number} would pass whatever was done`,
        hint: "Give a command in `<automated>`, or say what to do and what has to be seen",
        span: child.tag,
      };
    }
  },
};
