import type { Rule } from "../rule.ts";
import { isShort, IT_WORKS, NO_ANSWER, plainWords, SUBJECT_AND_GOOD } from "../text/vague.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";
import { checksOf } from "../text/checks_of.ts";
import { innerText } from "../text/elements.ts";

const VAGUE = new RegExp(
  `^(?:(?:please )?(?:make sure|ensure|verify|check|confirm|test|see)(?: that| if)?${SUBJECT_AND_GOOD}` +
    `|${IT_WORKS}` +
    `|(?:manual(?:ly)? )?(?:test|testing|review|check|verification|inspection)(?: manually)?` +
    `|look at it|${NO_ANSWER})$`,
  "i",
);

/** Finds verifications that cannot fail. */
export const verifyVague: Rule = {
  code: "verify-vague",
  severity: "hint",
  summary: "`<verify>` contains a command or describes what to check",
  why:
    "A check that cannot fail proves nothing: `It works` is true of everything. The tool runs the command " +
    "in `<automated>` after the task, and returns its output to the agent if it fails.",
  shows: ["<verify>"],
  *plan(plan) {
    const checked = new Set(checksOf(plan).map(({ task }) => task));
    for (const { number, type, element } of plan.tasks) {
      const child = childOf(element, "verify");
      if (type !== "auto" || child === undefined || !isShort(child) || checked.has(number)) continue;
      if (!VAGUE.test(plainWords(innerText(plan, child)))) continue;
      yield {
        message: `The verification of task ${number} would pass with any result`,
        hint: "Write a command in `<automated>`, or describe what to do and what result to expect",
        span: child.tag,
      };
    }
  },
};
