import type { AgentRole } from "../../../../schemas/agent_answers.ts";
import type { RehearsedWork, SessionOptions, Turn } from "./port.ts";
import { defined } from "../../../collections/defined.ts";

/** Key in the `_meta` of a prompt under which the mock agent is told of its turn. */
export const TURN_META = "wf.invalid/turn";

/** What the mock agent is told of a turn, beside the prompt. */
export interface TurnMeta {
  /** What the turn is for. */
  readonly role: AgentRole;
  /** ID of the plan; empty for work that belongs to no plan. */
  readonly plan: string;
  /** Number of the task; 0 for work that is no task. */
  readonly task: number;
  /** Files that the task declares. */
  readonly files: readonly string[];
  /** What it does where no rule fits and there is no task. */
  readonly rehearsal?: RehearsedWork;
  /** Which turn of the task, or of the role, in this run, from 1. */
  readonly turn: number;
}

/** Counts the turns of each task and of each role, over all sessions. */
export class TurnCounter {
  readonly #turns = new Map<string, number>();

  /** What is told of a turn that begins. */
  next({ plan, task, rehearsal }: Turn, { role }: Pick<SessionOptions, "role">): TurnMeta {
    const key = `${role}/${plan}/${task?.number ?? 0}`;
    const turn = (this.#turns.get(key) ?? 0) + 1;
    this.#turns.set(key, turn);
    return {
      role,
      plan,
      task: task?.number ?? 0,
      files: task?.files ?? [],
      ...defined({ rehearsal }),
      turn,
    };
  }
}
