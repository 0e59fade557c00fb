import type { Rule } from "../rule.ts";

const SUBJECT = "(?:it|this|that|everything|all|things|the (?:code|feature|task|changes?|app|application))";
const GOOD = "(?:works?|is working|are working|functions?|runs?|is (?:ok|okay|fine|good|correct|right|done))";
const HOW = "(?: (?:correctly|properly|fine|well|as (?:expected|intended|designed)))?";
const VAGUE = new RegExp(
  `^(?:(?:please )?(?:make sure|ensure|verify|check|confirm|test|see)(?: that| if)?(?: ${SUBJECT})?(?: ${GOOD})?${HOW}` +
    `|${SUBJECT} ${GOOD}${HOW}|works?${HOW}` +
    `|(?:manual(?:ly)? )?(?:test|testing|review|check|verification|inspection)(?: manually)?` +
    `|looks? (?:good|right|ok|fine)|look at it|tbd|n/?a|none|yes|ok|done)$`,
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
      if (task.type !== "auto" || child === undefined || task.checks.length > 0) continue;
      const words = task.verify.replace(/<[^<>]*>/g, " ").replace(/[.!;,]+(?=\s|$)/g, "").replace(
        /\s+/g,
        " ",
      );
      if (!VAGUE.test(words.trim())) continue;
      yield {
        message: `The verification of task ${task.number} would pass whatever was done`,
        hint: "Give a command in `<automated>`, or say what to do and what has to be seen",
        span: child.tag,
      };
    }
  },
};
