import type { AskStep, ExecutionPlan, Step } from "../../../schemas/execution_plan.ts";
import { skippedQuestion } from "../run/questions.ts";

/**
 * Returns the steps of all lanes with a question before each plan that depends on a plan of which a task was
 * skipped during the run.
 *
 * @param skipped The task with the reason: `01-01/2 (not needed)`.
 */
export function askDependents(
  steps: ReadonlyMap<string, readonly Step[]>,
  { waves, lanes }: Pick<ExecutionPlan, "waves" | "lanes">,
  { plan, skipped }: { readonly plan: string; readonly skipped: string },
): ReadonlyMap<string, readonly Step[]> {
  const dependents = waves.flatMap(({ plans }) => plans)
    .filter(({ complete, dependsOn }) => !complete && dependsOn.includes(plan));
  const asked = new Map(steps);
  for (const { id } of dependents) {
    const lane = lanes.find((candidate) => candidate.plan === id)?.id;
    const own = asked.get(lane ?? "");
    if (lane === undefined || own === undefined || own.some((step) => step.id === `${id}/skipped`)) continue;
    const question = skippedQuestion(id, [skipped]);
    const ask: AskStep = { kind: "ask", id: question.id, lane, plan: id, question };
    asked.set(lane, [ask, ...own]);
  }
  return asked;
}
