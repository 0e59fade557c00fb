import { computedWaves, dependenciesOf, plansOf } from "../../parse/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file.ts";
import type { Project } from "../../parse/project.ts";
import { isWhole } from "../../parse/unknown_content.ts";
import { waveField } from "../wave_field.ts";
import type { Rule } from "../rule.ts";

/**
 * The stated wave is the computed one. A number that differs does no harm, as waves are computed,
 * but misleads readers. A whole phase that counts from another number is one finding.
 */
export const waveMismatch: Rule = {
  code: "wave-mismatch",
  severity: "warning",
  strict: true,
  summary: "`wave` is one more than the greatest wave of the plan's dependencies in its phase",
  why: "Waves are computed from the dependencies, so a number that differs does no harm here. It misleads " +
    "readers, and other tools that trust it.",
  shows: ["wave", "depends_on"],
  *phase(phase, project) {
    const computed = computedWaves(phase, project);
    const stated = plansOf(phase).flatMap((plan) => {
      const field = waveField(plan);
      const wave = computed.get(plan.id);
      return field === undefined || wave === undefined || breaksOrder(plan, field.value, project)
        ? []
        : [{ plan, field, wave }];
    });
    const wrong = stated.filter(({ field, wave }) => field.value !== wave);
    const first = wrong[0];
    if (first === undefined) return;
    const offset = first.field.value - first.wave;
    if (
      wrong.length > 1 && wrong.length === stated.length && isWhole(phase) &&
      wrong.every(({ field, wave }) => field.value - wave === offset)
    ) {
      yield {
        message: `The waves of this phase count from ${1 + offset}, not from 1`,
        hint: offset > 0 ? `Lower every wave by ${offset}` : `Raise every wave by ${-offset}`,
        path: first.plan.source.path,
        span: first.field.span,
        fix: {
          title: "Count the waves of the phase from 1",
          edits: wrong.map(({ plan, field, wave }) => {
            const edit = { ...field.span, text: String(wave) };
            return plan === first.plan ? edit : { ...edit, path: plan.source.path };
          }),
        },
      };
      return;
    }
    for (const { plan, field, wave } of wrong) {
      yield {
        message: `Plan ${plan.id} states wave ${field.value}, its dependencies put it in wave ${wave}`,
        hint: `Write \`wave: ${wave}\``,
        path: plan.source.path,
        span: field.span,
        fix: { title: `Set wave to ${wave}`, edits: [{ ...field.span, text: String(wave) }] },
      };
    }
  },
};

function breaksOrder(plan: PlanDocument, wave: number, project: Project): boolean {
  return dependenciesOf(plan, project).some(({ id, within }) => {
    const other = within ? project.plans.byId.get(id!) : undefined;
    const field = other && waveField(other);
    return field !== undefined && field.value >= wave;
  });
}
