import type { Rule } from "../rule.ts";
import { childOf } from "../../parse/plan_file/scan_body.ts";
import type { TaskNode } from "../../parse/plan_file/tasks.ts";
import { innerText } from "../text/elements.ts";

const NUMBERING = /^(?:(?:task|step)\s*)?\d+(?:\.\d+)*\s*[:.)—–-]?\s*|^task\s*[:.)—–-]\s*/i;
const PHRASES = [
  "misc(?:ellaneous)?|various|stuff|things?|other|to-?do|clean-?\\s?up|fixes|changes|updates?|improvements?",
  "final touches|finish(?:ing)?(?: up)?|wrap(?:ping)? up|work",
  "(?:do|fix|update|improve) (?:it|things?|stuff|everything|the work)",
  "various (?:fixes|changes|updates|improvements)",
];
const VAGUE = `^(?:${PHRASES.join("|")})`;
const BEGINS_VAGUE = new RegExp(VAGUE, "i");

/** Tries the cheap pattern first: the one for letters of all scripts takes milliseconds to compile. */
function isVague(name: string): boolean {
  return BEGINS_VAGUE.test(name) && new RegExp(`${VAGUE}[^\\p{L}\\p{N}]*$`, "iu").test(name);
}

/** Finds names that describe no action: the name becomes the first line of the task's commit. */
export const taskName: Rule = {
  code: "task-name",
  severity: "hint",
  summary: "A task's name is a verb with an object: `[Verb] [noun]`",
  why: "The name becomes the first line of the task's commit, where it must inform readers of the history. " +
    "`Task 3`, `Setup` and `Various fixes` do not.",
  shows: ["<name>"],
  *plan(plan) {
    for (const node of plan.tasks) {
      const { number, type, element } = node;
      const child = childOf(element, "name");
      if (type !== "auto" || child === undefined || isStep(node)) continue;
      const written = innerText(plan, child).trim();
      const name = written.replace(NUMBERING, "");
      if (written === "" || !(name === "" || isVague(name) || /^[A-Za-z]+$/.test(name))) continue;
      yield {
        message: `The name "${written}" of task ${number} does not describe what is done`,
        hint: "Write a verb and its object, for example `Add the login form`",
        span: child.inner,
      };
    }
  },
};

/** Reports whether a task is a step of a feature: the names of its steps are made of its own. */
function isStep(node: TaskNode): boolean {
  return node.element.name === "feature" && node.task.type === "auto" && node.task.tdd !== undefined;
}
