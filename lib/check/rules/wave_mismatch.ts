import { computedWaves, dependenciesOf, plansOf } from "../../parse/project/dependencies.ts";
import type { PlanFacts } from "../../parse/plan_file/plan_file.ts";
import { hasSummary } from "../../parse/project/project.ts";
import type { PhaseFacts, ProjectFacts } from "../../parse/project/model.ts";
import { isWhole } from "../../parse/project/unknown_content.ts";
import { type WaveField, waveField } from "../text/wave_field.ts";
import type { Finding, Rule } from "../rule.ts";

/** Compares the stated wave with the computed one. A different number does no harm, because waves are
 * computed, but it misleads readers. A whole phase that counts from another number is one finding.
 * Complete plans are not executed again, and a plan that closes gaps may be deferred on purpose. There is no
 * fix if a wave would still contradict a dependency afterwards: only the user knows which of them is wrong,
 * and a partial fix would hide it. There is also no fix if the order of plans would change, or if a plan has
 * no dependencies: its number may be the only order there is.
 */
export const waveMismatch: Rule = {
  code: "wave-mismatch",
  severity: "warning",
  strict: true,
  summary: "`wave` is one more than the greatest wave of the plan's dependencies in its phase",
  why: "Waves are computed from the dependencies, so a different number does no harm here. It misleads " +
    "readers, and other tools that rely on it. Complete plans are not checked, and plans that close gaps may " +
    "come later than necessary. If `depends_on` is empty, the number may be the only order there is, so " +
    "there is no fix.",
  shows: ["wave", "depends_on"],
  *phase(phase, project) {
    const all = statedWaves(phase, project);
    const stated = all.filter((one) => !isDeferred(one));
    const wrong = stated.filter(({ field, wave }) => field.value !== wave);
    const first = wrong.find(({ plan }) => !hasSummary(phase, plan));
    if (first === undefined) return;
    const isOffset = wrong.length > 1 && wrong.length === stated.length && isWhole(phase) &&
      wrong.every(({ field, wave }) => field.value - wave === first.field.value - first.wave);
    const fixed = isOffset ? wrong : withoutSettled(wrong, all.filter(isDeferred), phase, project);
    const findings = isOffset ? [offsetFinding(first, fixed)] : fixed.map(mismatchFinding);
    const isFixable = isInOrder(phase, project, fixed) && keepsOrder(phase, fixed) &&
      fixed.every(({ plan }) => dependenciesOf(plan, project).length > 0);
    for (const { fix, ...found } of findings) yield isFixable ? { ...found, fix } : found;
  },
};

interface StatedWave {
  readonly plan: PlanFacts;
  readonly field: WaveField;
  readonly wave: number;
}

type WaveFinding = Finding & Required<Pick<Finding, "path" | "fix">>;

/**
 * The waves that plans state, without those that contradict a dependency, and those of their dependents; only
 * the first of plans with one ID.
 */
function statedWaves(phase: PhaseFacts, project: ProjectFacts): readonly StatedWave[] {
  const computed = computedWaves(phase, project);
  const stated = plansOf(phase).flatMap((plan) => {
    const field = waveField(plan);
    const wave = project.plans.byId.get(plan.id) === plan ? computed.get(plan.id) : undefined;
    return field !== undefined && wave !== undefined ? [{ plan, field, wave }] : [];
  });
  const contradicting = stated.filter(({ plan }) => breaksOrder(plan, project));
  const unclear = withDependents(contradicting, stated, project);
  return stated.filter(({ plan }) => !unclear.has(plan.id));
}

/** The IDs of plans and of all that depend on them, directly or not. */
function withDependents(
  plans: readonly StatedWave[],
  all: readonly StatedWave[],
  project: ProjectFacts,
): ReadonlySet<string> {
  const found = new Set(plans.map(({ plan }) => plan.id));
  for (const { plan } of [...all].sort((a, b) => a.wave - b.wave)) {
    if (dependenciesOf(plan, project).some(({ id, within }) => within && found.has(id!))) found.add(plan.id);
  }
  return found;
}

/** Reports whether a plan that closes a gap comes later than necessary. */
function isDeferred({ plan, field, wave }: StatedWave): boolean {
  return plan.fields["gap_closure"] === true && field.value > wave;
}

/** The wrong waves of plans that are neither complete nor dependent on a plan whose wave is not changed. */
function withoutSettled(
  wrong: readonly StatedWave[],
  deferred: readonly StatedWave[],
  phase: PhaseFacts,
  project: ProjectFacts,
): readonly StatedWave[] {
  const complete = wrong.filter(({ plan }) => hasSummary(phase, plan));
  const settled = withDependents([...deferred, ...complete], wrong, project);
  return wrong.filter(({ plan }) => !settled.has(plan.id));
}

function offsetFinding(first: StatedWave, all: readonly StatedWave[]): WaveFinding {
  const offset = first.field.value - first.wave;
  return {
    message: `The waves of this phase count from ${1 + offset}, not from 1`,
    hint: offset > 0 ? `Lower every wave by ${offset}` : `Raise every wave by ${-offset}`,
    path: first.plan.source.path,
    span: first.field.span,
    fix: {
      title: "Count the waves of the phase from 1",
      edits: all.map(({ plan, field, wave }) => {
        const edit = { ...field.span, text: String(wave) };
        return plan === first.plan ? edit : { ...edit, path: plan.source.path };
      }),
    },
  };
}

function mismatchFinding({ plan, field, wave }: StatedWave): WaveFinding {
  return {
    message: `Plan ${plan.id} states wave ${field.value}, but its dependencies put it in wave ${wave}`,
    hint: `Write \`wave: ${wave}\``,
    path: plan.source.path,
    span: field.span,
    fix: { title: `Set wave to ${wave}`, edits: [{ ...field.span, text: String(wave) }] },
  };
}

/** Reports whether no wave contradicts a dependency once some are fixed. See docs/decisions/waves.md. */
function isInOrder(phase: PhaseFacts, project: ProjectFacts, fixed: readonly StatedWave[]): boolean {
  const waves = new Map(fixed.map(({ plan, wave }) => [plan.id, wave]));
  return plansOf(phase).every((plan) =>
    plan.fields["gap_closure"] === true || !breaksOrder(plan, project, waves)
  );
}

/** Reports whether all plans of a phase keep their order once some waves are fixed: if `depends_on` is
 * incomplete, the numbers may be the only order there is.
 */
function keepsOrder(phase: PhaseFacts, fixed: readonly StatedWave[]): boolean {
  const after = new Map(fixed.map(({ plan, wave }) => [plan, wave]));
  const pairs = plansOf(phase).flatMap((plan) => {
    const stated = waveField(plan)?.value;
    return stated === undefined ? [] : [{ stated, wave: after.get(plan) ?? stated }];
  });
  // Sorted by the stated waves, equal waves must stay equal and greater ones greater.
  pairs.sort((a, b) => a.stated - b.stated);
  return pairs.every(({ stated, wave }, index) => {
    const before = pairs[index - 1];
    return before === undefined || (stated === before.stated ? wave === before.wave : wave > before.wave);
  });
}

/** @param fixed Waves that replace the stated ones, by plan ID. */
function breaksOrder(
  plan: PlanFacts,
  project: ProjectFacts,
  fixed: ReadonlyMap<string, number> = new Map(),
): boolean {
  const waveOf = (one: PlanFacts) => fixed.get(one.id) ?? waveField(one)?.value;
  const own = waveOf(plan);
  return own !== undefined && dependenciesOf(plan, project).some(({ id, within }) => {
    const other = within ? project.plans.byId.get(id!) : undefined;
    const wave = other && waveOf(other);
    return wave !== undefined && wave >= own;
  });
}
