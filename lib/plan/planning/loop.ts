import type { Question } from "../../../schemas/question.ts";
import type { PlanProblem } from "../../../schemas/plan_phase.ts";

/** What takes part in planning a phase. */
export interface PlanPhaseSettings {
  /** Whether a researcher looks into it first. */
  readonly research: boolean;
  /** Whether a planner writes plans; false where those that are there are taken as they are. */
  readonly planner: boolean;
  /** Whether a checker agent looks at the plans. */
  readonly check: boolean;
  /** Whether a person confirms the plans and their tasks (`gates.confirm_breakdown`). */
  readonly confirmBreakdown: boolean;
}

/** The steps of planning a phase. */
export type PlanPhaseAction =
  | "research"
  | "plan"
  | "validate"
  | "check"
  | "review"
  | "confirm-breakdown"
  | "record";

/** What a step came to. */
export type PlanPhaseOutcome =
  | { readonly kind: "done" }
  /** What is wrong with the plans; nothing for plans that are right. */
  | { readonly kind: "found"; readonly problems: readonly PlanProblem[] }
  | { readonly kind: "answered"; readonly question: Question; readonly yes: boolean }
  | { readonly kind: "waiting"; readonly question: Question }
  | { readonly kind: "failed"; readonly message: string; readonly hint: string; readonly output: string }
  | { readonly kind: "refused"; readonly output: string }
  | { readonly kind: "interrupted" };

/** How planning a phase ended. */
export type PlanPhaseEnd =
  | { readonly kind: "planned" }
  /** Errors are left that keep the plans from being executed. */
  | { readonly kind: "invalid" }
  | { readonly kind: "waiting" | "declined"; readonly question: Question }
  | Extract<PlanPhaseOutcome, { readonly kind: "failed" | "refused" | "interrupted" }>;

/** What planning a phase reports while it goes on. */
export type PlanPhaseEvent =
  /** An agent begins a turn. */
  | { readonly kind: "turn"; readonly role: "research" | "planning" | "plan check"; readonly round: number }
  /** Files were written or removed. */
  | { readonly kind: "written"; readonly paths: readonly string[] }
  /** The plans were looked at. */
  | { readonly kind: "found"; readonly by: "validate" | "checker"; readonly problems: readonly PlanProblem[] }
  /** A commit was made. */
  | { readonly kind: "committed"; readonly commit: string; readonly message: string };

/** Where planning stands. */
export interface PlanPhaseState {
  /** What takes part. */
  readonly settings: PlanPhaseSettings;
  /** The next step; undefined at the end. */
  readonly next: PlanPhaseAction | undefined;
  /** Turns that the planner has taken. */
  readonly rounds: number;
  /** What is wrong with the plans, as far as was looked. */
  readonly problems: readonly PlanProblem[];
  /** How it ended, once it has. */
  readonly end?: PlanPhaseEnd;
}

/** Most turns of the planner. See docs/configuration.md. */
export const MAX_ROUNDS = 3;

const ORDER: readonly PlanPhaseAction[] = [
  "research",
  "plan",
  "validate",
  "check",
  "confirm-breakdown",
  "record",
];

/** The state before the first step. */
export function beginPlanPhase(settings: PlanPhaseSettings): PlanPhaseState {
  return { settings, next: ORDER.find((action) => takesPart(action, settings)), rounds: 0, problems: [] };
}

/**
 * The state after a step.
 *
 * What `validate` and the checker find goes back to the planner, three turns at most. Errors that are
 * left then end it; of what a checker still finds a person decides. See docs/configuration.md.
 */
export function advancePlanPhase(state: PlanPhaseState, outcome: PlanPhaseOutcome): PlanPhaseState {
  switch (outcome.kind) {
    case "waiting":
      return ended(state, { kind: "waiting", question: outcome.question });
    case "failed":
    case "refused":
    case "interrupted":
      return ended(state, outcome);
    case "answered":
      return outcome.yes ? onward(state) : ended(state, { kind: "declined", question: outcome.question });
    case "done":
      return onward(state.next === "plan" ? { ...state, rounds: state.rounds + 1, problems: [] } : state);
    case "found":
      return judged({ ...state, problems: [...state.problems, ...outcome.problems] });
  }
}

/** What follows once the plans were looked at. */
function judged(state: PlanPhaseState): PlanPhaseState {
  const { problems, settings, rounds, next } = state;
  const has = (severity: PlanProblem["severity"]) =>
    problems.some((problem) => problem.severity === severity);
  if (!has("error") && !has("blocker")) return onward(state);
  if (settings.planner && rounds < MAX_ROUNDS) return { ...state, next: "plan" };
  if (has("error")) return ended(state, { kind: "invalid" });
  // What validate leaves open the checker may look at too, so that a person decides on all of it.
  return next === "validate" && settings.check ? onward(state) : { ...state, next: "review" };
}

function onward(state: PlanPhaseState): PlanPhaseState {
  const from = ORDER.indexOf(state.next === "review" ? "check" : state.next!);
  const next = ORDER.slice(from + 1).find((action) => takesPart(action, state.settings));
  return next === undefined ? ended(state, { kind: "planned" }) : { ...state, next };
}

function ended(state: PlanPhaseState, end: PlanPhaseEnd): PlanPhaseState {
  return { ...state, next: undefined, end };
}

function takesPart(action: PlanPhaseAction, settings: PlanPhaseSettings): boolean {
  switch (action) {
    case "confirm-breakdown":
      return settings.confirmBreakdown;
    case "research":
      return settings.research;
    case "plan":
      return settings.planner;
    case "check":
      return settings.check;
    default:
      return true;
  }
}
