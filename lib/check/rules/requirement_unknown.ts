import { nearest } from "../../nearest.ts";
import { spanAt } from "../../parse/plan_frontmatter.ts";
import { hasSummary } from "../../parse/project.ts";
import type { Rule } from "../rule.ts";

/** Each requirement that a plan delivers is one of the project's. */
export const requirementUnknown: Rule = {
  code: "requirement-unknown",
  severity: "warning",
  strict: true,
  summary: "The items of `requirements` stand in REQUIREMENTS.md",
  why:
    "When a plan is complete its requirements are ticked off. An ID that REQUIREMENTS.md does not have ticks nothing " +
    "off, and the requirement that was meant looks undelivered. Complete plans are not asked again: their " +
    "requirements may be archived with their milestone.",
  shows: ["requirements", "REQUIREMENTS.md"],
  *phase(phase, { requirements }) {
    if (requirements === undefined || requirements.all.length === 0) return;
    for (const plan of phase.plans) {
      const named = plan.fields["requirements"];
      if (plan.frontmatter.kind !== "parsed" || !Array.isArray(named) || hasSummary(phase, plan)) continue;
      for (const [index, id] of named.entries()) {
        if (typeof id !== "string" || id.trim() === "" || requirements.byId.has(id.trim())) continue;
        const meant = nearest(id.trim(), requirements.byId.keys());
        yield {
          message: `The requirement "${id}" does not stand in REQUIREMENTS.md`,
          hint: meant === undefined ? "Correct the ID, or add the requirement" : `Did you mean "${meant}"?`,
          path: plan.source.path,
          span: spanAt(plan.frontmatter.root, `/requirements/${index}`),
        };
      }
    }
  },
};
