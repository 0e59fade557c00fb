/**
 * A run without a machine: the state machine names the steps, chance says which of those under way ends
 * next and how.
 * @module
 */
import assert from "node:assert/strict";
import {
  advance,
  begin,
  interrupt,
  nextSteps,
  outcomeOf,
  type RunState,
  type ScheduledStep,
  startRun,
} from "../../../lib/plan/run/state_machine.ts";
import type { StepOutcome } from "../../../lib/plan/execution/step_outcome.ts";
import { laneStatuses } from "../../../lib/plan/run/lane_status.ts";
import type { WidePhase } from "../any_wide_phase.ts";
import { RunWatch } from "./run_watch.ts";
import type { SimulatedRepository } from "./simulated_repository.ts";

/** Returns integers from 0 to a limit, exclusive. */
export type Chance = (limit: number) => number;

/** The disturbances of a run. */
export interface Disturbance {
  /**
   * `none`: all steps succeed. `fixes`: checks and hooks fail and users reject results, rarely enough to be fixed.
   * `failures`: turns fail too, hooks refuse for good, questions are not answered or answered with no.
   */
  readonly trouble: "none" | "fixes" | "failures";
  /** The number of steps after which the run ends; undefined for never. */
  readonly until?: number;
  /** True to kill it, so that the outcome of a step in progress is lost; otherwise it is interrupted. */
  readonly killed?: boolean;
  /** The keys of the configuration that differ for this run. */
  readonly config?: WidePhase["config"];
}

/** Runs the remaining steps in a repository. Returns true if everything was done. */
export function simulate(repository: SimulatedRepository, chance: Chance, disturbance: Disturbance): boolean {
  const plan = repository.plan(disturbance.config);
  const watch = new RunWatch(plan, repository);
  const running: ScheduledStep[] = [];
  let state = startRun(plan);
  for (let steps = 0;; steps++) {
    assert.ok(steps <= 100 * (plan.steps.length + 1), "it does not end");
    if (steps === disturbance.until) {
      for (const { step, lane } of running) {
        if (disturbance.killed && chance(2) === 0) repository.perform(step, lane);
      }
      if (disturbance.killed) return repository.clear(), false;
      state = interrupt(state);
    }
    for (const next of nextSteps(state)) {
      state = begin(state, next.lane.id);
      running.push(next);
      watch.begins(next, running, state);
    }
    if (running.length === 0) break;
    const [ended] = running.splice(chance(running.length), 1);
    const { step, lane } = ended!;
    const outcome = outcomeFor(ended!, {
      chance,
      trouble: disturbance.trouble,
      interrupted: state.interrupted,
    });
    if (outcome.kind === "done") repository.perform(step, lane);
    state = advance(state, lane.id, outcome);
    watch.ended(lane.id, state);
  }
  return endsSoundly(state);
}

/** Checks that a stopped run has a reason unless every lane has finished. */
function endsSoundly(state: RunState): boolean {
  const finished = [...laneStatuses(state).values()].every((status) => status === "finished");
  const { kind } = outcomeOf(state);
  assert.equal(kind === "completed", finished, `${kind}, and ${finished ? "all" : "not all"} is done`);
  if (state.interrupted && !finished) assert.equal(kind, "interrupted");
  return finished;
}

interface Fate {
  readonly chance: Chance;
  readonly trouble: Disturbance["trouble"];
  readonly interrupted: boolean;
}

function outcomeFor({ step, attempt }: ScheduledStep, { chance, trouble, interrupted }: Fate): StepOutcome {
  const well: StepOutcome = step.kind === "ask"
    ? { kind: "answered", value: step.question.choices[0]?.value ?? "anything" }
    : { kind: "done" };
  if (interrupted && (step.kind === "turn" || step.kind === "ask") && chance(2) === 0) {
    return step.kind === "ask" ? { kind: "unanswered" } : { kind: "interrupted" };
  }
  if (trouble === "none" || chance(5) > 0) return well;
  const fails = trouble === "failures";
  switch (step.kind) {
    case "ask": {
      const { question } = step;
      if (fails && chance(3) === 0) return { kind: "unanswered" };
      if (fails && question.kind === "gate" && chance(2) === 0) return { kind: "answered", value: "no" };
      return question.kind === "human-verify" ? { kind: "answered", value: "It is wrong" } : well;
    }
    case "turn":
      return fails && chance(3) === 0 ? { kind: "turn-failed", message: "It gave up", output: "" } : well;
    case "set-up-worktree":
    case "check":
      if (!fails && (step.kind !== "check" || attempt > 2)) return well;
      return { kind: "check-failed", command: "npm test", output: "1 failed" };
    case "commit-task":
      if (fails && chance(4) === 0) {
        return { kind: "ownership-violated", paths: [{ path: "a", plan: "01-01" }], stops: true };
      }
      return fails || attempt <= 3 ? { kind: "hook-refused", output: "too long" } : well;
    case "commit-docs":
      return fails ? { kind: "hook-refused", output: "too long" } : well;
    case "replay":
      return fails ? { kind: "conflict", conflicts: [], begun: false } : well;
    default:
      return well;
  }
}
