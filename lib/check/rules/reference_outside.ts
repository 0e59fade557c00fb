import { placeOf, referencesOf } from "../../parse/references.ts";
import type { Finding, Rule } from "../rule.ts";

/** What a plan gives to read can be read on every machine. Home folders are where agents keep their workflows. */
export const referenceOutside: Rule = {
  code: "reference-outside",
  severity: "hint",
  summary: "The files in `<context>` and `<execution_context>` lie in the project, or below a home folder",
  why:
    "A path from the root of a disk exists on one machine only, and one that leads out of the project by `..` is not " +
    "there in the working trees that plans are executed in. Paths such as `@~/…` and `@$HOME/…` are fine.",
  shows: ["<execution_context>", "<context>"],
  *plan(plan): Iterable<Finding> {
    if (plan.frontmatter.kind === "missing") return;
    const found = referencesOf(plan).filter(({ path }) =>
      ["absolute", "outside"].includes(placeOf(path).kind)
    );
    const first = found[0];
    if (first === undefined) return;
    const more = found.length > 1 ? `, and so do ${found.length - 1} more` : "";
    yield {
      message: placeOf(first.path).kind === "absolute"
        ? `The path ${first.path} exists on one machine only${more.replace("so do", "so are")}`
        : `The path ${first.path} leads out of the project${more}`,
      hint: "Write it relative to the project's root, or from the home folder: `@~/…`",
      span: first.span,
    };
  },
};
