import type { ConflictPath, RunOutcome } from "../../../schemas/event.ts";
import type { AskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { turnQuestion } from "./turn_outcome.ts";
import { conflictQuestion } from "./questions.ts";
import type { StepOutcome } from "../execution/step_outcome.ts";
import { steerLane } from "../steer/steered_lane.ts";
import {
  fail,
  type LanePosition,
  type LaneState,
  type LaneStep,
  NEW_LANE,
  type Outcome,
  stop,
  unexpected,
} from "./lane_state.ts";
import { branchLeft, checkFailed, commitRefused, insertFix, testsPass, violated } from "./fix_turns.ts";

/**
 * Returns the state of a lane after the outcome of a step. An interruption is not among the outcomes, because
 * it concerns the whole run.
 */
export function advanceLane(
  state: LaneState,
  position: LanePosition,
  outcome: Exclude<StepOutcome, { readonly kind: "interrupted" }>,
): LaneState {
  const { step } = position;
  switch (outcome.kind) {
    case "turn-failed":
      return fail(state, outcome.message, outcome.output);
    case "asks":
      return step.kind === "turn" ? asks(state, step, outcome) : unexpected(state, step, outcome);
    case "suspended":
      return step.kind === "turn" ? stop(state, { kind: "suspended" }) : unexpected(state, step, outcome);
    case "waiting":
      return stop(state, { kind: "waiting", question: outcome.question });
    case "done":
      return done(state, step);
    case "answered":
      return step.kind === "ask"
        ? answered(state, step, outcome.value, position)
        : unexpected(state, step, outcome);
    case "unanswered":
      return step.kind === "ask" ? unanswered(state, step, position) : unexpected(state, step, outcome);
    case "check-failed":
      if (step.kind === "set-up-worktree") {
        return fail(
          state,
          `Cannot set up worktree ${step.worktree}: ${outcome.command}`,
          outcome.output,
        );
      }
      return step.kind === "check"
        ? checkFailed(state, step, outcome, position)
        : unexpected(state, step, outcome);
    case "tests-pass":
      return step.kind === "check"
        ? testsPass(state, step, outcome, position)
        : unexpected(state, step, outcome);
    case "hook-refused":
      return hookRefused(state, outcome, position);
    case "branch-left":
      return step.kind === "turn"
        ? branchLeft(state, step, outcome, position)
        : unexpected(state, step, outcome);
    case "ownership-violated":
      return step.kind === "commit-task"
        ? violated(state, step, outcome, position)
        : unexpected(state, step, outcome);
    case "verified":
      return step.kind === "verify" ? verified(state, outcome) : unexpected(state, step, outcome);
    case "conflict":
      return conflict(state, step, outcome);
    case "told":
    case "retried":
    case "skipped":
      return steerLane(state, position, outcome);
  }
}

/** Advances past a finished step. A question needs an answer and is never just done. */
function done(state: LaneState, step: LaneStep): LaneState {
  if (step.kind === "ask") return unexpected(state, step, { kind: "done" });
  if (state.before !== undefined) return { ...state, before: undefined, turns: state.turns + 1 };
  const turns = step.kind === "turn" ? state.turns + 1 : state.turns;
  // The counters of a task end with its commit.
  return step.kind === "commit-task"
    ? { ...NEW_LANE, concurrentPlans: state.concurrentPlans, cursor: state.cursor + 1 }
    : { ...state, cursor: state.cursor + 1, turns };
}

/** Asks the user what the agent wants to know, before the next step. The answer reaches the agent in another turn. */
function asks(state: LaneState, step: TurnStep, outcome: Outcome<"asks">): LaneState {
  const { lane, plan, task } = step;
  const question = turnQuestion(
    { id: `${plan}/${task}`, name: `Task ${plan}/${task}`, plan },
    outcome.asks,
  );
  const cursor = state.before === undefined ? state.cursor + 1 : state.cursor;
  const ask: AskStep = { kind: "ask", id: question.id, lane, plan, task, question };
  return { ...state, cursor, turns: state.turns + 1, before: { step: ask } };
}

function answered(state: LaneState, step: AskStep, value: string, position: LanePosition): LaneState {
  const { question } = step;
  const chosen = question.choices.some((choice) => choice.value === value);
  if (!chosen && !question.open) return unexpected(state, step, { kind: "answered", value });
  if (question.kind === "gate") {
    return value === "yes"
      ? { ...state, cursor: state.cursor + 1 }
      : stop(state, { kind: "declined", question });
  }
  if (question.kind === "acceptance") {
    return value === "accept"
      ? { ...state, cursor: state.cursor + 1 }
      : stop(state, { kind: "declined", question });
  }
  if (question.kind === "conflict") {
    const merge = position.steps[state.cursor];
    if (value === "manual") return { ...state, before: undefined, byHand: true };
    return merge?.kind === "merge"
      ? stop(state, conflictOf(merge, state.conflicts, false))
      : unexpected(state, step, { kind: "answered", value });
  }
  // After a merge only steps follow that depend on it.
  if (question.kind === "merge" && value === "skip") return { ...state, cursor: position.steps.length };
  if (question.kind === "agent") {
    const text = question.choices.find((choice) => choice.value === value)?.label ?? value;
    return insertFix(
      state,
      step,
      { kind: "answer", command: question.details || question.title, text },
      position,
    );
  }
  if (question.kind === "human-verify" && !chosen) {
    return insertFix(state, step, { kind: "person", command: "", text: value }, position);
  }
  // A question that is asked again comes before the check that failed.
  if (state.before !== undefined) return { ...state, before: undefined, answer: value };
  return { ...state, cursor: state.cursor + 1, answer: value };
}

/** Stops at an unanswered question. An unanswered conflict stops the run as a conflict. */
function unanswered(state: LaneState, step: AskStep, { steps }: LanePosition): LaneState {
  const merge = steps[state.cursor];
  return step.question.kind === "conflict" && merge?.kind === "merge"
    ? stop(state, conflictOf(merge, state.conflicts, false))
    : stop(state, { kind: "waiting", question: step.question });
}

function hookRefused(state: LaneState, outcome: Outcome<"hook-refused">, position: LanePosition): LaneState {
  const { step } = position;
  const { output } = outcome;
  switch (step.kind) {
    case "commit-docs":
      return fail(
        state,
        `A hook refused the commit of the documents of plan ${step.plan}; your changes in them are kept`,
        output,
      );
    case "verify":
      return fail(
        state,
        "A hook refused the commit of the verification: fix the reported problem, and commit the staged files",
        output,
      );
    case "merge":
      return fail(state, `A hook refused to merge ${step.branch} into ${step.base}`, output);
    case "archive-milestone":
      return fail(state, "A hook refused the commit that completes the milestone", output);
    case "commit-task":
      return commitRefused(state, step, outcome, position);
    default:
      return unexpected(state, step, outcome);
  }
}

/** Stops the run for gaps and for an open review by the user. */
function verified(state: LaneState, { status, path, gaps, review }: Outcome<"verified">): LaneState {
  if (review !== undefined) {
    const { question, declined } = review;
    return stop(state, { kind: declined ? "declined" : "waiting", question });
  }
  return status === "gaps_found"
    ? stop(state, { kind: "gaps", path, gaps })
    : { ...state, cursor: state.cursor + 1 };
}

/** Asks what to do about a merge with conflicts. A merge that was started for the user waits for the user. */
function conflict(state: LaneState, step: LaneStep, outcome: Outcome<"conflict">): LaneState {
  const { conflicts, begun } = outcome;
  switch (step.kind) {
    case "merge": {
      if (begun) return stop(state, conflictOf(step, conflicts, true));
      const { id, lane } = step;
      const question = conflictQuestion(step, conflicts);
      return {
        ...state,
        conflicts,
        before: { step: { kind: "ask", id: `${id}/conflict`, lane, question } },
      };
    }
    case "replay":
      return stop(state, conflictOf({ ...step, base: step.onto }, conflicts, false));
    default:
      return unexpected(state, step, outcome);
  }
}

function conflictOf(
  { branch, base, plan }: { readonly branch: string; readonly base: string; readonly plan?: string },
  conflicts: readonly ConflictPath[],
  begun: boolean,
): RunOutcome {
  return { kind: "conflict", branch, base, ...defined({ plan }), conflicts, begun };
}
