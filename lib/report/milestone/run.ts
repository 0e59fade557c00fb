import type { RunResult } from "../../../schemas/results/run.ts";
import { reportText } from "../terminal/report_text.ts";
import { printable, type Style } from "../terminal/style.ts";
import { count } from "../../text/count.ts";

/**
 * Describes the end of a run over several phases, and the next commands. Empty after a stage that did not
 * succeed: it has said why and what to do.
 */
export function runText(result: RunResult, style: Style): string {
  const line = outcomeLine(result, style);
  return line === undefined ? "" : reportText([line], result.next, style);
}

function outcomeLine({ outcome, stages, first, message }: RunResult, style: Style): string | undefined {
  switch (outcome) {
    case "planned":
      return `It would begin with wf ${first?.command} ${first?.phase}`;
    case "completed":
      return `${style.green("✓")} ${
        stages.length === 0
          ? "Nothing is left to do"
          : `${count(stages.length, "stage")} done, nothing is left to do`
      }`;
    case "stopped":
      return message === undefined ? undefined : `${style.yellow("!")} Stopped: ${printable(message)}`;
  }
}
