import type { AgentRole } from "../../../../schemas/agent_answers.ts";
import type { RehearsedWork, SessionOptions, Turn } from "./port.ts";
import { defined } from "../../../collections/defined.ts";

/** The key in the `_meta` of a prompt for the mock agent's turn. */
export const TURN_META = "wf.invalid/turn";

/** The information for the mock agent about a turn. */
export interface TurnMeta {
  readonly role: AgentRole;
  /** ID of the plan; empty for work that belongs to no plan. */
  readonly plan: string;
  /** Number of the task; 0 for other work. */
  readonly task: number;
  readonly files: readonly string[];
  /** The work if no rule matches and there is no task. */
  readonly rehearsal?: RehearsedWork;
  /** Number of the turn of the task or role in this run, from 1. */
  readonly turn: number;
}

/** Counts the turns of each task and of each role, over all sessions. */
export class TurnCounter {
  readonly #turns = new Map<string, number>();

  /** Returns the information about a turn that begins. */
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
