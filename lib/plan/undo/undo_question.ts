import type { Question } from "../../../schemas/question.ts";
import type { UndoPlan } from "./undo_plan.ts";
import { kindOf } from "./work_target.ts";

const VERBS = { undo: ["Undo", "reopen"], redo: ["Redo", "reopen"], skip: ["Skip", "skip"] } as const;

/** Returns the question before work is undone, redone or skipped. Enter alone changes nothing. */
export function undoQuestion({ action, target, commits, tasks, branch }: UndoPlan): Question {
  const [verb, change] = VERBS[action];
  return {
    id: action,
    kind: "gate",
    title: `${verb} ${kindOf(target)} ${target.text} on branch ${branch}?`,
    details: [
      ...commits.map(({ commit, subject }) => `revert ${commit.slice(0, 7)} ${subject}`),
      ...tasks.map(({ plan, task, name }) => `${change} ${plan}/${task} ${name}`),
    ].join("\n"),
    choices: [{ value: "no", label: "No, change nothing" }, { value: "yes", label: `Yes, ${action} it` }],
    open: false,
    preselected: "no",
  };
}
