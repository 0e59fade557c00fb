import type { Rule } from "../rule.ts";

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
    for (const { task, element } of plan.tasks) {
      const child = element.children.find(({ name }) => name === "name");
      // The names of a feature's steps are made of its own.
      if (task.type !== "auto" || child === undefined || (element.name === "feature" && task.tdd)) continue;
      const written = plan.source.text.slice(child.inner.start, child.inner.end).trim();
      const name = written.replace(NUMBERING, "");
      if (written === "" || !(name === "" || isVague(name) || /^[A-Za-z]+$/.test(name))) continue;
      yield {
        message: `The name "${written}" of task ${task.number} does not describe what is done`,
        hint: "Write a verb and its object, for example `Add the login form`",
        span: child.inner,
      };
    }
  },
};
