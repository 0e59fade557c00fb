import type { PlanningRole, PlanPhaseResult, PlanProblem } from "../../schemas/plan_phase.ts";
import type { PlanPhaseEvent } from "../plan/planning/loop.ts";
import { questionLines } from "./run/question_text.ts";
import { printable, type Style } from "./terminal/style.ts";
import { reportText } from "./terminal/report_text.ts";
import { tableText } from "./terminal/table.ts";
import { count } from "../text/count.ts";

export interface PlanPhaseTextOptions {
  readonly style: Style;
  /** The output of an agent or a hook; may be empty. */
  readonly output: string;
}

/** Describes the plans, their problems, and the next commands. */
export function planPhaseText(result: PlanPhaseResult, { style, output }: PlanPhaseTextOptions): string {
  const { phase, status, plans, waves, problems, written, commits, question, message, next } = result;
  const lines = [style.bold(`Phase ${phase.number}: ${printable(phase.name)}`)];
  if (status === "dry-run") lines.push("", ...tableText(roleRows(result)).trimEnd().split("\n"));
  for (const [index, ids] of waves.entries()) {
    lines.push(style.bold(`Wave ${index + 1}`));
    for (const { id, objective, tasks } of plans.filter((plan) => ids.includes(plan.id))) {
      lines.push(
        `  ${style.cyan(id)} ${printable(objective)}${style.dim(` · ${count(tasks.length, "task")}`)}`,
      );
    }
  }
  if (problems.length > 0) lines.push("", ...problemLines(problems, style));
  lines.push("", outcomeLine(result, style));
  if (message !== undefined) lines.push(`  ${printable(message)}`);
  if (status === "waiting" && question !== undefined) lines.push(...questionLines(question, style));
  lines.push(...quoted(output, style));
  if (written.length > 0) {
    lines.push(`${status === "dry-run" ? "Would write" : "Written"}: ${written.map(printable).join(", ")}`);
  }
  if (commits.length > 0) lines.push(`Committed: ${commits.map((commit) => commit.slice(0, 7)).join(", ")}`);
  return reportText(lines, next, style);
}

function roleRows({ roles }: PlanPhaseResult): readonly (readonly string[])[] {
  return roles.map(({ role, tier, agent, model, runs, why }) => [
    `${runs ? "✓" : "–"} ${role}`,
    `tier ${tier}`,
    `${agent}${model === undefined ? "" : ` ${model}`}`,
    why,
  ]);
}

function problemLines(problems: readonly PlanProblem[], style: Style): readonly string[] {
  return problems.flatMap(({ severity, plan, code, path, line, what, todo }) => {
    const mark = severity === "warning" ? style.yellow("warning") : style.red(severity);
    const place = path === undefined ? plan ?? "" : line === undefined ? path : `${path}:${line}`;
    const rule = code === undefined ? "" : style.dim(`[${code}]`);
    return [
      `  ${mark}${rule} ${place === "" ? "" : `${style.cyan(printable(place))} `}${printable(what)}`,
      ...(todo === "" ? [] : [style.dim(`    → ${printable(todo)}`)]),
    ];
  });
}

function outcomeLine({ status, plans, waves, rounds, question }: PlanPhaseResult, style: Style): string {
  const counts = `${count(plans.length, "plan")} in ${count(waves.length, "wave")}`;
  switch (status) {
    case "planned":
      return `${style.green("✓")} Phase planned: ${counts}`;
    case "invalid":
      return `${style.red("✗")} The plans have errors${
        rounds === 0 ? "" : ` after ${count(rounds, "round")}`
      }; the files are kept, nothing is recorded`;
    case "failed":
      return `${style.red("✗")} Planning failed; the written files are kept`;
    case "refused":
      return `${style.red("✗")} A hook refused the commit; the files are written`;
    case "waiting":
      return `${style.yellow("?")} Waiting for an answer: ${printable(question?.title ?? "")}`;
    case "declined":
      return `${style.yellow("!")} Stopped because of your answer: ${printable(question?.title ?? "")}`;
    case "interrupted":
      return `${style.yellow("!")} Interrupted; run the same command to continue`;
    case "dry-run":
      return "Nothing was done";
  }
}

function quoted(output: string, style: Style): readonly string[] {
  const text = printable(output.trim());
  return text === "" ? [] : text.split("\n").slice(-30).map((line) => style.dim(`    │ ${line}`));
}

/** Formats an event of planning in lines, each with a line break at its end. */
export function planPhaseEventText(
  event: PlanPhaseEvent,
  roles: readonly PlanningRole[],
  style: Style,
): string {
  return reportText(eventLines(event, roles, style), [], style);
}

function eventLines(event: PlanPhaseEvent, roles: readonly PlanningRole[], style: Style): readonly string[] {
  switch (event.kind) {
    case "turn": {
      const { agent = "", model } = roles.find(({ role }) => role === event.role) ?? {};
      const round = event.round > 1 ? style.yellow(` (round ${event.round})`) : "";
      const who = model === undefined ? agent : `${agent} ${model}`;
      return [`${style.cyan("●")} ${event.role}${style.dim(` · ${who}`)}${round}`];
    }
    case "written":
      return event.paths.map((path) => style.dim(`  ${printable(path)}`));
    case "found": {
      const mark = event.problems.length === 0 ? style.green("✓") : style.yellow("!");
      const title = `  ${mark} ${event.by}: ${count(event.problems.length, "finding")}`;
      return [title, ...problemLines(event.problems, style)];
    }
    case "committed":
      return [`  ${style.green(event.commit.slice(0, 7))} ${printable(event.message)}`];
  }
}
