import { planKeys } from "../../../generated/metadata.ts";
import type { Rule } from "../rule.ts";
import { spanAt } from "../../parse/plan_frontmatter.ts";

/** The fields that every plan needs are there. Spec: DECISIONS, Required frontmatter. */
export const missingField: Rule = {
  code: "missing-field",
  severity: "error",
  summary: "The required fields of the frontmatter are there",
  why: "These fields say where a plan belongs, when it runs and when it is done. `requirements` alone may " +
    "be left out.",
  shows: ["frontmatter"],
  *plan(plan) {
    if (plan.frontmatter.kind !== "parsed") return;
    for (const error of plan.schemaErrors) {
      if (error.keyword !== "required") continue;
      const name = String(error.params["missingProperty"]);
      const description = planKeys.find((key) => key.key === name && error.instancePath === "")?.description;
      const where = error.instancePath === ""
        ? ""
        : ` in ${error.instancePath.slice(1).replaceAll("/", ".")}`;
      yield {
        message: `The field "${name}" is missing${where}`,
        hint: description === undefined
          ? `Add \`${name}: …\``
          : `Add \`${name}: …\`. ${description.replace(/\.$/, "")}`,
        span: error.instancePath === ""
          ? { start: plan.frontmatter.span.start, end: plan.frontmatter.span.start }
          : spanAt(plan.frontmatter.root, error.instancePath),
      };
    }
  },
};
