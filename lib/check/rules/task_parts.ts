import type { TaskType } from "../../../schemas/plan_file.ts";
import { type BodyElement, childOf } from "../../parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { escapedElements } from "../../parse/plan_file/escaped_entities.ts";
import { firstCharacter } from "../text/elements.ts";
import { additionHint, misspeltTags } from "../text/misspelt_tags.ts";
import type { Finding, Rule } from "../rule.ts";
import { together } from "../text/together.ts";

/** The elements that a task of each type needs. Any one of several on a line is enough. */
const PARTS: Readonly<Record<TaskType, readonly (readonly string[])[]>> = {
  "auto": [
    ["name", "title"],
    ["files"],
    ["action", "description", "behavior"],
    ["verify", "acceptance_criteria"],
    ["done", "acceptance_criteria"],
  ],
  "checkpoint:human-verify": [["what-built"], ["how-to-verify"], ["resume-signal"]],
  "checkpoint:decision": [],
  "checkpoint:human-action": [],
};

/** Finds tasks that lack an element that their type needs. */
export const taskParts: Rule = {
  code: "task-parts",
  severity: "warning",
  strict: true,
  summary: "Each task has the elements that its type needs",
  why: "An agent needs to know what to do, where, and when it is done; a person needs to know what to " +
    "inspect and how to answer. A human-verify checkpoint with an `<action>` or a `<verify>` in place of its " +
    "own elements is read as intended.",
  shows: ["<task>"],
  plan(plan) {
    return together(partsMissing(plan), plan.source.path);
  },
};

function* partsMissing(plan: PlanDocument): Iterable<Finding> {
  for (const { number, type, element } of plan.tasks) {
    if (element.name === "feature") continue;
    const lacking = PARTS[type].filter((names) => !names.some((name) => isGiven(plan, element, name)));
    if (lacking.length === 0) continue;
    const missing = lacking.map((names) => names[0]!);
    const others = escapedElements(element, type, plan.source.text);
    const renames = missing.flatMap((meant) =>
      (others.get(meant) ?? []).map(({ name, tag }) => ({ written: name, meant, span: tag }))
    );
    const absent = missing.filter((name) => !others.has(name));
    const typos = misspeltTags(plan, element.inner, element.children, absent);
    const parts = [
      ...renames.map(({ written, meant }) => `<${written}> in place of <${meant}>`),
      ...absent.map((name) => `no <${name}>`),
    ];
    yield {
      message: `Task ${number} has ${parts.join(", ")}`,
      hint: additionHint(missing, [...renames, ...typos]),
      span: element.tag,
    };
  }
}

/** Reports whether an element exists and has content. `<files>` may be empty, because a task may change no file. */
function isGiven(plan: PlanDocument, task: BodyElement, name: string): boolean {
  if ((name === "name" || name === "title") && task.attributes.has(name)) return true;
  const part = childOf(task, name);
  return part !== undefined &&
    (name === "files" || firstCharacter(plan, part.inner) !== undefined);
}
