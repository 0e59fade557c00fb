import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";

/** Returns the file and the line of a task's action, or of the task if it has none: `…/01-01-PLAN.md:20`. */
export function actionPlace({ source, tasks }: PlanDocument, number: number): string {
  const element = tasks.find(({ task }) => task.number === number)?.element;
  const action = element?.children.find(({ name }) => name === "action") ?? element;
  return action === undefined ? source.path : `${source.path}:${source.position(action.span.start).line}`;
}
