import { dependenciesOf } from "../../parse/dependencies.ts";
import { waveField } from "../wave_field.ts";
import type { Rule } from "../rule.ts";

/** A plan's wave comes after the waves of the plans it needs. Gap closures may start again at 1. */
export const waveOrder: Rule = {
  code: "wave-order",
  severity: "error",
  summary: "A plan lies in a later wave than the plans it depends on",
  *plan(plan, project) {
    const own = waveField(plan);
    if (own === undefined) return;
    for (const { id, within, span } of dependenciesOf(plan, project)) {
      const other = within ? project.plans.all.find((candidate) => candidate.id === id) : undefined;
      const wave = other && waveField(other);
      if (other === undefined || wave === undefined || wave.value < own.value) continue;
      yield {
        message: `Plan ${plan.id} is in wave ${own.value} and depends on ${other.id} of wave ${wave.value}`,
        hint: `Give ${plan.id} a wave above ${wave.value}, or remove the dependency`,
        span,
        severity: plan.fields["gap_closure"] === true ? "warning" : "error",
        related: [{ message: `the wave of ${other.id}`, span: { path: other.source.path, ...wave.span } }],
      };
    }
  },
};
