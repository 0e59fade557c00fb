import type { RunList, RunState } from "../../../schemas/run_log.ts";
import { spentText } from "../../plan/usage/usage_text.ts";
import { durationText } from "../terminal/duration.ts";
import { oneLine } from "../terminal/display_width.ts";
import type { Cell } from "../terminal/table.ts";
import { fittedTable } from "../terminal/table.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, type Style } from "../terminal/style.ts";

/** Formats the list of runs as a table, with the command that shows a run. */
export function runsText({ runs }: RunList, style: Style): string {
  const [first] = runs;
  if (first === undefined) return "No run is logged here yet\n";
  const rows = runs.map((run): Cell[] => [
    { text: run.id },
    { text: printable(run.command) },
    runCell(run.state, style),
    { text: durationText(run.milliseconds), mark: style.dim },
    { text: run.usage === undefined ? "" : printable(spentText(run.usage)), mark: style.dim },
    { text: printable(oneLine(run.end?.reason ?? "")), mark: style.dim },
  ]);
  const align = ["left", "left", "left", "right", "right", "fill"] as const;
  const lines = fittedTable(rows, { align, width: style.width ?? 120 });
  return reportText(lines, [`wf log --run ${first.id}`], style);
}

/** Formats the state of a run. */
export function runCell(state: RunState, style: Style): Cell {
  const marks = {
    running: style.cyan,
    done: style.green,
    waiting: style.yellow,
    interrupted: style.yellow,
    failed: style.red,
    conflict: style.red,
    killed: style.red,
  };
  return { text: state, mark: marks[state] };
}
