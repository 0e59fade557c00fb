import type { PlanFile } from "../../../schemas/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Journal } from "../history/journal.ts";
import { tddStep } from "../naming/commit_message.ts";

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
  /** The command. */
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

/**
 * Returns the checks of committed tasks. A task of test-first work that writes a failing test is left out: its
 * check cannot pass later.
 */
export function phaseChecks(plans: readonly PlanFile[], journal: Journal): PhaseChecks {
  const commands = new Map<string, CheckedTask[]>();
  const committed: CheckedTask[] = [];
  for (const { id: plan, frontmatter: { type: planType }, body: { tasks } } of plans) {
    for (const task of tasks) {
      const commit = journal.get(planKey(plan))?.get(task.number)?.commit;
      if (commit === undefined) continue;
      const place = { plan, task: task.number, commit };
      committed.push(place);
      if (task.type !== "auto" || tddStep({ planType, task }) === "red") continue;
      for (const command of task.checks) commands.set(command, [...commands.get(command) ?? [], place]);
    }
  }
  const checks = [...commands].map(([command, tasks]) => ({ command, tasks }));
  return { checks, tasks: committed };
}
