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

/** The letters of all scripts cost milliseconds: they are asked about where a name may be vague. */
function isVague(name: string): boolean {
  return BEGINS_VAGUE.test(name) && new RegExp(`${VAGUE}[^\\p{L}\\p{N}]*$`, "iu").test(name);
}

/** A task's name says an action: it becomes the first line of the task's commit. */
export const taskName: Rule = {
  code: "task-name",
  severity: "hint",
  summary: "A task's name says what is done to what: `[Verb] [noun]`",
  why: "The name becomes the first line of the task's commit, where it has to say something to a reader of " +
    "the history. `Task 3`, `Setup` and `Various fixes` do not.",
  shows: ["<name>"],
  *plan(plan) {
    if (plan.frontmatter.kind === "missing") return;
    for (const { task, element } of plan.tasks) {
      const child = element.children.find(({ name }) => name === "name");
      if (task.type !== "auto" || child === undefined) continue;
      const written = plan.source.text.slice(child.inner.start, child.inner.end).trim();
      const name = written.replace(NUMBERING, "");
      if (written === "" || !(name === "" || isVague(name) || /^[A-Za-z]+$/.test(name))) continue;
      yield {
        message: `The name "${written}" of task ${task.number} does not say what is done`,
        hint: "Begin with a verb and say what it is done to, for example `Add the login form`",
        span: child.inner,
      };
    }
  },
};
