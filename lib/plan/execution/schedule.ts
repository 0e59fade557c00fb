import { groupBy } from "../../collections/group_by.ts";
/**
 * How long a phase takes: its critical path, and the time of a run with so many agents.
 * @module
 */

/** A plan as a schedule sees it. */
export interface ScheduledPlan {
  /** Plan ID. */
  readonly id: string;
  /** IDs of the plans it waits for; those that are not in the schedule are complete. */
  readonly dependsOn: readonly string[];
  /** How long it takes, in any unit: its open tasks, or a duration. Not negative; 0 when it is complete. */
  readonly weight: number;
}

/** The longest chain of plans that depend on one another. */
export interface CriticalPath {
  /** The plans, each waiting for the one before. */
  readonly plans: readonly string[];
  /** What they take together. */
  readonly length: number;
}

/**
 * The longest chain through a phase: however many agents there are, it takes no less.
 *
 * Of chains of the same length the one counts whose plans come first. Plans that take no time are
 * not named. Linear in plans and dependencies.
 *
 * @param plans The plans, without a cycle.
 */
export function criticalPath(plans: readonly ScheduledPlan[]): CriticalPath {
  const planOf = new Map(plans.map((plan) => [plan.id, plan]));
  const chains = new Map<string, Chain>();
  // Depth-first without recursion: a chain of dependencies may be longer than the stack.
  for (const root of plans) {
    const open = [root];
    for (let plan = open.at(-1); plan !== undefined; plan = open.at(-1)) {
      const before = plan.dependsOn.map((id) => planOf.get(id)).filter((found) => found !== undefined);
      const missing = before.filter(({ id }) => !chains.has(id));
      if (missing.length > 0 && !chains.has(plan.id)) {
        open.push(...missing);
        continue;
      }
      open.pop();
      const last = longest(before.map(({ id }) => chains.get(id)!));
      chains.set(plan.id, { plan, length: plan.weight + (last?.length ?? 0), last });
    }
  }
  const path: ScheduledPlan[] = [];
  const end = longest(plans.map(({ id }) => chains.get(id)!));
  for (let chain = end; chain !== undefined; chain = chain.last) path.push(chain.plan);
  const named = path.reverse().filter(({ weight }) => weight > 0);
  return { plans: named.map(({ id }) => id), length: end?.length ?? 0 };
}

/** The longest chain that ends in a plan. */
interface Chain {
  readonly plan: ScheduledPlan;
  readonly length: number;
  readonly last: Chain | undefined;
}

function longest(chains: readonly Chain[]): Chain | undefined {
  return chains.reduce<Chain | undefined>((best, chain) => {
    return best === undefined || chain.length > best.length ? chain : best;
  }, undefined);
}

/** What a run has to keep to. */
export interface ScheduleInput {
  /** The plans. */
  readonly plans: readonly ScheduledPlan[];
  /** Plan IDs by wave; a wave begins when the one before has ended. */
  readonly waves: readonly (readonly string[])[];
  /** Pairs of plans of one wave of which the second begins when the first has ended. */
  readonly serialized: readonly (readonly string[])[];
}

/** When a plan runs. */
export interface Slot {
  /** Plan ID. */
  readonly id: string;
  /** When it begins, from 0. */
  readonly start: number;
  /** When it has ended. */
  readonly end: number;
}

/**
 * When each plan of a run begins and ends: wave by wave, and within a wave, whenever an agent is free,
 * the first plan in the order of the wave that waits for no other of it.
 *
 * That order is not always the best: with more agents, plans may begin in an order that lets the last
 * one end later (Graham's anomaly).
 *
 * @param agents Most plans at the same time, at least 1: in all waves, or in the one with an index.
 * @returns The plans that take time, by wave and then as they begin.
 */
export function scheduleRun(
  { plans, waves, serialized }: ScheduleInput,
  agents: number | ((wave: number) => number),
): readonly Slot[] {
  const weights = new Map(plans.map(({ id, weight }) => [id, weight]));
  const waitsFor = groupBy(serialized, ([, second]) => second ?? "");
  const slots: Slot[] = [];
  let start = 0;
  for (const [wave, ids] of waves.entries()) {
    const open = new Set(ids.filter((id) => (weights.get(id) ?? 0) > 0));
    const pending = [...open].map((id) => ({
      id,
      weight: weights.get(id)!,
      after: (waitsFor.get(id) ?? []).map(([first = ""]) => first).filter((first) => open.has(first)),
    }));
    slots.push(...scheduleWave(pending, typeof agents === "number" ? agents : agents(wave), start));
    start = endOf(slots);
  }
  return slots;
}

interface Pending {
  readonly id: string;
  readonly weight: number;
  /** Plans of the wave that have to end first. */
  readonly after: readonly string[];
}

function scheduleWave(plans: readonly Pending[], agents: number, start: number): readonly Slot[] {
  const waitsFor = new Map(plans.map(({ id, after }) => [id, after.length]));
  const pairs = plans.flatMap(({ id, after }) => after.map((first) => ({ first, id })));
  const behind = groupBy(pairs, ({ first }) => first);
  const slots: Slot[] = [];
  let pending = plans;
  let running: readonly Slot[] = [];
  for (let now = start; pending.length > 0;) {
    for (const { id } of running.filter(({ end }) => end <= now).flatMap(({ id }) => behind.get(id) ?? [])) {
      waitsFor.set(id, waitsFor.get(id)! - 1);
    }
    running = running.filter(({ end }) => end > now);
    const free = Math.max(1, agents) - running.length;
    const ready = pending.filter(({ id }) => waitsFor.get(id) === 0).slice(0, free);
    const begun = ready.map(({ id, weight }): Slot => ({ id, start: now, end: now + weight }));
    slots.push(...begun);
    running = [...running, ...begun];
    pending = pending.filter((plan) => !ready.includes(plan));
    if (running.length === 0) throw new Error("Cannot schedule plans that wait for one another in a circle");
    now = Math.min(...running.map(({ end }) => end));
  }
  return slots;
}

/**
 * How long a run takes with so many agents, in the unit of the weights.
 *
 * With one agent the sum of all. Never less than the critical path, nor than the sum divided by the
 * agents. See {@link scheduleRun} for the order, and for why more agents may, rarely, take longer.
 *
 * @param agents Most plans at the same time, at least 1: in all waves, or in the one with an index.
 */
export function makespan(input: ScheduleInput, agents: number | ((wave: number) => number)): number {
  return endOf(scheduleRun(input, agents));
}

/** When the last of the plans has ended; 0 where there is none. */
export function endOf(slots: readonly Slot[]): number {
  return slots.reduce((latest, { end }) => Math.max(latest, end), 0);
}
