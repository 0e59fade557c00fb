import type { ConflictPath, RunOutcome } from "../../../schemas/event.ts";
import type { AskStep, CheckStep, CommitTaskStep, Step, TurnStep } from "../../../schemas/execution_plan.ts";
import type { CompletionStep } from "../../../schemas/milestone.ts";
import { defined } from "../../collections/defined.ts";
import { conflictQuestion } from "./questions.ts";
import type { Feedback, Inserted, StepOutcome } from "../execution/step_outcome.ts";

/** Turns that a failing check may cost beyond the first. See docs/decisions/running-tasks.md. */
export const CHECK_RETRIES = 2;
/** Turns that a failing hook may cost. See docs/decisions/running-tasks.md. */
export const HOOK_RETRIES = 3;

/** Where a lane stands that has begun. */
export interface LaneState {
  /** Index of the next of its steps. */
  readonly cursor: number;
  /** IDs of the plans that were being worked on while it was. */
  readonly met: readonly string[];
  /** Whether that step is being performed. */
  readonly running: boolean;
  /** Turns that the current task has had. */
  readonly turns: number;
  /** Failed checks of the current task since its last commit was refused. */
  readonly failedChecks: number;
  /** Commits of the current task that a hook refused. */
  readonly refusedCommits: number;
  /** The answer to the last question. */
  readonly answer: string | undefined;
  /** A step that comes before the one at the cursor. */
  readonly before: Inserted | undefined;
  /** Whether a merge that meets conflicts is begun for a person to resolve. */
  readonly byHand: boolean;
  /** What its merge met. */
  readonly conflicts: readonly ConflictPath[];
  /** Why it stopped before its end. */
  readonly stopped: RunOutcome | undefined;
}

/** A lane that begins. */
export const NEW_LANE: LaneState = {
  cursor: 0,
  met: [],
  running: false,
  turns: 0,
  failedChecks: 0,
  refusedCommits: 0,
  answer: undefined,
  before: undefined,
  byHand: false,
  conflicts: [],
  stopped: undefined,
};

/** A step of an execution, or of completing a milestone. */
export type LaneStep = Step | CompletionStep;

/** Where a lane is. */
export interface LanePosition {
  /** The step that was performed. */
  readonly step: LaneStep;
  /** All steps of the lane. */
  readonly steps: readonly LaneStep[];
  /** All steps of the run. */
  readonly all: readonly LaneStep[];
}

type Outcome<K extends StepOutcome["kind"]> = Extract<StepOutcome, { readonly kind: K }>;

/** Where a lane stands after a step of it went as told; not for an interruption, which is the run's. */
export function advanceLane(
  state: LaneState,
  position: LanePosition,
  outcome: Exclude<StepOutcome, { readonly kind: "interrupted" }>,
): LaneState {
  const { step } = position;
  switch (outcome.kind) {
    case "turn-failed":
      return fail(state, outcome.message, outcome.output);
    case "suspended":
      return step.kind === "turn" ? stop(state, { kind: "suspended" }) : misfit(state, step, outcome);
    case "waiting":
      return stop(state, { kind: "waiting", question: outcome.question });
    case "done":
      return done(state, step);
    case "answered":
      return step.kind === "ask"
        ? answered(state, step, outcome.value, position)
        : misfit(state, step, outcome);
    case "unanswered":
      return step.kind === "ask" ? unanswered(state, step, position) : misfit(state, step, outcome);
    case "check-failed":
      if (step.kind === "set-up-worktree") {
        return fail(
          state,
          `Worktree ${step.worktree} cannot be made ready: ${outcome.command}`,
          outcome.output,
        );
      }
      return step.kind === "check"
        ? checkFailed(state, step, outcome, position)
        : misfit(state, step, outcome);
    case "hook-refused":
      return hookRefused(state, outcome, position);
    case "trespassed":
      return step.kind === "commit-task" ? trespassed(state, step, outcome) : misfit(state, step, outcome);
    case "verified":
      return step.kind === "verify" ? verified(state, outcome) : misfit(state, step, outcome);
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

function misfit(state: LaneState, step: LaneStep, outcome: StepOutcome): LaneState {
  const said = outcome.kind === "answered" ? `the answer "${outcome.value}"` : `"${outcome.kind}"`;
  return fail(state, `Step ${step.id} cannot have the outcome ${said}`);
}

/** A question is never merely done: only an answer leads past it. */
function done(state: LaneState, step: LaneStep): LaneState {
  if (step.kind === "ask") return misfit(state, step, { kind: "done" });
  if (state.before !== undefined) return { ...state, before: undefined, turns: state.turns + 1 };
  const turns = step.kind === "turn" ? state.turns + 1 : state.turns;
  // What was counted for a task ends with its commit.
  return step.kind === "commit-task"
    ? { ...NEW_LANE, met: state.met, cursor: state.cursor + 1 }
    : { ...state, cursor: state.cursor + 1, turns };
}

function answered(state: LaneState, step: AskStep, value: string, position: LanePosition): LaneState {
  const { question } = step;
  const chosen = question.choices.some((choice) => choice.value === value);
  if (!chosen && !question.open) return misfit(state, step, { kind: "answered", value });
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
      : misfit(state, step, { kind: "answered", value });
  }
  // Nothing comes behind a merge but what depends on it.
  if (question.kind === "merge" && value === "skip") return { ...state, cursor: position.steps.length };
  if (question.kind === "human-verify" && !chosen) {
    return mend(state, step, { kind: "person", command: "", text: value }, position);
  }
  return { ...state, cursor: state.cursor + 1, answer: value };
}

/** A question that nobody answers. A conflict is more than that: it stops the run as what it is. */
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
  if (state.failedChecks >= CHECK_RETRIES) {
    const turns = `${CHECK_RETRIES + 1} turns`;
    const message = `Task ${step.plan}/${step.task} does not pass its check after ${turns}: ${command}`;
    return fail(state, message, output);
  }
  const mending = mend(state, step, { kind: "check", command, text: output }, position);
  return { ...mending, failedChecks: state.failedChecks + 1 };
}

function hookRefused(state: LaneState, outcome: Outcome<"hook-refused">, position: LanePosition): LaneState {
  const { step } = position;
  const { output } = outcome;
  switch (step.kind) {
    case "commit-docs":
      return fail(
        state,
        `A hook refused the commit of the documents of plan ${step.plan}; what you change in them is kept`,
        output,
      );
    case "verify":
      return fail(
        state,
        "A hook refused the commit of the verification: fix what it reports, and commit what is staged",
        output,
      );
    case "merge":
      return fail(state, `A hook refuses to merge ${step.branch} into ${step.base}`, output);
    case "archive-milestone":
      return fail(state, "A hook refused the commit that completes the milestone", output);
    case "commit-task":
      return commitRefused(state, step, output, position);
    default:
      return misfit(state, step, outcome);
  }
}

/** The agent mends what the hook found; then the task's check comes again before its commit. */
function commitRefused(
  state: LaneState,
  step: CommitTaskStep,
  output: string,
  position: LanePosition,
): LaneState {
  if (state.refusedCommits >= HOOK_RETRIES) {
    const turns = `${HOOK_RETRIES} more turns`;
    const message = `A hook still refuses the commit of task ${step.plan}/${step.task} after ${turns}`;
    return fail(state, message, output);
  }
  const mending = mend(state, step, { kind: "hook", command: "git commit", text: output }, position);
  const check = position.steps[state.cursor - 1]?.kind === "check" ? state.cursor - 1 : state.cursor;
  return { ...mending, cursor: check, failedChecks: 0, refusedCommits: state.refusedCommits + 1 };
}

function trespassed(state: LaneState, step: CommitTaskStep, { paths }: Outcome<"trespassed">): LaneState {
  const named = paths.map(({ path, plan }) => `${path} (of plan ${plan})`).join(", ");
  const message =
    `Task ${step.plan}/${step.task} changed files that a plan running at the same time declares: ${named}`;
  return fail(state, message);
}

/** Gaps stop the run, and so does what only a person can judge, unless it was left for later. */
function verified(state: LaneState, { status, path, gaps, review }: Outcome<"verified">): LaneState {
  if (review !== undefined) {
    const { question, declined } = review;
    return stop(state, { kind: declined ? "declined" : "waiting", question });
  }
  return status === "gaps_found"
    ? stop(state, { kind: "gaps", path, gaps })
    : { ...state, cursor: state.cursor + 1 };
}

/** Asks what to do about a merge that meets conflicts; one that was begun for a person waits for that person. */
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
      return misfit(state, step, outcome);
  }
}

function conflictOf(
  { branch, base, plan }: { readonly branch: string; readonly base: string; readonly plan?: string },
  conflicts: readonly ConflictPath[],
  begun: boolean,
): RunOutcome {
  return { kind: "conflict", branch, base, ...defined({ plan }), conflicts, begun };
}

/** Puts a turn of the step's task before the step. A checkpoint has no turn of its own; it gets one. */
function mend(
  state: LaneState,
  step: AskStep | CheckStep | CommitTaskStep,
  feedback: Feedback,
  { all }: LanePosition,
): LaneState {
  const { plan, task } = step;
  if (plan === undefined || task === undefined) {
    return fail(state, `Nothing can be mended at step ${step.id}: it belongs to no task`, feedback.text);
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
