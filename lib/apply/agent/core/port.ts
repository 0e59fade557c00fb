/**
 * The port to coding agents. An agent works on files; checks, commits and branches are not its own.
 * @module
 */
import type { AgentRole } from "../../../../schemas/agent_answers.ts";
import type { Task } from "../../../../schemas/plan_file.ts";
import { ProgramError } from "../../../errors/program_error.ts";
import type { AgentFailure } from "../../../plan/agents/retry.ts";
import type { Feedback } from "../../../plan/execution/step_outcome.ts";
import type { Writable } from "../../../permissions/effects/writable.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";

export type { AgentFailure, FailureReason } from "../../../plan/agents/retry.ts";

/**
 * How an agent comes by permission: it `asks` before it acts; it is `scripted`, so that it does only
 * what the plan's author wrote; or it has no way to ask (`none`), and is not used while safety is on.
 */
export type PermissionChannel = "asks" | "scripted" | "none";

/** Whether an agent can be used. */
export type AgentProbe =
  | {
    readonly kind: "ready";
    /** Its version, as it tells it; empty when it does not. */
    readonly version: string;
    /** How it comes by permission. */
    readonly permissions: PermissionChannel;
    /** Uses of tools for which it cannot be made to ask, in a clause that follows its name. */
    readonly unasked?: string;
  }
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** The answer to a request for permission. It holds for this one request, never for further ones. */
export type PermissionDecision =
  | { readonly kind: "allow" }
  | {
    readonly kind: "refuse";
    /** Why, for the agent and for people. */
    readonly reason: string;
  };

/** A request that was refused. */
export interface Refusal {
  /** What was asked for, in a line. */
  readonly what: string;
  /** Why it was refused. */
  readonly reason: string;
}

/** What a session needs. */
export interface SessionOptions {
  /** Folder the agent works in, absolute, links resolved. */
  readonly directory: string;
  /** What the agent is started for. */
  readonly role: AgentRole;
  /** Model, in the agent's own words; left to the agent when undefined. */
  readonly model?: string;
  /** Whether the agent has to ask before it acts; true unless both keys of `safety` are off. */
  readonly strict: boolean;
  /** The files that it may write; by default, all that are not protected otherwise. */
  readonly writable?: Writable;
  /** Called with what the agent says. */
  readonly onOutput: (text: string) => void;
  /** Called with what a person should know about the session, a sentence each. */
  readonly onNotice: (message: string) => void;
  /** Decides on a request. May take as long as a person needs; its answer is ignored once the signal fires. */
  readonly onPermission: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionDecision>;
  /** Variables that are set, or removed where undefined. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** What an agent that only rehearses does in a turn that is about no task. */
export interface RehearsedWork {
  /** Documents that it writes: texts by path, relative to the folder of the work. */
  readonly documents: Readonly<Record<string, string>>;
  /** What it answers with, where data is asked for. */
  readonly answer?: unknown;
}

/** One turn: carry out a task, mend what went wrong with it, or do what the prompt says. */
export interface Turn {
  /** What an agent with a model is told. Never begins with a slash. */
  readonly prompt: string;
  /** Plan ID; empty for work that belongs to no plan. */
  readonly plan: string;
  /** The task, for agents that carry out tasks without reading prompts. */
  readonly task?: Task;
  /** What is done in a rehearsal, where the turn is about no task. */
  readonly rehearsal?: RehearsedWork;
  /** What has to be mended; absent for the task's first turn. */
  readonly feedback?: Feedback;
  /** 1 for the task's first turn. */
  readonly attempt: number;
  /** Ends the turn when it fires. */
  readonly signal: AbortSignal;
}

/** How a turn ended. That the agent says it is done proves nothing. */
export type TurnResult =
  /** It ended by itself. Where requests were refused, the agent went on and ended as it wanted. */
  | {
    readonly kind: "finished";
    /** The text that the agent wrote last, after its last use of a tool. */
    readonly text: string;
    /** Requests that were refused. */
    readonly refused: readonly Refusal[];
  }
  /** It ended because a request was refused. A further turn says what was refused and goes on. */
  | { readonly kind: "refused"; readonly refused: readonly Refusal[] }
  /** The turn's signal fired. */
  | { readonly kind: "cancelled" }
  /** Somebody else carries it out, and reports later. */
  | { readonly kind: "suspended" }
  /** It failed; the session may not be used again unless the reason is a rate limit or the network. */
  | ({ readonly kind: "failed" } & AgentFailure);

/** A conversation with an agent about one plan. */
export interface AgentSession {
  /** Takes a turn; one at a time. Throws nothing but what the machine throws. */
  turn(turn: Turn): Promise<TurnResult>;
  /** Ends the session and every process it started. */
  close(): Promise<void>;
}

/** The result of opening a session. */
export type OpenResult =
  | { readonly kind: "opened"; readonly session: AgentSession }
  | ({ readonly kind: "failed" } & AgentFailure);

/** An agent could not be started or spoken with. */
export class AgentError extends ProgramError {
  /** Identifies the kind of error. */
  override readonly name = "AgentError";
}

/** A coding agent. */
export interface Agent {
  /** Name, as `agent.name` and `--agent` give it. */
  readonly name: string;
  /** Whether the agent can be used, before anything is changed. */
  probe(): Promise<AgentProbe>;
  /** Opens a session. */
  open(options: SessionOptions): Promise<OpenResult>;
}
