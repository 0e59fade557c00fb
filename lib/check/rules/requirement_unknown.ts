import type { Span } from "../../../schemas/diagnostic.ts";
import { listText } from "../../text/list_text.ts";
import { nearest } from "../../text/nearest.ts";
import { spanAt } from "../../parse/plan_file/plan_frontmatter.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { namesAll, namesNone } from "../../parse/plan_file/plan_requirements.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { PhaseFacts } from "../../parse/project/model.ts";
import { leadingRequirements } from "../../parse/requirements/requirement_range.ts";
import type { Requirements } from "../../parse/requirements/requirements.ts";
import { type Roadmap, ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { roadmapItems } from "../../parse/roadmap/checklist.ts";
import type { Finding, Rule } from "../rule.ts";
import { isOrHoldsOpen } from "../../parse/documents/placeholders.ts";

/** Finds requirements of plans that REQUIREMENTS.md does not list. */
export const requirementUnknown: Rule = {
  code: "requirement-unknown",
  severity: "warning",
  strict: true,
  summary: "The items of `requirements` are in REQUIREMENTS.md",
  why: "When a plan is complete, its requirements are ticked off. An ID that REQUIREMENTS.md does not have " +
    "ticks nothing off, and the intended requirement looks undelivered. Complete plans and phases of shipped " +
    "milestones are not checked: their requirements are archived.",
  shows: ["requirements", "REQUIREMENTS.md"],
  *phase(phase, { requirements, roadmap, unread }) {
    if (requirements === undefined || requirements.all.length === 0 || unread.has(ROADMAP_PATH)) return;
    if (roadmap !== undefined && isShipped(phase, roadmap)) return;
    for (const plan of phase.plans) {
      const named = plan.fields["requirements"];
      if (plan.frontmatter.kind !== "parsed" || !Array.isArray(named) || hasSummary(phase, plan)) continue;
      const { root } = plan.frontmatter;
      const unknown = named.flatMap((item, index) =>
        (typeof item === "string" ? unknownIn(item, requirements) : []).map((id) => ({
          id,
          meant: nearest(id, requirements.byId.keys()),
          span: spanAt(root, `/requirements/${index}`),
        }))
      );
      for (const { id, meant, span } of unknown) {
        if (meant !== undefined) yield finding([id], `Did you mean "${meant}"?`, { plan, span });
      }
      const others = unknown.filter(({ meant }) => meant === undefined);
      const ids = [...new Set(others.map(({ id }) => id))];
      if (ids.length === 0) continue;
      const hint = ids.length === 1
        ? "Correct the ID, or add the requirement"
        : "Correct the IDs, or add the requirements";
      yield finding(ids, hint, { plan, span: others[0]!.span });
    }
  },
};

function finding(
  ids: readonly string[],
  hint: string,
  { plan, span }: { readonly plan: PlanFacts; readonly span: Span },
): Finding & { readonly path: string } {
  const names = listText(ids.map((id) => `"${id}"`));
  const message = ids.length === 1
    ? `The requirement ${names} is not in REQUIREMENTS.md`
    : `The requirements ${names} are not in REQUIREMENTS.md`;
  return { message, hint, path: plan.source.path, span };
}

/** The IDs in an item that the document does not have; an item without an ID counts as a whole. */
function unknownIn(item: string, { byId }: Requirements): readonly string[] {
  const text = item.trim();
  if (byId.has(text) || namesNone(text) || namesAll(text) || isOrHoldsOpen(text)) return [];
  const named = leadingRequirements(text, 0);
  if (named.length === 0) return [text];
  const unknown = named.filter(({ id, between }) => !between && !byId.has(id) && !isDecision(id, byId));
  return [...new Set(unknown.map(({ id }) => id))];
}

/** Reports whether an ID names a decision of the phase's CONTEXT document: `D-01`. */
function isDecision(id: string, requirements: Requirements["byId"]): boolean {
  const prefix = "D-";
  return id.startsWith(prefix) && ![...requirements.keys()].some((known) => known.startsWith(prefix));
}

/** Reports whether a roadmap with phases has neither a heading nor a check-box for this phase. */
function isShipped({ number }: PhaseFacts, roadmap: Roadmap): boolean {
  const { current } = roadmapItems(roadmap);
  return current.size > 0 && !current.has(printPhaseNumber(number));
}
