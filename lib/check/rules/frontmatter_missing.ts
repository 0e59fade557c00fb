import { TOP_KEYS } from "../../parse/yaml/known_keys.ts";
import type { Finding, Rule } from "../rule.ts";

/** How far from its beginning a file is searched for fields, in characters. */
const LOOKED_AT = 2_000;
/** How many fields show that a plan of this tool was meant. */
const ENOUGH = 4;

/** A plan file begins with frontmatter. Many in the field do not: they belong to other tools. */
export const frontmatterMissing: Rule = {
  code: "frontmatter-missing",
  severity: "warning",
  summary: "A plan file begins with YAML frontmatter between two lines `---`",
  why: "Many trees hold files that end in PLAN.md and were made by other tools or by hand. They are " +
    "reported once and otherwise left alone: nothing in them is checked or executed.",
  shows: ["frontmatter"],
  *plan({ frontmatter, source: { text } }): Iterable<Finding> {
    if (frontmatter.kind !== "missing") return;
    const field = firstField(text.slice(0, LOOKED_AT));
    yield field === undefined
      ? {
        message: "No frontmatter: this is not a plan of this tool, and is left alone",
        hint: "Begin the file with a line `---` and the plan's fields, or give it another name",
        span: { start: 0, end: 0 },
      }
      : {
        message: "The fields of a plan stand here, but not as frontmatter, so the plan is left alone",
        hint:
          "Let the file begin with a line of three hyphens, `---`, then the fields, then such a line again",
        span: field,
      };
  },
};

/** The first key, where there are as many of a plan as no other file has. */
function firstField(text: string) {
  const found = [...text.matchAll(/(?<=^|\n)([a-z_]+):(?=[ \r\n])/g)].filter(([, key]) =>
    TOP_KEYS.includes(key!)
  );
  const first = found[0];
  if (first === undefined || new Set(found.map(([, key]) => key)).size < ENOUGH) return undefined;
  return { start: first.index, end: first.index + first[1]!.length };
}
