import type { LoggedRun, RunList } from "../../schemas/run_log.ts";
import { durationText } from "./terminal/duration.ts";
import { oneLine } from "./terminal/display_width.ts";
import type { Cell } from "./terminal/table.ts";
import { fittedTable } from "./terminal/table.ts";
import { printable, type Style } from "./terminal/style.ts";

/** Formats the list of runs as a table, with the command that shows a run. */
export function runsText({ runs }: RunList, style: Style): string {
  const [first] = runs;
  if (first === undefined) return "No run is logged here yet\n";
  const rows = runs.map((run): Cell[] => [
    { text: run.id },
    { text: printable(run.command) },
    runState(run, style),
    { text: durationText(run.milliseconds), mark: style.dim },
    { text: printable(oneLine(run.end?.reason ?? "")), mark: style.dim },
  ]);
  const align = ["left", "left", "left", "right", "fill"] as const;
  const lines = fittedTable(rows, { align, width: style.width ?? 120 });
  return `${lines.join("\n")}\n\nNext:\n  ${style.cyan(`wf log --run ${first.id}`)}\n`;
}

/** Returns the state of a run in one word. */
export function runState({ end, running }: LoggedRun, style: Style): Cell {
  if (running) return { text: "running", mark: style.cyan };
  switch (end?.exitCode) {
    case undefined:
      return { text: "killed", mark: style.red };
    case 0:
      return { text: "done", mark: style.green };
    case 3:
      return { text: "waiting", mark: style.yellow };
    case 4:
      return { text: "conflict", mark: style.red };
    case 130:
      return { text: "interrupted", mark: style.yellow };
    default:
      return { text: "failed", mark: style.red };
  }
}
