import type { Span } from "../../../schemas/diagnostic.ts";
import { defined } from "../../collections/defined.ts";
import { type Layering, layers } from "../../collections/layers.ts";
import { comparePhaseNumbers, type PhaseNumber, readWholeNumber } from "../ids/phase_number.ts";
import { type PlanDocument, planIdOfPath } from "../plan_file/plan_file.ts";
import { phasePart } from "../ids/plan_id.ts";
import { spanAt } from "../plan_file/plan_frontmatter.ts";
import type { Phase, Project } from "./model.ts";
import type { PlanIndex } from "./project.ts";

/** A plan that an item of `depends_on` names. An item that names a phase gives one for each of its plans. */
export interface Dependency {
  /** The item, as written. */
  readonly text: string;
  /** Where it stands. */
  readonly span: Span;
  /** ID of the plan it names; undefined when there is none. */
  readonly id: string | undefined;
  /** The phase that the item names as a whole, as `Phase 3` does; without an ID where it has no plans. */
  readonly phase?: PhaseNumber;
  /** True when that plan is another one of the same phase, and so counts for the waves. */
  readonly within: boolean;
}

/** What was worked out before; several rules ask for the same. */
const KNOWN = new WeakMap<PlanIndex, Map<PlanDocument, readonly Dependency[]>>();

/** The items of a plan's `depends_on`, in order. */
export function dependenciesOf(plan: PlanDocument, project: Project): readonly Dependency[] {
  const known = KNOWN.get(project.plans) ?? new Map<PlanDocument, readonly Dependency[]>();
  KNOWN.set(project.plans, known);
  const dependencies = known.get(plan) ?? readDependencies(plan, project);
  known.set(plan, dependencies);
  return dependencies;
}

function readDependencies(plan: PlanDocument, project: Project): readonly Dependency[] {
  const items = plan.fields["depends_on"];
  if (!Array.isArray(items) || plan.frontmatter.kind !== "parsed") return [];
  const { root } = plan.frontmatter;
  const found: Dependency[] = [];
  for (const [index, item] of items.entries()) {
    if (typeof item !== "string") continue;
    for (const { id, phase } of namedBy(item, plan, project)) {
      const within = phase === undefined && id !== undefined && id !== plan.id && samePhase(id, plan.id);
      found.push({
        text: item,
        id,
        within,
        ...defined({ phase }),
        get span() {
          return spanAt(root, `/depends_on/${index}`);
        },
      });
    }
  }
  return found;
}

/** What an item names: a plan, each plan of a phase, a phase without plans, or nothing. */
function namedBy(
  item: string,
  plan: PlanDocument,
  project: Project,
): readonly Pick<Dependency, "id" | "phase">[] {
  const id = project.plans.resolve(item, plan.phase);
  const phase = id === undefined ? phaseNamed(item) : undefined;
  if (phase === undefined) return [{ id }];
  // A plan is one of the plans of its own phase.
  if (comparePhaseNumbers(phase, plan.phase) === 0) return [{ id: plan.id, phase }];
  const ids = project.plans.ofPhase(phase);
  if (ids.length > 0) return ids.map((other) => ({ id: other, phase }));
  return isKnown(phase, project) ? [{ id: undefined, phase }] : [{ id: undefined }];
}

/** The number of the phase that a text such as `Phase 3`, `phase 02.1` or `Phase 12A` names. */
export function phaseNamed(text: string): PhaseNumber | undefined {
  const number = /^\s*phase[\s_-]*(\d\S*)\s*$/i.exec(text)?.[1];
  return number === undefined ? undefined : readWholeNumber(number);
}

/** Whether a phase has a folder, or the roadmap lists it. */
function isKnown(number: PhaseNumber, { phases, roadmap }: Project): boolean {
  return [...phases, ...roadmap?.phases ?? []].some((one) => comparePhaseNumbers(one.number, number) === 0);
}

/** The plans of a phase that can take part in waves: those with frontmatter that parses. */
export function plansOf(phase: Phase): readonly PlanDocument[] {
  return phase.plans.filter((plan) => plan.frontmatter.kind === "parsed");
}

/**
 * For each plan of a phase, by ID and in order, the plans of the same phase it depends on.
 *
 * Of plans with the same ID the first counts.
 */
export function phaseDependencies(phase: Phase, project: Project): ReadonlyMap<string, readonly string[]> {
  const dependencies = new Map<string, readonly string[]>();
  for (const plan of plansOf(phase)) {
    if (dependencies.has(plan.id)) continue;
    dependencies.set(
      plan.id,
      dependenciesOf(plan, project).filter(({ within }) => within).map(({ id }) => id!),
    );
  }
  return dependencies;
}

/** What was worked out before; several rules ask for the same. */
const LAYERINGS = new WeakMap<Phase, Layering>();
const WAVES = new WeakMap<Phase, ReadonlyMap<string, number>>();

/** The cycles of a phase's plans, each plan depending on the next and the last on the first. */
export function dependencyCycles(phase: Phase, project: Project): Layering["cycles"] {
  const layering = LAYERINGS.get(phase) ?? layers(phaseDependencies(phase, project));
  LAYERINGS.set(phase, layering);
  return layering.cycles;
}

/**
 * The wave of each plan of a phase, from 1.
 *
 * Plans in or behind a cycle have none. Nor have plans that cannot be read, do not say what they depend
 * on, or depend on themselves or on what is not there, and those behind them: their waves are not known.
 */
export function computedWaves(phase: Phase, project: Project): ReadonlyMap<string, number> {
  const waves = WAVES.get(phase) ?? computeWaves(phase, project);
  WAVES.set(phase, waves);
  return waves;
}

function computeWaves(phase: Phase, project: Project): ReadonlyMap<string, number> {
  const waves = new Map<string, number>();
  if (phase.plans.length === 0) return waves;
  const dependencies = new Map(phaseDependencies(phase, project));
  // A plan whose wave is not known is made to wait for itself.
  for (const plan of phase.plans) {
    const known = dependencies.has(plan.id) && statesDependencies(plan) &&
      dependenciesOf(plan, project).every(({ id, phase }) =>
        id !== plan.id && (id !== undefined || phase !== undefined)
      );
    if (!known) dependencies.set(plan.id, [plan.id]);
  }
  for (const path of phase.unread) {
    const id = planIdOfPath(path);
    if (!dependencies.has(id)) dependencies.set(id, [id]);
  }
  for (const [index, layer] of layers(dependencies).layers.entries()) {
    for (const id of layer) waves.set(id, index + 1);
  }
  return waves;
}

function statesDependencies({ fields }: PlanDocument): boolean {
  const items = fields["depends_on"];
  return Array.isArray(items) && items.every((item) => typeof item === "string");
}

function samePhase(a: string, b: string): boolean {
  return phasePart(a) === phasePart(b);
}
