import type {
  FileOverlap,
  OuterDependency,
  OverlapResolution,
  ParallelizationExplanation,
  PlanPlacement,
  WaveConcurrency,
  WavesExplanation,
} from "../../../schemas/results/waves.ts";
import type { PlanStatus } from "../../../schemas/results/status.ts";
import { groupBy } from "../../collections/group_by.ts";
import { layers } from "../../collections/layers.ts";
import { dependenciesOf, phaseDependencies, plansOf } from "../../parse/project/dependencies.ts";
import type { Overlap } from "../../parse/project/overlaps.ts";
import type { Phase } from "../../parse/project/model.ts";
import { sequentialReason } from "../execution/concurrency.ts";
import { overlapsByWave, overlapsOf, type WaveOverlaps } from "../execution/ownership.ts";
import { isComplete, isTickedByUser } from "../execution/planned_plan.ts";
import { withoutImplied } from "./transitive_reduction.ts";
import { criticalPath, type ScheduledPlan } from "../execution/critical_path.ts";
import { phaseStatus, snapshotFor } from "./status.ts";
import type { StatusInput } from "./status_input.ts";
import { planWaves } from "../execution/waves.ts";

/**
 * Explains the waves of a phase: the position of each plan, the plans that share files and the dependencies
 * that would separate them, the longest chain, and the effect of the configuration.
 *
 * @returns The explanation; empty if dependencies form a cycle.
 */
export function explainWaves(phase: Phase, input: StatusInput): WavesExplanation {
  const explained = readPhase(phase, input);
  const course = courseOf(explained, explained.dependencies);
  const { plans, length } = criticalPath(course.plans);
  return {
    plans: placements(explained, course),
    overlaps: course.overlaps.flatMap((overlaps) => explainOverlaps(explained, { course, overlaps, length })),
    criticalPath: { plans, tasks: length },
    parallelization: explainParallelization(explained, course),
  };
}

type Dependencies = ReadonlyMap<string, readonly string[]>;

interface ExplainedPhase {
  readonly phase: Phase;
  readonly input: StatusInput;
  readonly dependencies: Dependencies;
  /** All pairs that share files, in any waves. */
  readonly pairs: readonly Overlap[];
  readonly statuses: ReadonlyMap<string, PlanStatus>;
}

function readPhase(phase: Phase, input: StatusInput): ExplainedPhase {
  const { plans } = phaseStatus(phase, input);
  const dependencies = phaseDependencies(phase, input.project);
  const statuses = new Map(plans.map((plan) => [plan.id, plan]));
  return { phase, input, dependencies, pairs: overlapsOf(phase), statuses };
}

/** The schedule of a run with certain dependencies. */
interface Course {
  readonly plans: readonly ScheduledPlan[];
  /** The plan IDs by wave. */
  readonly waves: readonly (readonly string[])[];
  /** The pairs of plans of one wave that run one after the other. */
  readonly serialized: readonly (readonly string[])[];
  readonly overlaps: readonly WaveOverlaps[];
}

function courseOf({ pairs, statuses }: ExplainedPhase, dependencies: Dependencies): Course {
  const planned = planWaves([...dependencies].map(([id, dependsOn]) => ({ id, dependsOn })));
  const waves = planned.kind === "waves" ? planned.waves : [];
  const overlaps = overlapsByWave(pairs, waves);
  const plans = planned.kind === "waves"
    ? [...dependencies].map(([id, dependsOn]): ScheduledPlan => {
      return { id, dependsOn, weight: openTasks(statuses.get(id)) };
    })
    : [];
  const serialized = overlaps.flatMap(({ pairs }) => pairs.map(({ first, second }) => [first, second]));
  return { plans, waves, serialized, overlaps };
}

function openTasks(status: PlanStatus | undefined): number {
  return status === undefined ? 0 : status.tasks.total - status.tasks.done;
}

function placements(
  { phase, input, dependencies, statuses }: ExplainedPhase,
  { waves }: Course,
): PlanPlacement[] {
  const waveOf = new Map(waves.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)));
  const documents = new Map(plansOf(phase).toReversed().map((document) => [document.id, document]));
  const before = (id: string) => {
    return dependencies.get(id)!.find((other) => waveOf.get(other) === waveOf.get(id)! - 1);
  };
  return waves.flatMap((ids, index) =>
    ids.map((id): PlanPlacement => {
      const because: string[] = [];
      for (let at = before(id); at !== undefined; at = before(at)) because.push(at);
      const { state, tasks } = statuses.get(id)!;
      const outer = dependenciesOf(documents.get(id)!, input.project).map((dependency) => dependency.id);
      const elsewhere = [...new Set(outer)].flatMap((other) => {
        return other === undefined ? [] : outerDependency(other, phase, input);
      });
      return { plan: id, wave: index + 1, state, tasks, because, elsewhere };
    })
  );
}

/**
 * Returns a dependency on a plan of another phase, or of an earlier milestone, whose archives contain only
 * complete plans.
 */
function outerDependency(id: string, phase: Phase, input: StatusInput): OuterDependency[] {
  const { project, config } = input;
  const owner = project.phases.find(({ plans }) => plans.some((plan) => plan.id === id));
  if (owner === phase) return [];
  const facts = { config, repository: snapshotFor(phase, input) };
  const complete = owner === undefined ||
    isComplete(owner.plans.find((plan) => plan.id === id)!, { ...facts, phase: owner }) ||
    isTickedByUser(owner, facts, project);
  return [{ plan: id, complete }];
}

interface OverlapsInput {
  readonly course: Course;
  readonly overlaps: WaveOverlaps;
  /** The current length of the critical path. */
  readonly length: number;
}

/** Explains the pairs of incomplete plans; the others never run concurrently. */
function explainOverlaps(explained: ExplainedPhase, given: OverlapsInput): FileOverlap[] {
  const { wave } = given.overlaps;
  const isOpen = (id: string) => explained.statuses.get(id)?.state !== "complete";
  const pairs = given.overlaps.pairs.filter(({ first, second }) => isOpen(first) && isOpen(second));
  const needed = new Set(
    withoutImplied(pairs.map(({ first, second }) => [first, second])).map((pair) => pair.join(" ")),
  );
  return pairs.map((overlap): FileOverlap => {
    const { first, second, paths } = overlap;
    const pair = { wave, first, second, paths };
    return needed.has(`${first} ${second}`)
      ? { ...pair, resolution: resolve(explained, overlap, given) }
      : pair;
  });
}

/**
 * Resolves an overlap: the later plan depends on the earlier one, and moves to a later wave with its
 * followers.
 */
function resolve(
  explained: ExplainedPhase,
  { first, second }: Overlap,
  { course, length }: OverlapsInput,
): OverlapResolution {
  const dependencies = new Map(explained.dependencies);
  dependencies.set(second, [...dependencies.get(second)!, first]);
  const after = courseOf(explained, dependencies);
  const waveOf = new Map(course.waves.flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)));
  const moves = after.waves.flatMap((ids, index) =>
    ids.filter((id) => waveOf.get(id) !== index + 1)
      .map((id) => ({ plan: id, from: waveOf.get(id)!, to: index + 1 }))
  );
  return {
    plan: second,
    dependsOn: first,
    moves,
    criticalPath: { before: length, after: criticalPath(after.plans).length },
  };
}

function explainParallelization(
  { phase, input, dependencies, statuses }: ExplainedPhase,
  { waves, serialized }: Course,
): ParallelizationExplanation {
  const facts = { ...input.config, repository: snapshotFor(phase, input) };
  const isOpen = (id: string) => openTasks(statuses.get(id)) > 0;
  const explained = waves.flatMap((ids, index): WaveConcurrency[] => {
    const open = ids.filter(isOpen);
    if (open.length === 0) return [];
    const tasks = open.map((id) => openTasks(statuses.get(id)));
    const reason = sequentialReason({ phasePlans: dependencies.size, open, tasks, serialized }, facts);
    const atOnce = reason === undefined
      ? Math.min(facts.parallelization.max_concurrent_agents, mostTogether(open, serialized))
      : 1;
    const wave = { wave: index + 1, plans: open.length, atOnce };
    const sequential = reason ?? (atOnce === 1 ? "shared-files" : undefined);
    return [sequential === undefined ? wave : { ...wave, sequential }];
  });
  return { waves: explained };
}

/** Returns how many plans of a wave run concurrently if each takes the same time, whatever the agents. */
function mostTogether(open: readonly string[], serialized: readonly (readonly string[])[]): number {
  const waitsFor = groupBy(serialized, ([, second]) => second ?? "");
  const firsts = (id: string) => (waitsFor.get(id) ?? []).map(([first]) => first ?? "");
  return Math.max(...layers(new Map(open.map((id) => [id, firsts(id)]))).layers.map(({ length }) => length));
}
