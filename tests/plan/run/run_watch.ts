/**
 * What a run may never do, whatever ends first and however it goes.
 * @module
 */
import assert from "node:assert/strict";
import type { ExecutionPlan, Step } from "../../../schemas/execution_plan.ts";
import { laneStatuses } from "../../../lib/plan/run/lane_status.ts";
import type { RunState, ScheduledStep } from "../../../lib/plan/run/state_machine.ts";
import { filesOf, isShared, type WidePlan } from "../any_wide_phase.ts";
import type { SimulatedRepository } from "./simulated_repository.ts";

/** Fails as soon as a step starts that may not. */
export class RunWatch {
  readonly #plans: ReadonlyMap<string, WidePlan>;
  /** The lanes with a busy agent, by ID. */
  readonly #agents = new Set<string>();
  /** The plans with performed steps. */
  readonly #begun = new Set<string>();

  /**
   * @param plan What the run does.
   * @param repository Where it does it.
   */
  constructor(readonly plan: ExecutionPlan, readonly repository: SimulatedRepository) {
    this.#plans = new Map(repository.phase.plans.map((each) => [each.id, each]));
  }

  /** Records the start of a step. */
  begins({ step, lane }: ScheduledStep, running: readonly ScheduledStep[], state: RunState): void {
    const steps = running.map((each) => each.step);
    const label = `${step.id} begins beside ${steps.map(({ id }) => id).join(", ")}`;
    if (step.kind === "turn") this.#agents.add(lane.id);
    assert.ok(this.#agents.size <= this.plan.agents, `${this.#agents.size} agents: ${label}`);
    assert.ok(steps.filter(writesHistory).length <= 1, `two write history: ${label}`);
    assert.ok(steps.filter(({ kind }) => kind === "ask").length <= 1, `two questions: ${label}`);
    const own = "plan" in step && step.plan !== undefined ? this.#plans.get(step.plan) : undefined;
    if (own === undefined || step.kind === "ask") return;
    this.#begun.add(own.id);
    for (const other of own.dependsOn) {
      assert.ok(this.repository.isComplete(other), `${label} before ${other}`);
    }
    for (const other of this.#begun) this.#apart(own, other, state, label);
    for (const each of steps) if (each !== step) assertTasksApart(own, step, each, label);
  }

  /** Records the end of a step. */
  ended(lane: string, state: RunState): void {
    const status = laneStatuses(state).get(lane);
    if (status === "finished" || status === "stopped") this.#agents.delete(lane);
  }

  /** Checks that plans with shared files do not run concurrently. */
  #apart(own: WidePlan, other: string, state: RunState, label: string): void {
    if (other === own.id || this.repository.isComplete(other)) return;
    const shared = filesOf(own).some((a) => filesOf(this.#plans.get(other)!).some((b) => isShared(a, b)));
    const isInProgress = [...state.lanes].some(([id, { stopped }]) => {
      return stopped === undefined && this.plan.lanes.some((lane) => lane.id === id && lane.plan === other);
    });
    assert.ok(!shared || !isInProgress, `${label} while ${other}, with which it shares files`);
  }
}

/** Checks that concurrent tasks of a plan are automatic and share no files. */
function assertTasksApart(own: WidePlan, step: Step, other: Step, label: string): void {
  if (!("task" in step) || !("task" in other) || other.plan !== own.id || step.plan !== own.id) return;
  if (step.task === undefined || other.task === undefined || step.task === other.task) return;
  const [a, b] = [own.tasks[step.task - 1]!, own.tasks[other.task - 1]!];
  assert.equal(own.type, "execute", `${label}: tasks of a tdd plan`);
  const sharesFiles = a.files.some((file) => b.files.some((also) => isShared(file, also)));
  assert.ok(!sharesFiles && a.files.length > 0 && b.files.length > 0, `${label}: tasks share files`);
}

function writesHistory({ kind }: Step): boolean {
  return !["ask", "turn", "check", "set-up-worktree"].includes(kind);
}
