import type { Config } from "../../schemas/config.ts";
import type { PlannedPlan, Step } from "../../schemas/execution_plan.ts";
import type { PlanFile, Task } from "../../schemas/plan_file.ts";
import { printPhaseNumber } from "../parse/phase_number.ts";
import { type Phase, STATE_PATH, summaryPath } from "../parse/project.ts";
import { ROADMAP_PATH } from "../parse/roadmap.ts";
import { commitMessage, describe, planCommitMessage, taskCommitMessage } from "./commit_message.ts";
import { checkpointQuestion, gateQuestion, mergeQuestion } from "./questions.ts";

/** A plan that is to be executed. */
export interface PlanStepsInput {
  /** The plan. */
  readonly file: PlanFile;
  /** What of it is done. */
  readonly planned: PlannedPlan;
  /** True for the first plan of the run, before which nothing is asked about going on. */
  readonly first: boolean;
}

/** The steps of a plan: its gates, the tasks that are left, its summary and its documents. */
export function planSteps({ file, planned, first }: PlanStepsInput, config: Config): readonly Step[] {
  const { id, path } = file;
  const steps: Step[] = [];
  const open = file.body.tasks.filter((task) => !planned.done.includes(task.number));
  if (!first && config.gates.execute_next_plan) {
    const question = gateQuestion("execute_next_plan", `Go on with plan ${id}?`, planned.objective);
    steps.push({ kind: "ask", id: `${id}/execute_next_plan`, plan: id, question });
  }
  if (planned.done.length === 0 && config.gates.confirm_plan) {
    const names = open.map((task) => `${task.number}. ${describe(task.name)}`);
    const tasks = open.length === 1 ? "1 task" : `${open.length} tasks`;
    const details = [planned.objective, ...names].join("\n");
    const question = gateQuestion("confirm_plan", `Execute plan ${id} with ${tasks}?`, details);
    steps.push({ kind: "ask", id: `${id}/confirm_plan`, plan: id, question });
  }
  for (const task of open) steps.push(...taskSteps(file, task, config));
  const summary = summaryPath(path);
  steps.push({ kind: "write-summary", id: `${id}/summary`, plan: id, path: summary });
  if (config.planning.commit_docs) {
    const message = planCommitMessage(file);
    const paths = [path, summary, STATE_PATH, ROADMAP_PATH];
    steps.push({ kind: "commit-docs", id: `${id}/docs`, plan: id, message, paths });
  }
  return steps;
}

/** A question and a commit for a checkpoint; else a turn, its check where it has one, and a commit. */
function taskSteps(file: PlanFile, task: Task, config: Config): readonly Step[] {
  const id = `${file.id}/${task.number}`;
  const place = { plan: file.id, task: task.number };
  const message = taskCommitMessage({
    plan: file.id,
    planType: file.frontmatter.type,
    task,
    tasks: file.body.tasks.length,
  });
  const commit: Step = { kind: "commit-task", id: `${id}/commit`, ...place, message };
  const question = checkpointQuestion(file.id, task, config.mode);
  if (question !== undefined) return [{ kind: "ask", id: `${id}/ask`, ...place, question }, commit];
  const { name, type, files } = task;
  const turn: Step = { kind: "turn", id: `${id}/turn`, ...place, name, type, files, directory: "." };
  const commands = task.type === "auto" ? task.checks : [];
  const check: Step = { kind: "check", id: `${id}/check`, ...place, commands, directory: "." };
  return commands.length === 0 ? [turn, commit] : [turn, check, commit];
}

/** A phase whose branch can be merged. */
export interface MergeStepsInput {
  /** The phase. */
  readonly phase: Phase;
  /** Its branch. */
  readonly branch: string;
  /** The branch that receives the merge. */
  readonly base: string;
}

/** The merge offer and the merge. Spec: Branching moves. */
export function mergeSteps({ phase, branch, base }: MergeStepsInput, config: Config): readonly Step[] {
  const message = commitMessage(printPhaseNumber(phase.number), "feat", phase.name);
  return [
    { kind: "ask", id: "merge/ask", question: mergeQuestion(branch, base, config.mode) },
    { kind: "merge", id: "merge", branch, base, message },
  ];
}
