/**
 * The state machine of a run: which step is next, what to do when one goes wrong, when to stop.
 *
 * Pure. Whoever performs the steps (this program, or a coding agent that hosts it) reports the
 * outcome of each and asks for the next; neither has rules of its own.
 * @module
 */
import type { RunOutcome } from "../../schemas/event.ts";
import type { ExecutionPlan, MergeStep, Step, TurnStep } from "../../schemas/execution_plan.ts";

/** Turns that a failing check may cost beyond the first. Spec: DECISIONS, Running tasks. */
export const CHECK_RETRIES = 2;
/** Turns that a failing hook may cost. Spec: DECISIONS, Running tasks. */
export const HOOK_RETRIES = 3;

/** How to merge. Spec: Merge modes. */
export type MergeMode = "squash" | "history";

/** What went wrong before a turn, for the agent to mend. */
export interface Feedback {
  /** A check failed, a hook refused the commit, or a person saw something wrong. */
  readonly kind: "check" | "hook" | "person";
  /** The failing command; empty otherwise. */
  readonly command: string;
  /** What it printed, or what the person wrote. */
  readonly text: string;
}

/** How a step went. */
export type StepOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "answered"; readonly value: string }
  | { readonly kind: "unanswered" }
  | { readonly kind: "turn-failed"; readonly message: string; readonly output: string }
  | { readonly kind: "check-failed"; readonly command: string; readonly output: string }
  | { readonly kind: "hook-refused"; readonly output: string }
  | { readonly kind: "conflict"; readonly paths: readonly string[] }
  | { readonly kind: "interrupted" };

/** Where a run stands. A value: nothing in it changes. */
export interface RunState {
  /** What is to be done. */
  readonly plan: ExecutionPlan;
  /** Index of the next step in `plan.steps`. */
  readonly cursor: number;
  /** Failed checks of the current task. */
  readonly failedChecks: number;
  /** Commits of the current step that a hook refused. */
  readonly refusedCommits: number;
  /** The answer to the last question. */
  readonly answer: string | undefined;
  /** A turn that comes before the step at the cursor. */
  readonly mend: { readonly step: TurnStep; readonly feedback: Feedback } | undefined;
  /** How the run ended, once it has. */
  readonly outcome: RunOutcome | undefined;
}

/** What to do now. */
export type Next =
  | {
    readonly kind: "perform";
    readonly step: Exclude<Step, MergeStep>;
    /** What the turn has to mend. */
    readonly feedback?: Feedback;
    /** 1 for a task's first turn. */
    readonly attempt: number;
    /** The answer a checkpoint got, for its commit. */
    readonly answer?: string;
  }
  | { readonly kind: "merge"; readonly step: MergeStep; readonly mode: MergeMode }
  | { readonly kind: "stop"; readonly outcome: RunOutcome };

/** The state of a run that begins. */
export function startRun(plan: ExecutionPlan): RunState {
  return {
    plan,
    cursor: 0,
    failedChecks: 0,
    refusedCommits: 0,
    answer: undefined,
    mend: undefined,
    outcome: undefined,
  };
}

/** The step to perform next, or how the run ended. */
export function nextStep(state: RunState): Next {
  if (state.outcome !== undefined) return { kind: "stop", outcome: state.outcome };
  const attempt = 1 + state.failedChecks + state.refusedCommits;
  if (state.mend !== undefined) return { kind: "perform", ...state.mend, attempt: Math.max(2, attempt) };
  const step = state.plan.steps[state.cursor];
  if (step === undefined) return { kind: "stop", outcome: { kind: "completed" } };
  if (step.kind === "merge") {
    const mode = state.answer === "history" ? "history" : "squash";
    return { kind: "merge", step, mode };
  }
  return step.kind === "commit-task" && state.answer !== undefined
    ? { kind: "perform", step, attempt, answer: state.answer }
    : { kind: "perform", step, attempt };
}

/** The state after the step that {@link nextStep} named went as told. */
export function advance(state: RunState, outcome: StepOutcome): RunState {
  if (outcome.kind === "interrupted") return stop(state, { kind: "interrupted" });
  if (outcome.kind === "turn-failed") {
    return stop(state, { kind: "failed", message: outcome.message, output: outcome.output });
  }
  if (state.mend !== undefined) return { ...state, mend: undefined };
  const step = state.plan.steps[state.cursor];
  if (step === undefined) return state;
  switch (outcome.kind) {
    case "done":
      return moveOn(state, step);
    case "answered":
      return answered(state, step, outcome.value);
    case "unanswered":
      return step.kind === "ask" ? stop(state, { kind: "waiting", question: step.question }) : state;
    case "check-failed":
      return checkFailed(state, step, outcome.command, outcome.output);
    case "hook-refused":
      return hookRefused(state, step, outcome.output);
    case "conflict":
      return step.kind === "merge"
        ? stop(state, { kind: "conflict", branch: step.branch, base: step.base, paths: outcome.paths })
        : state;
  }
}

function stop(state: RunState, outcome: RunOutcome): RunState {
  return { ...state, outcome };
}

function moveOn(state: RunState, step: Step): RunState {
  const settled = step.kind === "commit-task" || step.kind === "commit-docs";
  return {
    ...state,
    cursor: state.cursor + 1,
    answer: settled ? undefined : state.answer,
    failedChecks: settled ? 0 : state.failedChecks,
    refusedCommits: settled ? 0 : state.refusedCommits,
  };
}

function answered(state: RunState, step: Step, value: string): RunState {
  if (step.kind !== "ask") return state;
  const { question } = step;
  if (question.kind === "gate") {
    return value === "yes" ? moveOn(state, step) : stop(state, { kind: "declined", question });
  }
  if (question.kind === "merge" && value === "skip") return { ...state, cursor: state.cursor + 2 };
  const approved = question.choices.some((choice) => choice.value === value);
  if (question.kind === "human-verify" && !approved) {
    return mend(state, { kind: "person", command: "", text: value });
  }
  return { ...moveOn(state, step), answer: value };
}

function checkFailed(state: RunState, step: Step, command: string, output: string): RunState {
  if (step.kind !== "check") return state;
  if (state.failedChecks >= CHECK_RETRIES) {
    const message = `Task ${step.plan}/${step.task} does not pass its check after ${
      CHECK_RETRIES + 1
    } turns: ${command}`;
    return stop(state, { kind: "failed", message, output });
  }
  return { ...mend(state, { kind: "check", command, text: output }), failedChecks: state.failedChecks + 1 };
}

function hookRefused(state: RunState, step: Step, output: string): RunState {
  if (step.kind === "commit-docs") {
    const message = `A hook refuses the commit of the documents of plan ${step.plan}`;
    return stop(state, { kind: "failed", message, output });
  }
  if (step.kind === "merge") {
    const message = `A hook refuses to merge ${step.branch} into ${step.base}`;
    return stop(state, { kind: "failed", message, output });
  }
  if (step.kind !== "commit-task") return state;
  if (state.refusedCommits >= HOOK_RETRIES) {
    const message =
      `A hook still refuses the commit of task ${step.plan}/${step.task} after ${HOOK_RETRIES} more turns`;
    return stop(state, { kind: "failed", message, output });
  }
  const mending = mend(state, { kind: "hook", command: "git commit", text: output });
  const check = state.cursor - 1;
  const recheck = state.plan.steps[check]?.kind === "check" ? check : state.cursor;
  return { ...mending, cursor: recheck, failedChecks: 0, refusedCommits: state.refusedCommits + 1 };
}

/** Puts a turn of the current task before the step at the cursor. */
function mend(state: RunState, feedback: Feedback): RunState {
  const step = state.plan.steps[state.cursor];
  if (step === undefined || !("task" in step) || step.plan === undefined || step.task === undefined) {
    return state;
  }
  const own = state.plan.steps.find((candidate) => {
    return candidate.kind === "turn" && candidate.plan === step.plan && candidate.task === step.task;
  });
  const turn: TurnStep = own?.kind === "turn" ? own : {
    kind: "turn",
    id: `${step.plan}/${step.task}/turn`,
    plan: step.plan,
    task: step.task,
    name: step.kind === "ask" ? step.question.title : `Task ${step.task}`,
    type: "checkpoint:human-verify",
    files: [],
    directory: ".",
  };
  return { ...state, mend: { step: turn, feedback } };
}
