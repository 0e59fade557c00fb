import type { Rule } from "../rule.ts";

/** A plan file begins with frontmatter. Many in the field do not: they belong to other tools. */
export const frontmatterMissing: Rule = {
  code: "frontmatter-missing",
  severity: "warning",
  summary: "A plan file begins with YAML frontmatter between two lines `---`",
  why: "Many trees hold files that end in PLAN.md and were made by other tools or by hand. They are " +
    "reported once and otherwise left alone: nothing in them is checked or executed.",
  shows: ["frontmatter"],
  *plan(plan) {
    if (plan.frontmatter.kind !== "missing") return;
    yield {
      message: "No frontmatter: this is not a plan of this tool, and is left alone",
      hint: "Begin the file with a line `---` and the plan's fields, or give it another name",
      span: { start: 0, end: 0 },
    };
  },
};
