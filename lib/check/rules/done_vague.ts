import type { Rule } from "../rule.ts";
import { isShort, IT_WORKS, NO_ANSWER, plainWords } from "../text/vague.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";
import { innerText } from "../text/elements.ts";

const WORK = "(?:the )?(?:task|work|code|change|feature|implementation|step|action|requirement)s?(?: \\d+)?";
const FINISHED =
  "(?:done|complete|completed|finished|implemented|made|met|ready|in place|successful|working)";
const ELSEWHERE = "(?:(?:done|complete|completed|implemented|works?|working) )?(?:as|see|per|like|same as) " +
  "(?:(?:described|specified|planned|requested|required|expected|stated|written|above|the|in|plan|action|" +
  "objective|description|task|verify|spec)(?: |$))+";
const VAGUE = new RegExp(
  `^(?:(?:(?:it|this|everything|all|all ${WORK}|${WORK}) (?:(?:is|are|was|were|has been|have been) )?)?` +
    `(?:(?:fully|successfully) )?${FINISHED}(?: successfully)?|all (?:done|good|set)|success|` +
    `${ELSEWHERE}|${IT_WORKS}|${NO_ANSWER})$`,
  "i",
);

/** The first words of all vague criteria. Few other criteria begin with them, so that few need the pattern, which takes
 * milliseconds to compile.
 */
const BEGINNINGS = new Set(
  ("action actions all app application are as change changes code complete completed done everything " +
    "feature features finished fully function functions implementation implementations implemented in is " +
    "it like look looks made met n na none ok okay per ready requirement requirements run runs same see " +
    "step steps success successful successfully task tasks that the things this work working works yes")
    .split(" "),
);

function isVague(criterion: string): boolean {
  if (/^[a-z]/i.test(criterion) && !beginsVague(criterion)) return false;
  const words = plainWords(criterion);
  return beginsVague(words) && VAGUE.test(words);
}

function beginsVague(text: string): boolean {
  const [first = ""] = /^[a-z]+/i.exec(text) ?? [];
  return BEGINNINGS.has(first.toLowerCase());
}

/** Finds criteria that would be met by any result. */
export const doneVague: Rule = {
  code: "done-vague",
  severity: "hint",
  summary: "`<done>` states what is true once the task is done",
  why: "The agent works towards `<done>`, and reviewers compare the commit with it. `Done`, `It works` and " +
    "`As described` are true of everything. They are accepted in a task with `<acceptance_criteria>`.",
  shows: ["<done>"],
  *plan(plan) {
    for (const { number, type, element } of plan.tasks) {
      const child = childOf(element, "done");
      if (type !== "auto" || child === undefined || !isShort(child)) continue;
      if (!isVague(innerText(plan, child).trim())) continue;
      if (element.children.some(({ name }) => name === "acceptance_criteria")) continue;
      yield {
        message: `The criterion of task ${number} would be met by any result`,
        hint:
          "State what can be observed only when the task is done, for example `A wrong password gets a 401`",
        span: child.tag,
      };
    }
  },
};
