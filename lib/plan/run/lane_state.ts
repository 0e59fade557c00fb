import type { ConflictPath, RunOutcome } from "../../../schemas/event.ts";
import type { AskStep, CheckStep, CommitTaskStep, Step, TurnStep } from "../../../schemas/execution_plan.ts";
import type { CompletionStep } from "../../../schemas/milestone.ts";
import { defined } from "../../collections/defined.ts";
import { turnQuestion } from "./turn_outcome.ts";
import { conflictQuestion, failedActionQuestion } from "./questions.ts";
import type { Feedback, Inserted, StepOutcome } from "../execution/step_outcome.ts";

/**
 * The maximum number of turns to fix a failing check, after the first. See docs/decisions/running-tasks.md.
 */
export const CHECK_RETRIES = 2;
/** The maximum number of further attempts after a refused commit. See docs/decisions/running-tasks.md. */
export const HOOK_RETRIES = 3;

/** The state of a started lane. */
export interface LaneState {
  /** The index of its next step. */
  readonly cursor: number;
  /** The IDs of the plans that were active at the same time. */
  readonly concurrentPlans: readonly string[];
  /** True while that step is being performed. */
  readonly running: boolean;
  /** The number of turns of the current task. */
  readonly turns: number;
  /** The number of failed checks of the current task since its last refused commit, and of tests that should fail. */
  readonly failedChecks: number;
  /** The number of refused commits of the current task. */
  readonly refusedCommits: number;
  /** True if its last refused commit is repeated without a turn. */
  readonly repeated: boolean;
  /** The answer to the last question. */
  readonly answer: string | undefined;
  /** An inserted step, which comes before the one at the cursor. */
  readonly before: Inserted | undefined;
  /** True if a merge with conflicts is started for the user to resolve. */
  readonly byHand: boolean;
  /** The conflicts of its merge. */
  readonly conflicts: readonly ConflictPath[];
  /** The outcome with which it stopped before its end. */
  readonly stopped: RunOutcome | undefined;
}

/** The initial state of a lane. */
export const NEW_LANE: LaneState = {
  cursor: 0,
  concurrentPlans: [],
  running: false,
  turns: 0,
  failedChecks: 0,
  refusedCommits: 0,
  repeated: false,
  answer: undefined,
  before: undefined,
  byHand: false,
  conflicts: [],
  stopped: undefined,
};

/** A step of an execution or of the completion of a milestone. */
export type LaneStep = Step | CompletionStep;

/** The position of a lane. */
export interface LanePosition {
  /** The performed step. */
  readonly step: LaneStep;
  /** All steps of the lane. */
  readonly steps: readonly LaneStep[];
  /** All steps of the run. */
  readonly all: readonly LaneStep[];
}

type Outcome<K extends StepOutcome["kind"]> = Extract<StepOutcome, { readonly kind: K }>;

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
    case "ownership-violated":
      return step.kind === "commit-task" ? violated(state, step, outcome) : unexpected(state, step, outcome);
    case "verified":
      return step.kind === "verify" ? verified(state, outcome) : unexpected(state, step, outcome);
    case "conflict":
      return conflict(state, step, outcome);
  }
}

function stop(state: LaneState, stopped: RunOutcome): LaneState {
  return { ...state, stopped };
}

function fail(state: LaneState, message: string, output = ""): LaneState {
  return stop(state, { kind: "failed", message, output });
}

function unexpected(state: LaneState, step: LaneStep, outcome: StepOutcome): LaneState {
  const name = outcome.kind === "answered" ? `the answer "${outcome.value}"` : `"${outcome.kind}"`;
  return fail(state, `Step ${step.id} cannot have the outcome ${name}`);
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

function checkFailed(
  state: LaneState,
  step: CheckStep,
  { command, output }: Outcome<"check-failed">,
  position: LanePosition,
): LaneState {
  const asked = position.steps[state.cursor - 1];
  if (asked?.kind === "ask") {
    const question = failedActionQuestion(asked.question, command, output);
    return { ...state, before: { step: { ...asked, question } } };
  }
  if (state.failedChecks >= CHECK_RETRIES) {
    const turns = `${CHECK_RETRIES + 1} turns`;
    const message = `Task ${step.plan}/${step.task} does not pass its check after ${turns}: ${command}`;
    return fail(state, message, output);
  }
  const next = insertFix(state, step, { kind: "check", command, text: output }, position);
  return { ...next, failedChecks: state.failedChecks + 1 };
}

/** Lets the agent write tests that fail. Tests that still pass are committed, and the summary reports it. */
function testsPass(
  state: LaneState,
  step: CheckStep,
  { command }: Outcome<"tests-pass">,
  position: LanePosition,
): LaneState {
  if (state.failedChecks >= CHECK_RETRIES) return { ...state, cursor: state.cursor + 1 };
  const next = insertFix(state, step, { kind: "passes", command, text: "" }, position);
  return { ...next, failedChecks: state.failedChecks + 1 };
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

/**
 * Lets the agent fix what the hook reported, unless the hook may have fixed it. Then the task's check runs again
 * before its commit.
 */
function commitRefused(
  state: LaneState,
  step: CommitTaskStep,
  { output, reformatted = false }: Outcome<"hook-refused">,
  position: LanePosition,
): LaneState {
  if (state.refusedCommits >= HOOK_RETRIES) {
    const cause = reformatted ? ", and changes its files each time" : "";
    const attempts = `${HOOK_RETRIES} more attempts`;
    const message =
      `A hook still refuses the commit of task ${step.plan}/${step.task} after ${attempts}${cause}`;
    return fail(state, message, output);
  }
  const repeated = reformatted && !state.repeated;
  const next = repeated
    ? state
    : insertFix(state, step, { kind: "hook", command: "git commit", text: output }, position);
  const check = position.steps[state.cursor - 1]?.kind === "check" ? state.cursor - 1 : state.cursor;
  return { ...next, cursor: check, failedChecks: 0, refusedCommits: state.refusedCommits + 1, repeated };
}

function violated(
  state: LaneState,
  step: CommitTaskStep,
  { paths }: Outcome<"ownership-violated">,
): LaneState {
  const named = paths.map(({ path, plan }) => `${path} (of plan ${plan})`).join(", ");
  const message =
    `Task ${step.plan}/${step.task} changed files that a plan running at the same time declares: ${named}`;
  return fail(state, message);
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

/**
 * Inserts a turn of the step's task before the step. A checkpoint has no turn of its own, so one is created.
 */
function insertFix(
  state: LaneState,
  step: AskStep | CheckStep | CommitTaskStep,
  feedback: Feedback,
  { all }: LanePosition,
): LaneState {
  const { plan, task } = step;
  if (plan === undefined || task === undefined) {
    return fail(state, `Cannot fix step ${step.id}: it belongs to no task`, feedback.text);
  }
  const own = all.find((candidate): candidate is TurnStep => {
    return candidate.kind === "turn" && candidate.plan === plan && candidate.task === task;
  });
  const turn: TurnStep = own ?? {
    kind: "turn",
    id: `${plan}/${task}/turn`,
    lane: step.lane,
    plan,
    task,
    name: step.kind === "ask" ? step.question.title : `Task ${task}`,
    type: "checkpoint:human-verify",
    files: [],
    directory: ".",
  };
  return { ...state, before: { step: turn, feedback } };
}
