import type { CheckStep, CommitTaskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import type { StepOutcome } from "../execution/step_outcome.ts";
import { checkBefore, insertFix } from "../run/fix_turns.ts";
import { type LanePosition, type LaneState, type LaneStep, NEW_LANE, unexpected } from "../run/lane_state.ts";

/** Returns the state of a lane after the user has steered the step of a task. */
export function steerLane(
  state: LaneState,
  position: LanePosition,
  outcome: Extract<StepOutcome, { readonly kind: "told" | "retried" | "skipped" }>,
): LaneState {
  const { step, steps } = position;
  if (!isOfTask(step)) return unexpected(state, step, outcome);
  const isSame = (other: LaneStep) => {
    return (isOfTask(other) || other.kind === "ask") && other.plan === step.plan && other.task === step.task;
  };
  const begins = { ...NEW_LANE, concurrentPlans: state.concurrentPlans };
  switch (outcome.kind) {
    case "told": {
      const next = insertFix(state, step, { kind: "told", command: "", text: outcome.text }, position);
      if (step.kind !== "turn") return { ...next, cursor: checkBefore(state.cursor, steps) };
      const cursor = state.before === undefined ? state.cursor + 1 : state.cursor;
      return { ...next, cursor, turns: state.turns + 1 };
    }
    case "retried":
      return { ...begins, cursor: steps.findIndex(isSame) };
    case "skipped": {
      const cursor = steps.findIndex((other) => isSame(other) && other.kind === "commit-task");
      return { ...begins, cursor, skip: outcome.why };
    }
  }
}

function isOfTask(step: LaneStep): step is TurnStep | CheckStep | CommitTaskStep {
  return step.kind === "turn" || step.kind === "check" || step.kind === "commit-task";
}
