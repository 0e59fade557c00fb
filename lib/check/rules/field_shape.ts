import type { Rule } from "../rule.ts";

/** The fields are written as the specification writes them, not only so that they can be guessed. */
export const fieldShape: Rule = {
  code: "field-shape",
  severity: "warning",
  strict: true,
  summary: "Each field of the frontmatter has the form the specification gives it",
  *plan(plan) {
    yield* plan.notes;
  },
};
