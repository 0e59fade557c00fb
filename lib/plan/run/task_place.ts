import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";

/**
 * Returns the file and the line of a part of a task, or of the task if it does not have the part:
 * `…/01-01-PLAN.md:20`.
 */
export function taskPlace(document: PlanDocument, number: number, part: "action" | "verify"): string {
  const line = partLine(document, number, part);
  return line === undefined ? document.source.path : `${document.source.path}:${line}`;
}

/** A task that could not be completed. */
export interface FailedTask {
  /** Its number in its plan. */
  readonly task: number;
  /** True if its turn ended well, and a check failed then. */
  readonly check: boolean;
  /** True if the agent `shell` ran its script, or found none. */
  readonly script: "run" | "missing" | undefined;
}

/** Returns what the user corrects or reads, because the same command would fail at the task in the same way. */
export function correctionOf(document: PlanDocument, { task, check, script }: FailedTask): string {
  const place = taskPlace(document, task, "action");
  if (script === "missing") return `add an sh block: ${place}`;
  if (!check) return script === "run" ? `correct the script: ${place}` : `see ${logCommand(document, task)}`;
  if (script === undefined) {
    const own = taskPlace(document, task, "verify");
    return `see ${logCommand(document, task)}; if the check is wrong, correct it: ${own}`;
  }
  const line = partLine(document, task, "verify");
  const own = line === undefined ? "" : ` (line ${line})`;
  return `correct the script or its check${own}: ${place}`;
}

function logCommand({ id }: PlanDocument, task: number): string {
  return `wf log ${id}/${task}`;
}

/** Returns the line of a part of a task, or of the task. */
function partLine({ source, tasks }: PlanDocument, number: number, part: string): number | undefined {
  const element = tasks.find(({ task }) => task.number === number)?.element;
  const found = element?.children.find(({ name }) => name === part) ?? element;
  return found && source.position(found.span.start).line;
}
