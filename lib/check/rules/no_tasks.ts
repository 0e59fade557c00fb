import type { Rule } from "../rule.ts";

/** A plan holds at least one task; one without would be complete before it began. */
export const noTasks: Rule = {
  code: "no-tasks",
  severity: "warning",
  strict: true,
  summary: "A plan has at least one `<task>`, or for a tdd plan a `<feature>`",
  why: "The tasks are what is executed. A plan without any has nothing to commit, and would count as " +
    "complete without a thing being done.",
  shows: ["<tasks>"],
  *plan(plan) {
    const { frontmatter } = plan;
    if (frontmatter.kind !== "parsed" || plan.tasks.length > 0) return;
    const element = plan.body.elements.find(({ name }) => name === "tasks");
    yield {
      message: "The plan has no task, so there is nothing to execute",
      hint: plan.fields["type"] === "tdd" ? "Add a `<feature>` or a `<task>`" : "Add a `<task>` in `<tasks>`",
      span: element?.tag ?? { start: frontmatter.bodyStart, end: frontmatter.bodyStart },
    };
  },
};
