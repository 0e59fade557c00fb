/** A plan for the critical path. */
export interface ScheduledPlan {
  /** The ID of the plan. */
  readonly id: string;
  /** The IDs of the plans it waits for. Plans that are not given count as complete. */
  readonly dependsOn: readonly string[];
  /** The duration in any unit: its open tasks, or a time. Not negative; 0 for a complete plan. */
  readonly weight: number;
}

/** The longest chain of plans that depend on one another. */
export interface CriticalPath {
  /** The plans, each waiting for the one before. */
  readonly plans: readonly string[];
  /** The sum of their durations. */
  readonly length: number;
}

/**
 * Returns the longest chain of dependencies in a phase, which is the minimum duration with any number of
 * agents.
 *
 * Of chains of the same length the one with the earliest plans counts. Plans without duration are left out.
 * Takes time linear in plans and dependencies.
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
