import type { Project } from "../../lib/parse/project/model.ts";
import { planText, type TaskText, writes } from "../support/plans.ts";
import { projectOf } from "../support/project.ts";
import { fc } from "../deps/fast_check.ts";

/** A plan of a project made by chance: its tasks by kind, and the plans it depends on. */
export interface AnyPlan {
  readonly id: string;
  readonly tasks: readonly TaskKind[];
  readonly dependsOn: readonly string[];
}

type TaskKind =
  | "checked"
  | "unchecked"
  | "checkpoint:human-verify"
  | "checkpoint:decision"
  | "checkpoint:human-action";

/** Plans of phase 1 that depend on one another without a cycle, numbered in any order. */
export const anyPlans: fc.Arbitrary<readonly AnyPlan[]> = fc.array(
  fc.record({
    tasks: fc.array(
      fc.constantFrom<TaskKind>(
        "checked",
        "checked",
        "unchecked",
        "checkpoint:human-verify",
        "checkpoint:decision",
        "checkpoint:human-action",
      ),
      { minLength: 1, maxLength: 4 },
    ),
    wanted: fc.array(fc.nat(9), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
).chain((plans) =>
  fc.shuffledSubarray(plans.map((_, index) => index + 1), { minLength: plans.length }).map((numbers) => {
    const id = (index: number) => `01-${String(numbers[index]).padStart(2, "0")}`;
    return plans.map(({ tasks, wanted }, index): AnyPlan => ({
      id: id(index),
      tasks,
      dependsOn: [...new Set(wanted.filter((other) => other < index).map(id))],
    }));
  })
);

/** The project of such plans. */
export function projectOfPlans(plans: readonly AnyPlan[]): Project {
  return projectOf(Object.fromEntries(plans.map(({ id, tasks, dependsOn }) => [
    `phases/01-base/${id}-PLAN.md`,
    planText({ plan: id.slice(3), dependsOn, tasks: tasks.map(taskOf) }),
  ])));
}

function taskOf(kind: TaskKind, index: number): TaskText {
  if (kind === "checked") return writes(`${index}.txt`);
  if (kind === "unchecked") return { name: `Think ${index}`, script: "true" };
  const options = kind === "checkpoint:decision" ? '<options><option id="a"/><option id="b"/></options>' : "";
  return `<task type="${kind}">\n<name>Ask ${index}</name>\n${options}\n</task>`;
}
