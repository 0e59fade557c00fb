import type { ExecutionPlan, Step } from "../../../schemas/execution_plan.ts";
import type { RoleModel } from "../../../schemas/role_model.ts";
import { estimateText } from "../../plan/usage/usage_text.ts";
import { defined } from "../../collections/defined.ts";
import type { Question } from "../../../schemas/question.ts";
import { revertedText } from "../../plan/execution/reverted_tasks.ts";
import { printable, type Style } from "../terminal/style.ts";
import { isQuickDay } from "../../plan/quick/quick_plan.ts";
import { wrapLines } from "../terminal/wrap_words.ts";
import { count } from "../../text/count.ts";

/** The reason why the plans of a wave run one after the other. */
export const SLOW_CHECKOUTS = "the checkouts of their worktrees would take longer than they save";

/** The maximum length of a shown command. With the plan before it, it fits a terminal of 80 columns. */
const MAX_COMMAND = 66;

/** Returns the heading of a run: the phase, or the quick task. */
export function headingOf({ phase: { number, name }, waves }: ExecutionPlan): string {
  const ids = waves.flatMap(({ plans }) => plans).map(({ id }) => id);
  return isQuickDay(number) ? `Quick task ${ids.join(", ")}` : `Phase ${number}: ${name}`;
}

/** Formats an execution plan for `--dry-run`. */
export function executionPlanText(plan: ExecutionPlan, style: Style): string {
  const { branch, base, agent, models, waves, serialized } = plan;
  const lines = [
    style.bold(headingOf(plan)),
    `branch ${style.cyan(branch)}${base === undefined ? "" : ` from ${style.cyan(base)}`}, agent ${
      style.cyan(agent)
    }${modelsText(models, agent)}`,
    ...(plan.estimate === undefined ? [] : [style.dim(estimateText(plan.estimate))]),
    "",
  ];
  for (const { wave, plans, parallel, sequential } of waves) {
    const how = parallel
      ? ` at the same time, ${plan.agents} agents at most`
      : sequential === undefined
      ? ""
      : ` one after the other: ${SLOW_CHECKOUTS}`;
    lines.push(style.bold(`Wave ${wave}`) + style.dim(how));
    for (const { id, objective, tasks, done, reverted = [], complete } of plans) {
      const state = complete
        ? style.green("complete")
        : done.length > 0
        ? `${done.length} of ${tasks.length} tasks done`
        : count(tasks.length, "task");
      lines.push(`  ${id}  ${state}${objective === "" ? "" : `  ${style.dim(printable(objective))}`}`);
      for (const task of reverted) {
        lines.push(`    ${style.yellow("!")} ${revertedText(id, task)}:`, `      ${printable(task.again)}`);
      }
    }
  }
  for (const [first, second] of serialized) {
    lines.push(style.dim(`  ${second} runs after ${first}: they share files`));
  }
  lines.push("", ...stepLines(plan, style));
  return wrapLines(lines, style).map((line) => `${line}\n`).join("");
}

function modelsText(models: ExecutionPlan["models"], main: string): string {
  if (models.length === 0) return "";
  const text = ({ role, agent, model, effort, tier }: RoleModel) => {
    const parts = defined({ agent: agent === main ? undefined : agent, model, effort });
    return `${role}: ${Object.values(parts).join(" ")}${model === undefined ? "" : `, tier ${tier}`}`;
  };
  return ` (${models.map(text).join("; ")})`;
}

function stepLines({ alone, steps }: ExecutionPlan, style: Style): string[] {
  if (steps.length === 0) {
    return [style.green(`Nothing to do: ${alone === undefined ? "the phase" : `plan ${alone}`} is complete`)];
  }
  const width = String(steps.length).length;
  return [
    style.bold(count(steps.length, "step")),
    ...steps.map((step, index) =>
      `  ${style.dim(String(index + 1).padStart(width))}  ${stepText(step, style)}`
    ),
  ];
}

function stepText(step: Step, style: Style): string {
  switch (step.kind) {
    case "switch-branch":
      return `${step.create ? "create and check out" : "check out"} ${step.branch}${
        step.create ? ` from ${step.from?.replace(/^refs\/remotes\//, "") ?? step.base}` : ""
      }`;
    case "ask":
      return `ask ${style.cyan(step.question.id)}: ${printable(step.question.title)}${
        automaticText(step.question)
      }`;
    case "add-worktree":
      return `${step.exists ? "reuse" : "create"} worktree ${style.cyan(step.worktree)} from ${step.onto}`;
    case "set-up-worktree":
      return `set it up with ${style.dim(step.commands.map(shortCommand).join("; "))}`;
    case "replay":
      return `replay ${style.cyan(step.worktree)} onto ${step.onto}`;
    case "turn":
      return `turn ${style.cyan(`${step.plan}/${step.task}`)} ${printable(step.name)}`;
    case "check":
      return `check ${style.cyan(`${step.plan}/${step.task}`)} ${
        style.dim(step.commands.map(shortCommand).join("; "))
      }`;
    case "commit-task":
    case "commit-docs":
      return `commit ${step.message.split("\n", 1)[0]}`;
    case "write-summary":
      return `write ${step.path}`;
    case "verify":
      return "verify the must-haves";
    case "merge":
      return `merge ${step.branch} into ${step.base}`;
  }
}

function automaticText({ automatic }: Question): string {
  return automatic === undefined ? "" : ` (answered automatically: ${automatic})`;
}

/** Returns a command on one line, cut if it is long. */
export function shortCommand(command: string): string {
  const line = printable(command.replace(/\s+/g, " ").trim());
  return line.length > MAX_COMMAND ? `${line.slice(0, MAX_COMMAND - 1)}…` : line;
}
