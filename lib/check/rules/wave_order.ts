import { dependenciesOf, dependencyCycles, plansOf } from "../../parse/project/dependencies.ts";
import { waveField } from "../text/wave_field.ts";
import type { Rule } from "../rule.ts";

/** Finds plans whose wave is not after the waves of their dependencies. Gap closures may start again at 1. The
 * plans of a cycle cannot be in order, so they are not reported again.
 */
export const waveOrder: Rule = {
  code: "wave-order",
  severity: "error",
  summary: "A plan is in a later wave than the plans it depends on",
  why: "Plans of one wave run at the same time, and waves run one after the other. A plan whose dependency " +
    "is in the same or a later wave contradicts itself. For plans that close gaps it is a warning.",
  shows: ["wave", "depends_on"],
  *phase(phase, project) {
    const plans = plansOf(phase);
    const cyclic = new Set(dependencyCycles(phase, project).flat());
    for (const plan of plans) {
      const own = waveField(plan);
      if (own === undefined) continue;
      for (const dependency of dependenciesOf(plan, project)) {
        const { id, within } = dependency;
        const other = within ? project.plans.byId.get(id!) : undefined;
        const wave = other && waveField(other);
        if (other === undefined || wave === undefined || wave.value < own.value) continue;
        if (cyclic.has(plan.id) && cyclic.has(other.id)) continue;
        yield {
          message:
            `Plan ${plan.id} is in wave ${own.value}, but depends on ${other.id} of wave ${wave.value}`,
          hint: `Give ${plan.id} a wave above ${wave.value}, or remove the dependency`,
          path: plan.source.path,
          span: dependency.span,
          severity: plan.fields["gap_closure"] === true ? "warning" : "error",
          related: [{ message: `the wave of ${other.id}`, span: { path: other.source.path, ...wave.span } }],
        };
      }
    }
  },
};
