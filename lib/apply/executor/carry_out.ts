import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { GivenToTask, LaneStop } from "../../plan/executor/lane_history.ts";
import {
  advance,
  begin,
  interrupt,
  nextStep,
  type ScheduledStep,
  startRun,
} from "../../plan/run/state_machine.ts";
import { recordFeedback, removeFeedback } from "../history/checkpoint_feedback.ts";
import type { Repository } from "../git/repository.ts";
import type { RunContext } from "../run/context.ts";
import { Runner } from "../run/runner.ts";

export interface CarryOutOptions {
  readonly context: RunContext;
  /** What the first turn of a task starts with. */
  readonly given: GivenToTask | undefined;
  /** Called after the commit of each task. Returns false if the worker may not continue. */
  readonly committed: (task: number) => Promise<boolean>;
}

/** Carries out the tasks of a lane one after the other. Returns the reason for a stop before its end, if there is one. */
export async function carryOut(
  plan: ExecutionPlan,
  { context, given, committed }: CarryOutOptions,
): Promise<LaneStop | undefined> {
  await recordGiven(plan, context.home.repository, given);
  const runner = new Runner(plan, context);
  let state = startRun(plan);
  try {
    for (;;) {
      const next = nextStep(state);
      if (next.kind === "stop") return stopOf(next.outcome);
      state = begin(state, next.lane.id);
      const { step } = next;
      const { lane, outcome } = await runner.perform(withFeedback(next, given));
      // The coordinator asks, and another worker may get the answer.
      if (outcome.kind === "asks") return outcome;
      if (step.kind === "commit-task" && outcome.kind === "done" && !await committed(step.task)) {
        return undefined;
      }
      state = advance(state, lane, outcome);
      if (context.signal.aborted) state = interrupt(state);
      await runner.settle(state, lane);
    }
  } finally {
    await runner.close(false, "The worker was stopped");
  }
}

/** Records what the user has written about a task, and forgets what an earlier worker of this clone recorded. */
async function recordGiven(
  { steps }: ExecutionPlan,
  repository: Repository,
  given: GivenToTask | undefined,
): Promise<void> {
  for (const step of steps) if (step.kind === "commit-task") await removeFeedback(repository, step);
  const plan = steps.find((step) => step.kind === "turn")?.plan;
  if (given === undefined || plan === undefined) return;
  for (const text of given.words) await recordFeedback(repository, { plan, task: given.task, text });
}

function withFeedback(next: ScheduledStep, given: GivenToTask | undefined): ScheduledStep {
  const { step, attempt } = next;
  if (given?.feedback === undefined || step.kind !== "turn" || step.task !== given.task || attempt > 1) {
    return next;
  }
  return { ...next, feedback: { ...given.feedback, afresh: true }, attempt: 2 };
}

/** Returns the outcome of a lane that has stopped. An interrupted one can be taken again. */
function stopOf(
  outcome: Extract<ReturnType<typeof nextStep>, { readonly kind: "stop" }>["outcome"],
): LaneStop | undefined {
  switch (outcome.kind) {
    case "failed":
      return { kind: "turn-failed", message: outcome.message, output: outcome.output };
    case "waiting":
      return { kind: "waiting", question: outcome.question };
    default:
      return undefined;
  }
}
