import { defined } from "../../collections/defined.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import type { ScheduledStep } from "../../plan/run/state_machine.ts";
import type { SteeredStep, StepControl, StepSteering } from "../steer/steering.ts";
import type { TaskWorker } from "./task_worker.ts";

/** Carries out the tasks of a lane. */
type StepWorker = Pick<TaskWorker, "turn" | "check" | "commit" | "skip" | "setAside"> & {
  takeBack?(step: SteeredStep): Promise<boolean>;
};

export interface SteeredLane {
  readonly worker: StepWorker;
  readonly steering: StepSteering | undefined;
  readonly signal: AbortSignal;
}

/** Performs a step of a task, unless the user wants something else. */
export async function steered(
  next: ScheduledStep,
  step: SteeredStep,
  { worker, steering, signal }: SteeredLane,
): Promise<StepOutcome> {
  const perform = async (control: StepControl): Promise<StepOutcome> => {
    switch (step.kind) {
      case "turn":
        return await worker.turn(step, { ...next, ...control });
      case "check":
        return control.settle(await worker.check(step, control.signal));
      case "commit-task":
        return next.skip === undefined ? await worker.commit(step, next) : await worker.skip(step, next.skip);
    }
  };
  if (steering === undefined) return await perform({ signal, words: [], settle: (outcome) => outcome });
  const takeBack = worker.takeBack?.bind(worker);
  const outcome = await steering.during(step, { signal, ...defined({ takeBack }) }, perform);
  if (outcome.kind === "retried") await worker.setAside(step, outcome.chosen);
  if (outcome.kind === "skipped") await worker.setAside(step);
  return outcome;
}
