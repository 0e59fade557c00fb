import type { RunEvent } from "../../../schemas/event.ts";
import type { WorkerEvent } from "../../../schemas/results/worker.ts";
import { noticeText } from "../terminal/notice_text.ts";
import { printable, type Style } from "../terminal/style.ts";

const KINDS: Readonly<Record<WorkerEvent["kind"], string>> = {
  taken: "taken",
  finished: "finished here",
  released: "released to another worker",
  lost: "lost to another worker",
};

/** Formats a plan that a worker takes or leaves, as a line. */
export function workerText({ kind, plan, run }: WorkerEvent, style: Style): string {
  return `${style.cyan(printable(plan))} ${KINDS[kind]} ${style.dim(`(run ${printable(run)})`)}\n`;
}

/** Formats an event of the lane of a worker, as lines; empty for an event that a worker does not show. */
export function workerEventText(event: RunEvent, style: Style): string {
  switch (event.kind) {
    case "turn-started": {
      const again = event.attempt === 1 ? "" : ` (turn ${event.attempt})`;
      return `  ${event.plan}/${event.task} ${printable(event.name)}${again}\n`;
    }
    case "committed":
      return `  ${style.green("✓")} ${event.commit.slice(0, 7)} ${printable(event.subject)}\n`;
    case "check-finished":
      return event.passed || event.expected !== undefined
        ? ""
        : `  ${style.red("✗")} ${event.plan}/${event.task} ${printable(event.command)}\n`;
    case "hook-refused":
      return `  ${style.red("✗")} ${event.plan}: a hook refused the commit\n`;
    case "notice":
      return `  ${noticeText(event.message, style, 2)}`;
    default:
      return "";
  }
}
