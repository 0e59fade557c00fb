import type { TaskType } from "../../../schemas/plan_file.ts";
import { escapedElements } from "../../parse/plan_file/escaped_entities.ts";
import type { Finding, Rule } from "../rule.ts";

/** Elements that are read only in checkpoints. */
const OF_CHECKPOINTS = ["what-built", "how-to-verify", "resume-signal", "decision", "options"];
/** Elements that are not read in a task of a type. */
const UNREAD: Readonly<Record<TaskType, readonly string[]>> = {
  "auto": OF_CHECKPOINTS,
  "checkpoint:human-verify": ["action", "verify", "decision", "options"],
  "checkpoint:decision": ["what-built", "how-to-verify", "verify"],
  "checkpoint:human-action": ["what-built", "what-to-do", "how-to-verify", "decision", "options"],
};

/** Finds elements that are ignored because they belong to a task of another type. */
export const taskChildren: Rule = {
  code: "task-children",
  severity: "warning",
  strict: true,
  summary: "A task contains only elements that are read for its type",
  why:
    "`<how-to-verify>` in an auto task is never shown to anyone. Most often the type is wrong. The agent " +
    "does not work on a checkpoint, so an `<action>` or a `<verify>` next to the checkpoint's own elements " +
    "is ignored: that is a hint.",
  shows: ["<task>"],
  *plan(plan): Iterable<Finding> {
    for (const { number, type, element } of plan.tasks) {
      if (element.name === "feature" || !element.attributes.has("type")) continue;
      const ofOthers = element.children.filter(({ name }) => UNREAD[type].includes(name));
      if (ofOthers.length === 0) continue;
      const read = [...escapedElements(element, type, plan.source.text).values()].flat();
      const unread = ofOthers.filter((child) => !read.includes(child));
      const first = unread[0];
      if (first === undefined) continue;
      const names = [...new Set(unread.map(({ name }) => `<${name}>`))].join(", ");
      yield {
        message: `Task ${number} is ${type === "auto" ? "an auto task" : `a ${type}`}, so its ${names} ${
          names.includes(",") ? "are" : "is"
        } not read`,
        hint: type === "auto"
          ? `Write \`type="${typeFor(first.name)}"\` if a person must answer, otherwise remove it`
          : "Move it to an auto task before the checkpoint, or remove it",
        span: first.tag,
        severity: type === "auto" ? "warning" : "hint",
      };
    }
  },
};

function typeFor(element: string): TaskType {
  if (element === "decision" || element === "options") return "checkpoint:decision";
  return element === "resume-signal" ? "checkpoint:human-action" : "checkpoint:human-verify";
}
