import { nearest } from "../../nearest.ts";
import { dependenciesOf } from "../../parse/dependencies.ts";
import { mayNameUnknown } from "../../parse/unknown_content.ts";
import { phaseMeant } from "../phase_meant.ts";
import type { Rule } from "../rule.ts";

/** Every dependency names a plan that is there; one that does not would be dropped in silence. */
export const unknownDependency: Rule = {
  code: "unknown-dependency",
  severity: "error",
  summary: "Each item of `depends_on` names a plan of the project",
  why: "A dependency that names nothing would be dropped in silence, and the plan would run too early. An " +
    "ID (`03-01`), a file's stem (`03-01-auth`) and a bare number of the same phase all name a plan.",
  shows: ["depends_on"],
  *plan(plan, project) {
    for (const { text, id, span } of dependenciesOf(plan, project)) {
      if (id !== undefined || mayNameUnknown(text, plan.phase, project)) continue;
      const known = project.plans.all.filter((other) => other.id !== plan.id).map((other) => other.id);
      const phase = plan.id.slice(0, plan.id.lastIndexOf("-") + 1);
      const near = known.filter((other) => other.startsWith(phase));
      const expected = near.length === 0
        ? "and the phase has no other plan"
        : `expected one of ${near.join(", ")}`;
      const meant = nearest(text, known);
      yield {
        message: `Unknown plan "${text}", ${expected}`,
        hint: meant === undefined
          ? phaseMeant(text, project) ?? "Correct the ID or remove it from depends_on"
          : `Did you mean "${meant}"?`,
        span,
      };
    }
  },
};
