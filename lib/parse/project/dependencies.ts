import type { Span } from "../../../schemas/diagnostic.ts";
import { type Layering, layers } from "../../collections/layers.ts";
import { comparePhaseNumbers, type PhaseNumber, readWholeNumber } from "../ids/phase_number.ts";
import { type PlanFacts, planIdOfPath } from "../plan_file/plan_file.ts";
import { phasePart } from "../ids/plan_id.ts";
import { spanAt } from "../plan_file/plan_frontmatter.ts";
import type { Phase, PhaseFacts, ProjectFacts } from "./model.ts";
import type { PlanIndex } from "./project.ts";

/** A plan that an item of `depends_on` names. An item that names a phase yields one for each of its plans. */
export interface Dependency {
  /** The item, as written. */
  readonly text: string;
  /** The span of the item. */
  readonly span: Span;
  /** ID of the plan it names; undefined when there is none. */
  readonly id: string | undefined;
  /** The phase that the item names as a whole, such as `Phase 3`. It has no ID if that phase has no plans. */
  readonly phase: PhaseNumber | undefined;
  /** True for another plan of the same phase, which counts for the waves. */
  readonly within: boolean;
}

/** Cache, as several rules need the same result. */
const KNOWN = new WeakMap<PlanIndex<PlanFacts>, Map<PlanFacts, readonly Dependency[]>>();

/**
 * Returns the dependencies in a plan's `depends_on`, in order, also those on plans of other phases.
 *
 * @example
 * ```ts
 * import { dependenciesOf, parseProject } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const path = ".planning/phases/01-start/01-02-PLAN.md";
 * const text = "---\nplan: 02\ndepends_on: [01-01]\n---\n";
 * const project = parseProject({ texts: new Map([[path, text]]), paths: [path] });
 * const [dependency] = dependenciesOf(project.plans.all[0]!, project);
 * assert.deepEqual([dependency?.text, dependency?.id], ["01-01", undefined]);
 * ```
 */
export function dependenciesOf(plan: PlanFacts, project: ProjectFacts): readonly Dependency[] {
  let known = KNOWN.get(project.plans);
  if (known === undefined) KNOWN.set(project.plans, known = new Map());
  let dependencies = known.get(plan);
  if (dependencies === undefined) known.set(plan, dependencies = readDependencies(plan, project));
  return dependencies;
}

function readDependencies(plan: PlanFacts, project: ProjectFacts): readonly Dependency[] {
  const items = plan.fields["depends_on"];
  if (!Array.isArray(items) || plan.frontmatter.kind !== "parsed") return [];
  const { frontmatter } = plan;
  const found: Dependency[] = [];
  for (const [index, item] of items.entries()) {
    if (typeof item !== "string") continue;
    for (const { id, phase } of namedBy(item, plan, project)) {
      const within = phase === undefined && id !== undefined && id !== plan.id && samePhase(id, plan.id);
      found.push(
        new ItemDependency(item, id, phase, within, () => spanAt(frontmatter.root, `/depends_on/${index}`)),
      );
    }
  }
  return found;
}

class ItemDependency implements Dependency {
  constructor(
    readonly text: string,
    readonly id: string | undefined,
    readonly phase: PhaseNumber | undefined,
    readonly within: boolean,
    readonly place: () => Span,
  ) {}

  get span(): Span {
    return this.place();
  }
}

/** Resolves an item: to a plan, to all plans of a phase, to a phase without plans, or to nothing. */
function namedBy(
  item: string,
  plan: PlanFacts,
  project: ProjectFacts,
): readonly Pick<Dependency, "id" | "phase">[] {
  const id = project.plans.resolve(item, plan.phase);
  const phase = id === undefined ? phaseNamed(item) : undefined;
  if (phase === undefined) return [{ id, phase }];
  // A plan that names its own phase depends on itself.
  if (comparePhaseNumbers(phase, plan.phase) === 0) return [{ id: plan.id, phase }];
  const ids = project.plans.ofPhase(phase);
  if (ids.length > 0) return ids.map((other) => ({ id: other, phase }));
  return isKnown(phase, project) ? [{ id: undefined, phase }] : [{ id: undefined, phase: undefined }];
}

/**
 * Reports whether the plans of a phase depend on each other alone, each named by its file as in `03-01`: only such a
 * name cannot mean a plan of another phase.
 */
export function dependsOnItself({ plans }: PhaseFacts): boolean {
  const stems = new Set(plans.map(({ stem }) => stem).filter((stem) => !/^\d*$/.test(stem)));
  return plans.every(({ fields }) => {
    const items = fields["depends_on"] ?? [];
    return Array.isArray(items) && items.every((item) => typeof item === "string" && stems.has(item.trim()));
  });
}

/** Returns the phase number in a text such as `Phase 3`, `phase 02.1`, `Phase 12A (all plans)` or `03-*`. */
export function phaseNamed(text: string): PhaseNumber | undefined {
  const [, named, starred] = /^\s*(?:phase[\s_-]*(\d\S*)(?:\s+\([^()]*\))?|(\d\S*)-\*)\s*$/i.exec(text) ?? [];
  const number = named ?? starred;
  return number === undefined ? undefined : readWholeNumber(number);
}

/** Returns true when a phase has a folder or is in the roadmap. */
function isKnown(number: PhaseNumber, { phases, roadmap }: ProjectFacts): boolean {
  return [...phases, ...roadmap?.phases ?? []].some((one) => comparePhaseNumbers(one.number, number) === 0);
}

/** Returns the plans of a phase that can be in waves: those with parsed frontmatter. */
export function plansOf<P extends PlanFacts>(phase: Phase<P>): readonly P[] {
  return phase.plans.filter((plan) => plan.frontmatter.kind === "parsed");
}

/**
 * Returns for each plan of a phase, by ID and in order, the plans of the same phase that it depends on.
 *
 * The first of several plans with the same ID counts.
 *
 * @example
 * ```ts
 * import { parseProject, phaseDependencies } from "@wf/wf";
 * import assert from "node:assert/strict";
 *
 * const folder = ".planning/phases/01-start";
 * const texts = new Map([
 *   [`${folder}/01-01-PLAN.md`, "---\nplan: 01\n---\n"],
 *   [`${folder}/01-02-PLAN.md`, "---\nplan: 02\ndepends_on: 1\n---\n"],
 * ]);
 * const project = parseProject({ texts, paths: [...texts.keys()] });
 * const dependencies = phaseDependencies(project.phases[0]!, project);
 * assert.deepEqual([...dependencies], [["01-01", []], ["01-02", ["01-01"]]]);
 * ```
 */
export function phaseDependencies(
  phase: PhaseFacts,
  project: ProjectFacts,
): ReadonlyMap<string, readonly string[]> {
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

/** Cache, as several rules need the same result. */
const LAYERINGS = new WeakMap<PhaseFacts, Layering>();
const WAVES = new WeakMap<PhaseFacts, ReadonlyMap<string, number>>();

/** Returns the cycles of a phase's plans: each plan depends on the next, and the last on the first. */
export function dependencyCycles(phase: PhaseFacts, project: ProjectFacts): Layering["cycles"] {
  const layering = LAYERINGS.get(phase) ?? layers(phaseDependencies(phase, project));
  LAYERINGS.set(phase, layering);
  return layering.cycles;
}

/**
 * Returns the wave of each plan of a phase, from 1.
 *
 * The wave is unknown for plans in a cycle, plans that cannot be read, plans without `depends_on`, plans that
 * depend on themselves or on missing plans, and all plans that depend on such plans.
 */
export function computedWaves(phase: PhaseFacts, project: ProjectFacts): ReadonlyMap<string, number> {
  const waves = WAVES.get(phase) ?? computeWaves(phase, project);
  WAVES.set(phase, waves);
  return waves;
}

function computeWaves(phase: PhaseFacts, project: ProjectFacts): ReadonlyMap<string, number> {
  const waves = new Map<string, number>();
  if (phase.plans.length === 0) return waves;
  const dependencies = new Map(phaseDependencies(phase, project));
  // A plan with an unknown wave depends on itself, so that it gets none.
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

function statesDependencies({ fields }: PlanFacts): boolean {
  const items = fields["depends_on"];
  return Array.isArray(items) && items.every((item) => typeof item === "string");
}

function samePhase(a: string, b: string): boolean {
  return phasePart(a) === phasePart(b);
}
