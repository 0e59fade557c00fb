import type { Mode } from "../../../schemas/config.ts";
import type { PlanFile, Task } from "../../../schemas/plan_file.ts";
import type { Question } from "../../../schemas/question.ts";
import { gateQuestion } from "./questions.ts";

/** The parts of a plan that decide what its execution does. */
export interface BegunPlan {
  readonly tasks: readonly Task[];
  readonly mustHaves: PlanFile["frontmatter"]["must_haves"];
  readonly files: readonly string[];
}

export function begunPlan({ frontmatter, body }: PlanFile): BegunPlan {
  return { tasks: body.tasks, mustHaves: frontmatter.must_haves, files: frontmatter.files_modified };
}

/** Describes what has changed in a plan since its first turn, one line each; empty if nothing has. */
export function planChanges(before: BegunPlan, after: BegunPlan): readonly string[] {
  const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const named = (tasks: readonly Task[]) => new Map(tasks.map((task) => [task.number, task]));
  const [old, now] = [named(before.tasks), named(after.tasks)];
  const numbers = [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b);
  const tasks = numbers.flatMap((number) => {
    const [one, other] = [old.get(number), now.get(number)];
    if (other === undefined) return [`task ${number} removed: ${one?.name}`];
    if (one === undefined) return [`task ${number} added: ${other.name}`];
    return same(one, other) ? [] : [`task ${number} changed: ${other.name}`];
  });
  const without = (all: readonly string[], others: readonly string[]) =>
    all.filter((path) => !others.includes(path));
  return [
    ...tasks,
    ...same(before.mustHaves, after.mustHaves) ? [] : ["must_haves changed"],
    ...without(after.files, before.files).map((path) => `files_modified: ${path} added`),
    ...without(before.files, after.files).map((path) => `files_modified: ${path} removed`),
  ];
}

/** Returns the question whether to continue a plan that has changed since its first turn. */
export function changedPlanQuestion(plan: string, changes: readonly string[], mode: Mode): Question {
  const title = `Plan ${plan} has changed since its execution began. Continue with the changed plan?`;
  const question = {
    ...gateQuestion("confirm_plan", title, changes.map((line) => `  ${line}`).join("\n"), plan),
  };
  return { ...question, id: "changed_plan", ...mode === "yolo" ? { automatic: "yes" } : {} };
}
