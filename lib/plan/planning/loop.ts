import type { Question } from "../../../schemas/question.ts";
import type { PlanProblem } from "../../../schemas/plan_phase.ts";

export interface PlanPhaseSettings {
  /** True if a researcher researches the phase first. */
  readonly research: boolean;
  /** True if a planner writes plans; false to keep existing plans. */
  readonly planner: boolean;
  /** True if a checker agent reviews the plans. */
  readonly check: boolean;
  /** True if the user confirms the plans and their tasks (`gates.confirm_breakdown`). */
  readonly confirmBreakdown: boolean;
}

export type PlanPhaseAction =
  | "research"
  | "plan"
  | "validate"
  | "check"
  | "review"
  | "confirm-breakdown"
  | "record";

export type PlanPhaseOutcome =
  | { readonly kind: "done" }
  /** The problems of the plans; empty for correct plans. */
  | { readonly kind: "found"; readonly problems: readonly PlanProblem[] }
  | { readonly kind: "answered"; readonly question: Question; readonly yes: boolean }
  | { readonly kind: "waiting"; readonly question: Question }
  | { readonly kind: "failed"; readonly message: string; readonly hint: string; readonly output: string }
  | { readonly kind: "refused"; readonly output: string }
  | { readonly kind: "interrupted" };

export type PlanPhaseEnd =
  | { readonly kind: "planned" }
  | { readonly kind: "invalid" }
  | { readonly kind: "waiting" | "declined"; readonly question: Question }
  | Extract<PlanPhaseOutcome, { readonly kind: "failed" | "refused" | "interrupted" }>;

export type PlanPhaseEvent =
  | { readonly kind: "turn"; readonly role: "research" | "planning" | "plan check"; readonly round: number }
  | { readonly kind: "written"; readonly paths: readonly string[] }
  | { readonly kind: "found"; readonly by: "validate" | "checker"; readonly problems: readonly PlanProblem[] }
  | { readonly kind: "committed"; readonly commit: string; readonly message: string };

export interface PlanPhaseState {
  readonly settings: PlanPhaseSettings;
  /** The next step; undefined at the end. */
  readonly next: PlanPhaseAction | undefined;
  /** The number of turns of the planner. */
  readonly rounds: number;
  readonly problems: readonly PlanProblem[];
  /** The end, if it has ended. */
  readonly end?: PlanPhaseEnd;
}

/** The maximum number of turns of the planner. See docs/configuration.md. */
export const MAX_ROUNDS = 3;

const ORDER: readonly PlanPhaseAction[] = [
  "research",
  "plan",
  "validate",
  "check",
  "confirm-breakdown",
  "record",
];

/** Returns the state before the first step. */
export function beginPlanPhase(settings: PlanPhaseSettings): PlanPhaseState {
  return { settings, next: ORDER.find((action) => takesPart(action, settings)), rounds: 0, problems: [] };
}

/**
 * Returns the state after a step.
 *
 * The findings of `validate` and the checker are sent back to the planner, for at most three turns. Errors
 * that remain then end it; the user decides about the remaining findings of a checker. See
 * docs/configuration.md.
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

function judged(state: PlanPhaseState): PlanPhaseState {
  const { problems, settings, rounds, next } = state;
  const has = (severity: PlanProblem["severity"]) =>
    problems.some((problem) => problem.severity === severity);
  if (!has("error") && !has("blocker")) return onward(state);
  if (settings.planner && rounds < MAX_ROUNDS) return { ...state, next: "plan" };
  if (has("error")) return ended(state, { kind: "invalid" });
  // The checker runs after findings of validate too, so that the user decides about all of them.
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
