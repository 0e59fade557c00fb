import type { Rule } from "../rule.ts";
import { together } from "../text/together.ts";

/** Reports fields that are readable but not in the form of the specification. */
export const fieldShape: Rule = {
  code: "field-shape",
  severity: "warning",
  strict: true,
  summary: "Each field of the frontmatter has its documented form",
  why: "A list of must-haves that is a plain list, an artifact that is only its path, a number in quotes: " +
    "all of these are read as intended. Other tools that read the file may not guess as well.",
  shows: ["frontmatter"],
  plan({ notes, source: { path } }) {
    return together(notes, path);
  },
};
