import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { measureCheckouts } from "../../apply/history/run_costs.ts";
import { withFastCheckouts } from "../../plan/execution/checkout_costs.ts";
import { type PhaseInput, planPhase, snapshotFor } from "./open_phase.ts";

/** The phase to run; `continues` if a host works on it. */
export interface PlannedRunInput extends PhaseInput {
  readonly continues: boolean;
}

/**
 * Plans a run. Where plans may be faster in worktrees of a big repository, measures first how fast checkouts are now.
 */
export async function planRun(input: PlannedRunInput, repository: Repository): Promise<ExecutionPlan> {
  const snapshot = await snapshotFor(input, repository);
  if (input.continues || snapshot.costs === undefined) return await planPhase(input, snapshot);
  const plan = await planPhase(input, { ...snapshot, costs: withFastCheckouts(snapshot.costs) });
  const mayBeParallel = plan.waves.some(({ parallel }) => parallel);
  const costs = mayBeParallel ? await measureCheckouts(repository.git) : undefined;
  return costs === undefined ? plan : await planPhase(input, { ...snapshot, costs });
}
