import { nearest } from "../../nearest.ts";
import { spanAt } from "../../parse/plan_frontmatter.ts";
import { printPhaseNumber } from "../../parse/phase_number.ts";
import { hasSummary, type Phase } from "../../parse/project.ts";
import { type Roadmap, ROADMAP_PATH } from "../../parse/roadmap.ts";
import { roadmapItems } from "../../parse/roadmap_items.ts";
import type { Rule } from "../rule.ts";

/** Each requirement that a plan delivers is one of the project's. */
export const requirementUnknown: Rule = {
  code: "requirement-unknown",
  severity: "warning",
  strict: true,
  summary: "The items of `requirements` stand in REQUIREMENTS.md",
  why: "When a plan is complete its requirements are ticked off. An ID that REQUIREMENTS.md does not have " +
    "ticks nothing off, and the requirement that was meant looks undelivered. Complete plans are not " +
    "asked again, nor phases of shipped milestones: their requirements are archived.",
  shows: ["requirements", "REQUIREMENTS.md"],
  *phase(phase, { requirements, roadmap, unread }) {
    if (requirements === undefined || requirements.all.length === 0 || unread.has(ROADMAP_PATH)) return;
    if (roadmap !== undefined && isShipped(phase, roadmap)) return;
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

/** Whether a roadmap with phases has no heading and no check-box for this one. */
function isShipped({ number }: Phase, roadmap: Roadmap): boolean {
  const { current } = roadmapItems(roadmap);
  return current.size > 0 && !current.has(printPhaseNumber(number));
}
