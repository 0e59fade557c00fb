import type { Question } from "../../../schemas/question.ts";
import type { UndoPlan } from "./undo_plan.ts";
import { kindOf } from "./work_target.ts";

/** Returns the question before an undo. Enter alone undoes nothing. */
export function undoQuestion({ target, commits, tasks, branch }: UndoPlan): Question {
  return {
    id: "undo",
    kind: "gate",
    title: `Undo ${kindOf(target)} ${target.text} on branch ${branch}?`,
    details: [
      ...commits.map(({ commit, subject }) => `revert ${commit.slice(0, 7)} ${subject}`),
      ...tasks.map(({ plan, task, name }) => `reopen ${plan}/${task} ${name}`),
    ].join("\n"),
    choices: [{ value: "no", label: "No, change nothing" }, { value: "yes", label: "Yes, undo it" }],
    open: false,
    preselected: "no",
  };
}
