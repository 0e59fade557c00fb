import { isRecord } from "../../collections/is_record.ts";
import type { StoppedWork } from "../run/stopped_work.ts";
import { isText } from "./values.ts";

/**
 * The uncommitted work of a task as a worker or the coordinator hands it over. Its files are in the tree of the commit
 * that records it; branch, baseline and session belong to the working tree where it was done.
 */
export type KeptWork = Omit<StoppedWork, "plan" | "branch" | "head" | "baseline" | "session" | "killedAt">;

/** The maximum length of an output in a mark, in UTF-16 units. */
const MAX_OUTPUT = 20_000;

/** Returns the end of an output, short enough for a mark. */
export function outputEnd(output: string): string {
  return output.slice(-MAX_OUTPUT);
}

/** Returns the part of a task's work that another machine can continue. */
export function keptWork(
  { plan: _plan, branch: _branch, head: _head, baseline: _baseline, session: _, killedAt: _at, ...work }:
    StoppedWork,
): KeptWork {
  return { ...work, output: outputEnd(work.output) };
}

const STATES: readonly unknown[] = ["turn", "interrupted", "failed", "finished"];
const WHY: readonly unknown[] = ["blocked", "person", "interrupted"];

export function isKeptWork(value: unknown): value is KeptWork {
  return isRecord(value) && Number.isInteger(value.task) && STATES.includes(value.state) &&
    isRecord(value.files) && Object.values(value.files).every(isText) && isText(value.reason) &&
    isText(value.output) && (value.asks === undefined || isTurnQuestion(value.asks)) &&
    (value.notes === undefined || Array.isArray(value.notes) && value.notes.every(isText));
}

/** Reports whether a value is the question with which an agent ended its turn. */
export function isTurnQuestion(value: unknown): boolean {
  return isRecord(value) && WHY.includes(value.why) && isText(value.text);
}
