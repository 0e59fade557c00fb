import type { BodyElement } from "../../parse/plan_file/scan_body.ts";
import type { Rule } from "../rule.ts";

/** Elements that may be repeated: all of them are read, or none. */
const REPEATED = new Set(["tasks", "task", "feature", "interfaces", "threat_model", "read_first", "options"]);

/** Finds repeated elements, of which only the first one would be read. */
export const elementDuplicate: Rule = {
  code: "element-duplicate",
  severity: "warning",
  strict: true,
  summary: "Each element of the body and of a task appears once",
  why: "Only the first of several elements with one name is read, so the content of the others would be " +
    "lost: a second `<action>` never reaches the agent.",
  shows: ["<tasks>"],
  *plan(plan) {
    for (const element of repeated(plan.body.elements)) {
      yield {
        message: `<${element.name}> is repeated here, and only the first one is read`,
        hint: "Move its text into the first one",
        span: element.tag,
      };
    }
    for (const { number, element } of plan.tasks) {
      for (const child of repeated(element.children)) {
        yield {
          message: `Task ${number} repeats <${child.name}> here, and only the first one is read`,
          hint: "Move its text into the first one, or make it a separate task",
          span: child.tag,
        };
      }
    }
  },
};

function repeated(elements: readonly BodyElement[]): readonly BodyElement[] {
  return elements.filter(({ name }, index) =>
    !REPEATED.has(name) && elements.findIndex((other) => other.name === name) < index
  );
}
