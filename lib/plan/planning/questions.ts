import type { Mode } from "../../../schemas/config.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhasePlan, PlanProblem } from "../../../schemas/plan_phase.ts";
import type { PlanningFacts } from "./facts.ts";
import { gateQuestion } from "../run/questions.ts";
import { count } from "../../text/count.ts";

/** The ID of {@link replanQuestion}. */
export const REPLAN = "replan";
/** The ID of {@link findingsQuestion}. */
export const FINDINGS = "findings";

/** Returns the gate `confirm_breakdown`: the current plans and their tasks. */
export function breakdownQuestion(
  { phase }: PlanningFacts,
  plans: readonly PhasePlan[],
  waves: readonly (readonly string[])[],
): Question {
  const details = waves.flatMap((ids, index) => [
    `Wave ${index + 1}`,
    ...plans.filter(({ id }) => ids.includes(id)).flatMap(({ id, objective, tasks }) => [
      `  ${id} ${objective}`.trimEnd(),
      ...tasks.map((name, number) => `    ${number + 1}. ${name}`),
    ]),
  ]);
  const tasks = plans.reduce((sum, plan) => sum + plan.tasks.length, 0);
  const counts = `${count(plans.length, "plan")}, ${count(tasks, "task")}`;
  return gateQuestion(
    "confirm_breakdown",
    `Accept this breakdown of phase ${phase.number}? ${counts}`,
    details.join("\n"),
  );
}

/**
 * Returns the question what to do with existing plans that are not started. It is not a gate: `--yes` does
 * not answer it, and mode `yolo` keeps them.
 */
export function replanQuestion({ phase, open }: PlanningFacts, mode: Mode): Question {
  return {
    id: REPLAN,
    kind: "decision",
    title: `Phase ${phase.number} has plans that are not started. What about them?`,
    details: open.map(({ source }) => `- ${source.path}`).join("\n"),
    choices: [
      { value: "keep", label: "Keep them: they are checked as they are" },
      { value: "replan", label: "Plan again: the planner may rewrite and drop them" },
    ],
    open: false,
    preselected: "keep",
    ...(mode === "yolo" ? { automatic: "keep" } : {}),
  };
}

/**
 * Returns the question about findings that remain after the last round. No mode answers it, because blockers
 * are among them.
 */
export function findingsQuestion({ phase }: PlanningFacts, problems: readonly PlanProblem[]): Question {
  return {
    id: FINDINGS,
    kind: "decision",
    title: `Phase ${phase.number}: the check still has findings in the plans. Accept them?`,
    details: problems.map(({ plan, severity, what, todo }) => {
      const line = `- ${severity}${plan === undefined ? "" : ` ${plan}`}: ${what}`;
      return todo === "" ? line : `${line}\n  → ${todo}`;
    }).join("\n"),
    choices: [
      { value: "stop", label: "Stop: the files stay, nothing is recorded" },
      { value: "accept", label: "Accept them as they are" },
    ],
    open: false,
    preselected: "stop",
  };
}
