import type { Turn } from "../port.ts";

/** Key in the `_meta` of a prompt under which the mock agent is told of its turn. */
export const TURN_META = "wf.invalid/turn";

/** What the mock agent is told of a turn, beside the prompt. */
export interface TurnMeta {
  /** ID of the plan; empty for work that belongs to no plan. */
  readonly plan: string;
  /** Number of the task; 0 for work that is no task. */
  readonly task: number;
  /** Files that the task declares. */
  readonly files: readonly string[];
  /** Which turn of the task in this run, from 1. */
  readonly turn: number;
}

/** Counts the turns of each task, over all sessions. */
export class TurnCounter {
  readonly #turns = new Map<string, number>();

  /** What is told of a turn that begins. */
  next({ plan, task }: Turn): TurnMeta {
    const key = `${plan}/${task?.number ?? 0}`;
    const turn = (this.#turns.get(key) ?? 0) + 1;
    this.#turns.set(key, turn);
    return { plan, task: task?.number ?? 0, files: task?.files ?? [], turn };
  }
}
