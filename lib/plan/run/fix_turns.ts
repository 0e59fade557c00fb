import type { AskStep, CheckStep, CommitTaskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import { failedActionQuestion } from "./questions.ts";
import type { Feedback } from "../execution/step_outcome.ts";
import { fail, type LanePosition, type LaneState, type Outcome } from "./lane_state.ts";

/**
 * The maximum number of turns to fix a failing check, after the first. See docs/decisions/running-tasks.md.
 */
export const CHECK_RETRIES = 2;
/** The maximum number of further attempts after a refused commit. See docs/decisions/running-tasks.md. */
export const HOOK_RETRIES = 3;

/** Lets the agent fix what the check reported; the user is asked again about a manual step. */
export function checkFailed(
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
export function testsPass(
  state: LaneState,
  step: CheckStep,
  { command }: Outcome<"tests-pass">,
  position: LanePosition,
): LaneState {
  if (state.failedChecks >= CHECK_RETRIES) return { ...state, cursor: state.cursor + 1 };
  const next = insertFix(state, step, { kind: "passes", command, text: "" }, position);
  return { ...next, failedChecks: state.failedChecks + 1 };
}

/**
 * Lets the agent fix what the hook reported, unless the hook may have fixed it. Then the task's check runs again
 * before its commit.
 */
export function commitRefused(
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
  const cursor = checkBefore(state.cursor, position.steps);
  return { ...next, cursor, failedChecks: 0, refusedCommits: state.refusedCommits + 1, repeated };
}

/** Tells the agent that it left the branch, in another turn. */
export function branchLeft(
  state: LaneState,
  step: TurnStep,
  { place }: Outcome<"branch-left">,
  position: LanePosition,
): LaneState {
  const cursor = state.before === undefined ? state.cursor + 1 : state.cursor;
  const what = `Task ${step.plan}/${step.task} left its branch for ${place}`;
  const next = again({ ...state, cursor }, step, {
    feedback: { kind: "branch", command: "", text: place },
    what,
  }, position);
  return { ...next, turns: state.turns + 1 };
}

/** Tells the agent about the files of concurrent plans that it changed, in another turn. */
export function violated(
  state: LaneState,
  step: CommitTaskStep,
  { paths, stops }: Outcome<"ownership-violated">,
  position: LanePosition,
): LaneState {
  const named = paths.map(({ path, plan }) => `${path} (of plan ${plan})`);
  const what = `Task ${step.plan}/${step.task} changed files that a plan running at the same time declares: ${
    named.join(", ")
  }`;
  if (stops) return fail(state, what);
  const cursor = checkBefore(state.cursor, position.steps);
  const feedback = {
    kind: "foreign",
    command: "",
    text: named.map((line) => `- ${line}`).join("\n"),
  } as const;
  return again({ ...state, cursor }, step, { feedback, what }, position);
}

/** Inserts a turn about a fault of the agent itself, unless there were too many turns. */
function again(
  state: LaneState,
  step: CommitTaskStep | TurnStep,
  { feedback, what }: { readonly feedback: Feedback; readonly what: string },
  position: LanePosition,
): LaneState {
  if (state.failedChecks >= CHECK_RETRIES) return fail(state, what);
  return { ...insertFix(state, step, feedback, position), failedChecks: state.failedChecks + 1 };
}

/** Returns the position of the check before a commit, which runs again after another turn. */
export function checkBefore(cursor: number, steps: LanePosition["steps"]): number {
  return steps[cursor - 1]?.kind === "check" ? cursor - 1 : cursor;
}

/**
 * Inserts a turn of the step's task before the step. A checkpoint has no turn of its own, so one is created.
 */
export function insertFix(
  state: LaneState,
  step: AskStep | CheckStep | CommitTaskStep | TurnStep,
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
