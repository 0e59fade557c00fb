import type { PlanView, RunView, WaveView } from "../../plan/run/live_view.ts";
import type { RowState, ViewRow } from "../../deps/listr.ts";
import { visibleOutput } from "../../text/terminal_text.ts";
import { count, printable, type Style } from "./style.ts";

/**
 * What a terminal shows of a run that goes on: a line for each wave, and for each plan of those under way.
 *
 * @param now Milliseconds since the run began.
 */
export function liveRows(view: RunView, now: number, style: Style): readonly ViewRow[] {
  return view.waves.map((wave) => waveRow(wave, now, style));
}

/** The mark before a row; undefined for work under way, whose mark moves. */
export function rowMark(state: RowState, style: Style): string | undefined {
  switch (state) {
    case "waiting":
      return style.dim("○");
    case "working":
      return undefined;
    case "asking":
      return style.yellow("?");
    case "complete":
      return style.green("✓");
    case "stopped":
      return style.red("✗");
  }
}

/** A wave that has ended shows nothing more, and one to come none of its plans. */
function waveRow({ wave, plans }: WaveView, now: number, style: Style): ViewRow {
  const begun = plans.some(({ startedAt }) => startedAt !== undefined);
  const open = plans.some(({ state }) => state !== "complete" && state !== "stopped");
  const complete = plans.filter(({ state }) => state === "complete").length;
  return {
    id: `wave ${wave}`,
    state: begun ? "working" : "waiting",
    text: open ? `Wave ${wave}  ${style.dim(`${complete} of ${count(plans.length, "plan")}`)}` : "",
    rows: plans.map((plan) => planRow(plan, open && begun && !doneBefore(plan), now, style)),
  };
}

function planRow(plan: PlanView, shown: boolean, now: number, style: Style): ViewRow {
  const { planned: { id, tasks }, state, done, startedAt, endedAt = now, said } = plan;
  const time = startedAt === undefined ? "" : `  ${clock(endedAt - startedAt)}`;
  const line = `${id} ${style.dim(`${done.length}/${tasks.length}${time}`)}  ${what(plan)}`;
  const below = said === "" ? "" : `\n${style.dim(visibleOutput(said))}`;
  return { id, state, text: shown ? line + below : "", rows: [] };
}

/** A time that goes on: `0:07`, `12:30`, `1:02:03`. */
function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

function what({ planned, state, tasks }: PlanView): string {
  switch (state) {
    case "asking":
      return "waits for your answer";
    case "complete":
      return "complete";
    case "stopped":
      return "stopped";
    case "waiting":
    case "working":
      return tasks.length === 0
        ? printable(planned.objective)
        : tasks.map(({ number, name, attempt }) =>
          `${number}. ${printable(name)}${attempt > 1 ? ` (turn ${attempt})` : ""}`
        ).join("; ");
  }
}

function doneBefore({ state, startedAt }: PlanView): boolean {
  return state === "complete" && startedAt === undefined;
}
