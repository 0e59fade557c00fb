import type {
  FileOverlap,
  OuterDependency,
  OverlapResolution,
  ParallelizationExplanation,
  PlanPlacement,
  PlanStatus,
  SequentialReason,
  WavesExplanation,
} from "../../../schemas/output.ts";
import { dependenciesOf, phaseDependencies, plansOf } from "../../parse/project/dependencies.ts";
import type { Overlap } from "../../parse/project/overlaps.ts";
import type { Phase } from "../../parse/project/model.ts";
import { sequentialReason } from "../execution/concurrency.ts";
import { overlapsByWave, overlapsOf, type WaveOverlaps } from "../execution/ownership.ts";
import { isComplete } from "../execution/planned_plan.ts";
import { withoutImplied } from "./transitive_reduction.ts";
import {
  criticalPath,
  endOf,
  makespan,
  type ScheduledPlan,
  type ScheduleInput,
  scheduleRun,
  type Slot,
} from "../execution/schedule.ts";
import { phaseStatus, snapshotFor, type StatusInput } from "./status.ts";
import { planWaves } from "../execution/waves.ts";

/** The numbers of agents for which the length of a run is told. */
const AGENTS: readonly number[] = [1, 3, 8];

/**
 * Why the waves of a phase are as they are: what puts each plan there, which plans share files and
 * what would part them, how long a run takes, and what the configuration makes of it.
 *
 * @returns The explanation; nothing but empty lists when dependencies form a cycle.
 */
export function explainWaves(phase: Phase, input: StatusInput): WavesExplanation {
  const explained = readPhase(phase, input);
  const course = courseOf(explained, explained.dependencies);
  const { plans, length } = criticalPath(course.plans);
  const parallelization = explainParallelization(explained, course);
  const costs = { criticalPath: length, makespan: parallelization.makespan };
  return {
    plans: placements(explained, course),
    overlaps: course.overlaps.flatMap((overlaps) => explainOverlaps(explained, { course, overlaps, costs })),
    criticalPath: { plans, tasks: length },
    makespan: AGENTS.map((agents) => ({ agents, tasks: makespan(course, agents) })),
    parallelization,
  };
}

type Dependencies = ReadonlyMap<string, readonly string[]>;

interface ExplainedPhase {
  readonly phase: Phase;
  readonly input: StatusInput;
  readonly dependencies: Dependencies;
  /** All that share files, whatever their waves. */
  readonly pairs: readonly Overlap[];
  readonly statuses: ReadonlyMap<string, PlanStatus>;
}

function readPhase(phase: Phase, input: StatusInput): ExplainedPhase {
  const { plans } = phaseStatus(phase, input);
  const dependencies = phaseDependencies(phase, input.project);
  const statuses = new Map(plans.map((plan) => [plan.id, plan]));
  return { phase, input, dependencies, pairs: overlapsOf(phase), statuses };
}

/** How a run goes with certain dependencies. */
interface Course extends ScheduleInput {
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

/** Why the plans of the wave with an index run one after the other, or undefined. */
function reasonOf({ phase, input, dependencies, statuses }: ExplainedPhase, { waves, serialized }: Course) {
  const { parallelization, worktree } = input.config;
  const repository = snapshotFor(phase, input);
  return (wave: number): SequentialReason | undefined => {
    const open = waves[wave]!.filter((id) => openTasks(statuses.get(id)) > 0);
    return sequentialReason({ phasePlans: dependencies.size, open, serialized }, {
      parallelization,
      worktree,
      repository,
    });
  };
}

/** When the plans run as configured. */
function configuredRun(explained: ExplainedPhase, course: Course): readonly Slot[] {
  const { max_concurrent_agents } = explained.input.config.parallelization;
  const reason = reasonOf(explained, course);
  return scheduleRun(course, (wave) => reason(wave) === undefined ? max_concurrent_agents : 1);
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

/** A dependency on a plan of another phase, or of an earlier milestone, whose archives hold what is complete. */
function outerDependency(id: string, phase: Phase, input: StatusInput): OuterDependency[] {
  const { project, config } = input;
  const home = project.phases.find(({ plans }) => plans.some((plan) => plan.id === id));
  if (home === phase) return [];
  const facts = { config, repository: snapshotFor(phase, input) };
  const complete = home === undefined ||
    isComplete(home.plans.find((plan) => plan.id === id)!, { ...facts, phase: home });
  return [{ plan: id, complete }];
}

interface OverlapsInput {
  readonly course: Course;
  readonly overlaps: WaveOverlaps;
  /** Of the phase as it is. */
  readonly costs: { readonly criticalPath: number; readonly makespan: number };
}

/** The pairs of which neither plan is complete: the others never meet. */
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

/** The later plan depends on the earlier one, and moves with those behind it to later waves. */
function resolve(
  explained: ExplainedPhase,
  { first, second }: Overlap,
  { course, costs }: OverlapsInput,
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
    criticalPath: { before: costs.criticalPath, after: criticalPath(after.plans).length },
    makespan: { before: costs.makespan, after: endOf(configuredRun(explained, after)) },
  };
}

function explainParallelization(explained: ExplainedPhase, course: Course): ParallelizationExplanation {
  const reason = reasonOf(explained, course);
  const slots = configuredRun(explained, course);
  const waves = course.waves.flatMap((ids, index) => {
    const running = slots.filter(({ id }) => ids.includes(id));
    if (running.length === 0) return [];
    const atOnce = Math.max(
      ...running.map(({ start }) => running.filter((slot) => slot.start <= start && start < slot.end).length),
    );
    const sequential = reason(index) ?? (atOnce === 1 ? "shared-files" as const : undefined);
    const wave = { wave: index + 1, plans: running.length, atOnce };
    return [sequential === undefined ? wave : { ...wave, sequential }];
  });
  return { waves, makespan: endOf(slots) };
}
