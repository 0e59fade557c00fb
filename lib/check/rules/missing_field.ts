import { planKeys } from "../../../generated/metadata.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { Finding, Rule } from "../rule.ts";

/** Reports missing fields that every plan needs. A complete plan is not revised, so its missing fields are
 * only a hint. See generated/plan-file.md.
 */
export const missingField: Rule = {
  code: "missing-field",
  severity: "error",
  summary: "The frontmatter has all required fields",
  why:
    "These fields define where a plan belongs, when it runs and when it is done. Only `requirements` may " +
    "be left out. Fields missing from a complete plan are a hint.",
  shows: ["frontmatter"],
  *phase(phase) {
    for (const plan of phase.plans) {
      const path = plan.source.path;
      const missing = missingFields(plan);
      const first = missing[0];
      if (first !== undefined && hasSummary(phase, plan)) {
        yield { ...ofCompletePlan(first, missing), path };
      } else for (const { finding } of missing) yield { ...finding, path };
    }
  },
};

/** A field that is missing. */
interface MissingField {
  readonly name: string;
  readonly finding: Finding;
}

function missingFields(plan: PlanDocument): readonly MissingField[] {
  const { frontmatter } = plan;
  if (frontmatter.kind !== "parsed") return [];
  return plan.schemaErrors.filter(({ keyword }) => keyword === "required").map((error) => {
    const name = String(error.params["missingProperty"]);
    const isTop = error.instancePath === "";
    const description = planKeys.find(({ key }) => key === name && isTop)?.description;
    const where = isTop ? "" : ` in ${error.instancePath.slice(1).replaceAll("/", ".")}`;
    return {
      name,
      finding: {
        message: `The field "${name}" is missing${where}`,
        hint: description === undefined
          ? `Add \`${name}: …\``
          : `Add \`${name}: …\`. ${description.replace(/\.$/, "")}`,
        span: isTop
          ? { start: frontmatter.span.start, end: frontmatter.span.start }
          : spanAt(frontmatter.root, error.instancePath),
      },
    };
  });
}

function ofCompletePlan({ finding }: MissingField, missing: readonly MissingField[]): Finding {
  const names = [...new Set(missing.map(({ name }) => `"${name}"`))].join(", ");
  return {
    message: `The plan is complete, but lacks ${names}`,
    hint: "Leave this plan as it is, but write these fields in new plans",
    span: finding.span,
    severity: "hint",
  };
}
