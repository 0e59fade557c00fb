import { dependenciesOf } from "../../parse/dependencies.ts";
import type { Rule } from "../rule.ts";

/** A plan that depends on itself could never start. */
export const selfDependency: Rule = {
  code: "self-dependency",
  severity: "error",
  summary: "A plan does not depend on itself",
  why: "A plan that waits for itself could never start.",
  shows: ["plan", "depends_on"],
  *plan(plan, project) {
    for (const { text, id, span } of dependenciesOf(plan, project)) {
      if (id !== plan.id) continue;
      yield {
        message: `Plan ${plan.id} depends on itself ("${text}"), so it could never start`,
        hint: "Remove the item, or name the plan that was meant",
        span,
      };
    }
  },
};
