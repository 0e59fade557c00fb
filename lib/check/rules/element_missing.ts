import { firstCharacter, sectionOf } from "../text/elements.ts";
import { additionHint, misspeltTags } from "../text/misspelt_tags.ts";
import type { Rule } from "../rule.ts";

/** The elements that a plan needs, and those that it should have. */
const NEEDED = ["objective", "tasks"];
const EXPECTED = ["verification", "success_criteria", "output"];

/** Finds missing elements of the body. Elements that only name files to read are optional. */
export const elementMissing: Rule = {
  code: "element-missing",
  severity: "warning",
  strict: true,
  summary: "The body has an objective, tasks, a verification, success criteria and an output",
  why:
    "The agent works from these elements: `<objective>` and `<tasks>` define the work, the others define " +
    "when it is done and where the result is recorded. `<execution_context>` and `<context>` may be left out " +
    "when there is nothing to read. A missing objective or missing tasks are a warning, the others a hint.",
  shows: ["<objective>", "<tasks>", "<verification>", "<success_criteria>", "<output>"],
  *plan(plan) {
    if (plan.body.elements.length === 0) return;
    const missing = (names: readonly string[]) =>
      names.filter((name) => {
        const element = sectionOf(plan, name);
        if (name === "tasks" && sectionOf(plan, "feature") !== undefined) return false;
        return element === undefined || firstCharacter(plan, element.inner) === undefined;
      }).map((name) => `<${name}>`);
    const at = plan.body.elements[0]?.tag.start ?? plan.frontmatter.bodyStart;
    const span = { start: at, end: at };
    const needed = missing(NEEDED).filter((name) => name !== "<tasks>" || plan.tasks.length > 0);
    const expected = missing(EXPECTED);
    const names = expected.map((name) => name.slice(1, -1));
    const body = { start: plan.frontmatter.bodyStart, end: plan.source.text.length };
    const hints = [
      ...needed.includes("<tasks>") ? ["Put the tasks into `<tasks>`"] : [],
      ...needed.includes("<objective>") ? ["Describe in `<objective>` what is built"] : [],
      ...names.length > 0 ? [additionHint(names, misspeltTags(plan, body, plan.body.elements, names))] : [],
    ];
    if (hints.length === 0) return;
    yield {
      message: `The body has no ${[...needed, ...expected].join(", no ")}`,
      hint: hints.join("; "),
      span,
      ...(needed.length === 0 ? { severity: "hint" } : {}),
    };
  },
};
