import type { PhaseStatus, RunStatus, StatusResult } from "../../../schemas/results/status.ts";
import { phasesOf } from "../../plan/status/totals.ts";
import { spentText } from "../../plan/usage/usage_text.ts";
import { cutColumns, oneLine } from "../terminal/display_width.ts";
import { durationText } from "../terminal/duration.ts";
import { runCell } from "../run/runs.ts";
import type { Style } from "../terminal/style.ts";

/** The maximum width of a status line, in columns. */
const WIDTH = 100;

/**
 * Describes the status of a project in one line, for the prompt of a shell or the status line of a coding agent:
 * the phase, and the run or the next command.
 */
export function statusLine(result: StatusResult, style: Style): string {
  const { phases, current, completed, totals, run, next } = result;
  const phase = phases.find(({ number }) => number === current);
  const where = phase === undefined
    ? totals.phases.total === 0 && completed !== undefined
      ? `${completed.version} complete`
      : `${phasesOf(phases).executed}/${totals.phases.total} phases executed`
    : `phase ${phase.number} ${plansText(phase)}`;
  const doing = run !== undefined ? runText(run, style) : next[0] === undefined ? "" : `next: ${next[0]}`;
  return `${cutColumns(oneLine(["wf", where, doing].filter((part) => part !== "").join(" · ")), WIDTH)}\n`;
}

function plansText({ plans }: PhaseStatus): string {
  return `${plans.filter(({ state }) => state === "complete").length}/${plans.length} plans`;
}

function runText({ state, reason, milliseconds, plans, usage }: RunStatus, style: Style): string {
  const { text, mark = (text: string) => text } = runCell(state, style);
  if (state !== "running") return `${mark(text)}${reason === "" ? "" : `: ${reason}`}`;
  const tasks = plans.flatMap(({ id, working }) => working.map(({ number }) => `${id}/${number}`));
  const spent = usage === undefined ? "" : spentText(usage);
  const parts = [`${mark(text)} ${durationText(milliseconds)}`, ...tasks, spent === "" ? "" : `· ${spent}`];
  return parts.filter((part) => part !== "").join(" ");
}
