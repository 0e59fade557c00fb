import type { RunContext } from "./context.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import { advance, begin, interrupt, nextSteps, outcomeOf, startRun } from "../../plan/run/state_machine.ts";
import { nextRunAsks } from "../../plan/execution/sealed_documents.ts";
import type { RemoteLanes } from "../executor/remote_lanes.ts";
import { type Performed, Runner } from "./runner.ts";

/**
 * Runs an execution plan: performs the steps that the state machine returns, some of them concurrently, and
 * reports each outcome to the state machine. It makes no decisions itself.
 *
 * @returns The outcome of the run.
 */
export async function run(plan: ExecutionPlan, context: RunContext): Promise<RunOutcome> {
  return await runOn(plan, context);
}

/**
 * Runs an execution plan as {@link run} does.
 *
 * @param remote Has lanes carried out on other machines; absent if all run on this one.
 */
export async function runOn(
  plan: ExecutionPlan,
  context: RunContext,
  remote?: RemoteLanes,
): Promise<RunOutcome> {
  const broken = new AbortController();
  const signal = AbortSignal.any([context.signal, broken.signal]);
  const runner = new Runner(plan, { ...context, signal }, remote);
  const running = new Map<string, Promise<Performed>>();
  let state = startRun(plan);
  let error: unknown;
  try {
    for (;;) {
      for (const next of nextSteps(state)) {
        state = begin(state, next.lane.id);
        running.set(next.lane.id, runner.perform(next));
      }
      if (running.size === 0) break;
      const { lane, outcome } = await Promise.race(running.values());
      running.delete(lane);
      state = advance(state, lane, outcome);
      if (context.signal.aborted) state = interrupt(state);
      await runner.settle(state, lane);
    }
  } catch (thrown) {
    error = thrown;
    throw thrown;
  } finally {
    // After an error, the other steps in progress are aborted, so that nothing is left running.
    if (running.size > 0) broken.abort();
    await Promise.allSettled(running.values());
    const suspended = [...state.lanes.values()].some(({ stopped }) => stopped?.kind === "suspended");
    await runner.close(suspended, error instanceof Error ? error.message : "The run was interrupted");
  }
  const outcome = outcomeOf(state);
  const question = runner.question;
  if (question === undefined || outcome.kind === "waiting") return outcome;
  if (outcome.kind === "completed") return { kind: "waiting", question };
  // The reason for the stop takes precedence; the next run asks.
  context.report({ kind: "notice", message: nextRunAsks(question) });
  return outcome;
}
