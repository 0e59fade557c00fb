/**
 * The state machine of a run: which step is next, what to do when one goes wrong, when to stop.
 *
 * Pure. Whoever performs the steps (this program, or a coding agent that hosts it) reports the
 * outcome of each and asks for the next; neither has rules of its own.
 * @module
 */
import type { RunOutcome } from "../../schemas/event.ts";
import type {
  AskStep,
  CheckStep,
  CommitTaskStep,
  ExecutionPlan,
  MergeStep,
  Step,
  TurnStep,
} from "../../schemas/execution_plan.ts";

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
  /** Turns that the current task has had. */
  readonly turns: number;
  /** Failed checks of the current task since its last commit was refused. */
  readonly failedChecks: number;
  /** Commits of the current task that a hook refused. */
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
    turns: 0,
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
  const attempt = state.turns + 1;
  // A person's finding can come before the first turn on a checkpoint; it is more work all the same.
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

/**
 * The state after the step that {@link nextStep} named went as told.
 *
 * A run that has ended stays so; only an interruption takes the place of how it stopped, as what
 * failed may have failed because of it. An outcome that the step cannot have ends the run: it would
 * otherwise be asked for again and again.
 */
export function advance(state: RunState, outcome: StepOutcome): RunState {
  const step = state.mend?.step ?? state.plan.steps[state.cursor];
  if (step === undefined) return state;
  if (outcome.kind === "interrupted") return stop(state, { kind: "interrupted" });
  if (state.outcome !== undefined) return state;
  switch (outcome.kind) {
    case "turn-failed":
      return stop(state, { kind: "failed", message: outcome.message, output: outcome.output });
    case "done":
      return done(state, step);
    case "answered":
      return step.kind === "ask" ? answered(state, step, outcome.value) : misfit(state, step, outcome);
    case "unanswered":
      return step.kind === "ask"
        ? stop(state, { kind: "waiting", question: step.question })
        : misfit(state, step, outcome);
    case "check-failed":
      return step.kind === "check" ? checkFailed(state, step, outcome) : misfit(state, step, outcome);
    case "hook-refused":
      return hookRefused(state, step, outcome);
    case "conflict":
      return step.kind === "merge"
        ? stop(state, { kind: "conflict", branch: step.branch, base: step.base, paths: outcome.paths })
        : misfit(state, step, outcome);
  }
}

type Outcome<K extends StepOutcome["kind"]> = Extract<StepOutcome, { readonly kind: K }>;

function stop(state: RunState, outcome: RunOutcome): RunState {
  return { ...state, outcome };
}

function fail(state: RunState, message: string, output = ""): RunState {
  return stop(state, { kind: "failed", message, output });
}

function misfit(state: RunState, step: Step, outcome: StepOutcome): RunState {
  const said = outcome.kind === "answered" ? `the answer "${outcome.value}"` : `"${outcome.kind}"`;
  return fail(state, `Step ${step.id} cannot have the outcome ${said}`);
}

/** A question is never merely done: only an answer leads past it. */
function done(state: RunState, step: Step): RunState {
  if (step.kind === "ask") return misfit(state, step, { kind: "done" });
  if (state.mend !== undefined) return { ...state, mend: undefined, turns: state.turns + 1 };
  const turns = step.kind === "turn" ? state.turns + 1 : state.turns;
  return step.kind === "commit-task" ? afterTask(state) : { ...state, cursor: state.cursor + 1, turns };
}

/** What was counted for a task ends with its commit. */
function afterTask({ plan, cursor }: RunState): RunState {
  return { ...startRun(plan), cursor: cursor + 1 };
}

function answered(state: RunState, step: AskStep, value: string): RunState {
  const { question } = step;
  const chosen = question.choices.some((choice) => choice.value === value);
  if (!chosen && !question.open) return misfit(state, step, { kind: "answered", value });
  if (question.kind === "gate") {
    return value === "yes"
      ? { ...state, cursor: state.cursor + 1 }
      : stop(state, { kind: "declined", question });
  }
  if (question.kind === "merge" && value === "skip") return { ...state, cursor: state.cursor + 2 };
  if (question.kind === "human-verify" && !chosen) {
    return mend(state, step, { kind: "person", command: "", text: value });
  }
  return { ...state, cursor: state.cursor + 1, answer: value };
}

function checkFailed(
  state: RunState,
  step: CheckStep,
  { command, output }: Outcome<"check-failed">,
): RunState {
  if (state.failedChecks >= CHECK_RETRIES) {
    const turns = `${CHECK_RETRIES + 1} turns`;
    return fail(
      state,
      `Task ${step.plan}/${step.task} does not pass its check after ${turns}: ${command}`,
      output,
    );
  }
  const mending = mend(state, step, { kind: "check", command, text: output });
  return { ...mending, failedChecks: state.failedChecks + 1 };
}

function hookRefused(state: RunState, step: Step, outcome: Outcome<"hook-refused">): RunState {
  const { output } = outcome;
  switch (step.kind) {
    case "commit-docs":
      return fail(state, `A hook refuses the commit of the documents of plan ${step.plan}`, output);
    case "merge":
      return fail(state, `A hook refuses to merge ${step.branch} into ${step.base}`, output);
    case "commit-task":
      return commitRefused(state, step, output);
    default:
      return misfit(state, step, outcome);
  }
}

/** The agent mends what the hook found; then the task's check comes again before its commit. */
function commitRefused(state: RunState, step: CommitTaskStep, output: string): RunState {
  if (state.refusedCommits >= HOOK_RETRIES) {
    const turns = `${HOOK_RETRIES} more turns`;
    return fail(
      state,
      `A hook still refuses the commit of task ${step.plan}/${step.task} after ${turns}`,
      output,
    );
  }
  const mending = mend(state, step, { kind: "hook", command: "git commit", text: output });
  const check = state.plan.steps[state.cursor - 1]?.kind === "check" ? state.cursor - 1 : state.cursor;
  return { ...mending, cursor: check, failedChecks: 0, refusedCommits: state.refusedCommits + 1 };
}

/** Puts a turn of the step's task before the step. A checkpoint has no turn of its own; it gets one. */
function mend(state: RunState, step: AskStep | CheckStep | CommitTaskStep, feedback: Feedback): RunState {
  const { plan, task } = step;
  if (plan === undefined || task === undefined) {
    return fail(state, `Nothing can be mended at step ${step.id}: it belongs to no task`, feedback.text);
  }
  const own = state.plan.steps.find((candidate): candidate is TurnStep => {
    return candidate.kind === "turn" && candidate.plan === plan && candidate.task === task;
  });
  const turn: TurnStep = own ?? {
    kind: "turn",
    id: `${plan}/${task}/turn`,
    plan,
    task,
    name: step.kind === "ask" ? step.question.title : `Task ${task}`,
    type: "checkpoint:human-verify",
    files: [],
    directory: ".",
  };
  return { ...state, mend: { step: turn, feedback } };
}
