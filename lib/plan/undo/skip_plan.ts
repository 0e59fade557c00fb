import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { bareNumber } from "../command_lines/commands.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { isComplete, openCheckpoints } from "../execution/planned_plan.ts";
import { skipMessage } from "../naming/work_message.ts";
import {
  alreadyDone,
  requireHere,
  titleOf,
  type UndoInput,
  type UndoneTask,
  type UndoPlan,
} from "./undo_plan.ts";
import type { WorkTarget } from "./work_target.ts";

/**
 * Plans to skip a task, or the open tasks of a plan, for a reason.
 *
 * There is nothing left to do if it is skipped already. Refuses a phase, work that is done, and work on another branch or in a worktree.
 */
export function planSkip(target: WorkTarget, why: string, input: UndoInput): UndoPlan | Refused {
  const { phase, plan, task: only, text } = target;
  const { repository, config } = input;
  if (plan === undefined) {
    const number = bareNumber(printPhaseNumber(phase.number));
    return refuse(
      "A whole phase cannot be skipped",
      `Skip its plans or tasks: wf status lists them, wf show ${number} shows them`,
    );
  }
  const place = requireHere(target, input);
  if (place.kind === "refused") return place;
  const entries = repository.journal.get(planKey(plan.id)) ?? new Map();
  const named = plan.tasks.map(({ task }) => task).filter(({ number }) =>
    only === undefined || number === only
  );
  const [first, ...others] = named.filter(({ number }) => !entries.has(number))
    .map(({ number, name }): UndoneTask => ({ plan: plan.id, task: number, name }));
  const isWaiting = openCheckpoints(plan, repository).some(({ number }) => number === first?.task);
  if (first === undefined || (!isWaiting && isComplete(plan, { phase, config, repository }))) {
    const [skipped, ...more] = named.filter(({ number }) => entries.get(number)?.skipped !== undefined)
      .map(({ number, name }): UndoneTask => ({ plan: plan.id, task: number, name }));
    return skipped === undefined
      ? refuse(`${text} is done already`, `Undo it first: wf undo ${text}`)
      : alreadyDone("skip", { target, branch: place.branch, tasks: [skipped, ...more] });
  }
  const tasks = [first, ...others] as const;
  const title = { ...titleOf(target), tasks, prefix: repository.prefix };
  return {
    kind: "planned",
    action: "skip",
    target,
    branch: place.branch,
    commits: [],
    tasks,
    summaries: [],
    declared: [],
    message: skipMessage(title, why),
  };
}
