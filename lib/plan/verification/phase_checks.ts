import type { PlanFile } from "../../../schemas/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Journal } from "../history/journal.ts";
import { checkKind } from "../checks/check_kind.ts";
import { taskChecks } from "../execution/tests_first.ts";

/** A task that passed its check, and its commit. */
export interface CheckedTask {
  /** The ID of its plan. */
  readonly plan: string;
  /** Its number, from 1. */
  readonly task: number;
  /** The hash of its commit. */
  readonly commit: string;
}

/** A command that checked tasks. */
export interface PhaseCheck {
  readonly command: string;
  /** The tasks that it checked, in the order of the plans; at least one. */
  readonly tasks: readonly CheckedTask[];
}

/** The checks of committed tasks. */
export interface PhaseChecks {
  /** The checks, identical commands once. */
  readonly checks: readonly PhaseCheck[];
  /** All committed tasks. */
  readonly tasks: readonly CheckedTask[];
}

/** Returns the checks that committed tasks passed, without those that expect failing tests: they cannot pass later. */
export function phaseChecks(plans: readonly PlanFile[], journal: Journal): PhaseChecks {
  const commands = new Map<string, CheckedTask[]>();
  const committed: CheckedTask[] = [];
  for (const file of plans) {
    const { id: plan, body: { tasks } } = file;
    for (const task of tasks) {
      const { commit, skipped } = journal.get(planKey(plan))?.get(task.number) ?? {};
      if (commit === undefined || skipped !== undefined) continue;
      const place = { plan, task: task.number, commit };
      committed.push(place);
      if (task.type !== "auto") continue;
      const { commands: passed, failing } = taskChecks(file, task);
      for (const command of passed) {
        if (failing !== undefined && checkKind(command) === "expects-failure") continue;
        commands.set(command, [...commands.get(command) ?? [], place]);
      }
    }
  }
  const checks = [...commands].map(([command, tasks]) => ({ command, tasks }));
  return { checks, tasks: committed };
}

/** Returns the checks of a plan's tasks, without those that ran after its last task. */
export function planChecks(file: PlanFile, journal: Journal): PhaseChecks {
  const last = file.body.tasks.at(-1);
  const fresh = last?.type === "auto" ? taskChecks(file, last).commands : [];
  const { checks, tasks } = phaseChecks([file], journal);
  return { checks: checks.filter(({ command }) => !fresh.includes(command)), tasks };
}
