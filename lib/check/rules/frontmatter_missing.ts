import { TOP_KEYS } from "../../parse/yaml/known_keys.ts";
import type { Finding, Rule } from "../rule.ts";

/** Length of the beginning of a file that is searched for fields, in UTF-16 code units. */
const MAX_SEARCHED = 2_000;
/** Number of fields that identify a plan of this tool. */
const MIN_FIELDS = 4;

/** Reports plan files without frontmatter. In practice most of them belong to other tools. */
export const frontmatterMissing: Rule = {
  code: "frontmatter-missing",
  severity: "warning",
  summary: "A plan file begins with YAML frontmatter between two lines `---`",
  why: "Many projects have files that end in PLAN.md and were made by other tools or by hand. They are " +
    "reported once and otherwise ignored: nothing in them is checked or executed.",
  shows: ["frontmatter"],
  withoutFrontmatter: true,
  *plan({ frontmatter, source: { text } }): Iterable<Finding> {
    if (frontmatter.kind !== "missing") return;
    const field = firstField(text.slice(0, MAX_SEARCHED));
    yield field === undefined
      ? {
        message: "The file has no frontmatter, so it is not read as a plan",
        hint: "Begin the file with a line `---` and the plan's fields, or rename it",
        span: { start: 0, end: 0 },
      }
      : {
        message: "These fields are not in frontmatter, so the file is not read as a plan",
        hint: "Begin the file with a line `---`, then write the fields, then a second line `---`",
        span: field,
      };
  },
};

/** The first field, if the text has so many fields of a plan that it can be nothing else. */
function firstField(text: string) {
  const found = [...text.matchAll(/(?<=^|\n)([a-z_]+):(?=[ \r\n])/g)].filter(([, key]) =>
    TOP_KEYS.includes(key!)
  );
  const first = found[0];
  if (first === undefined || new Set(found.map(([, key]) => key)).size < MIN_FIELDS) return undefined;
  return { start: first.index, end: first.index + first[1]!.length };
}
