/**
 * The port to coding agents. An agent works on files; checks, commits and branches are not its own.
 * @module
 */
import type { Task } from "../../../schemas/plan_file.ts";
import type { Feedback } from "../../plan/next.ts";

/** Whether an agent can be used. */
export type AgentProbe =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** What a session needs. */
export interface SessionOptions {
  /** Folder the agent works in, absolute. */
  readonly directory: string;
  /** Called with what the agent says. */
  readonly onOutput: (text: string) => void;
}

/** One turn: carry out a task, or mend what went wrong with it. */
export interface Turn {
  /** Plan ID. */
  readonly plan: string;
  /** The task. */
  readonly task: Task;
  /** What has to be mended; absent for the task's first turn. */
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
  /** Ends the turn when it fires. */
  readonly signal: AbortSignal;
}

/** How a turn ended. That the agent says it is done proves nothing. */
export type TurnResult =
  | { readonly kind: "finished" }
  | { readonly kind: "failed"; readonly message: string; readonly output: string };

/** A conversation with an agent about one plan. */
export interface AgentSession {
  /** Takes a turn. Throws nothing but what the machine throws. */
  turn(turn: Turn): Promise<TurnResult>;
  /** Ends the session and every process it started. */
  close(): Promise<void>;
}

/** A coding agent. */
export interface Agent {
  /** Name, as `agent.name` and `--agent` give it. */
  readonly name: string;
  /** Whether the agent can be used, before anything is changed. */
  probe(): Promise<AgentProbe>;
  /** Opens a session. */
  open(options: SessionOptions): Promise<AgentSession>;
}
