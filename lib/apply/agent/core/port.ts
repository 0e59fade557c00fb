/**
 * The port to coding agents. An agent only changes files: checks, commits and branches are not its
 * responsibility.
 * @module
 */
import type { AgentRole } from "../../../../schemas/agent_answers.ts";
import type { ModelProfile } from "../../../../schemas/config.ts";
import type { Task } from "../../../../schemas/plan_file.ts";
import type { AgentFailure } from "../../../plan/agents/retry.ts";
import type { AgentPreset, ModelTier } from "../../../plan/agents/presets.ts";
import type { RoleAgent } from "../../../plan/agents/role_agents.ts";
import type { Feedback } from "../../../plan/execution/step_outcome.ts";
import type { Writable } from "../../../permissions/effects/writable.ts";
import type { FileDiff, PermissionRequest } from "../../../../schemas/permission.ts";
import type { ToolStatus } from "../../../../schemas/run_log.ts";
import type { Usage } from "../../../../schemas/usage.ts";

export type { AgentFailure, FailureReason } from "../../../plan/agents/retry.ts";

/**
 * An agent's way of getting permission: it `asks` before it acts; it is `scripted` and does only what the
 * plan's author wrote; or it cannot ask (`none`), and is not used while safety settings are on.
 */
export type PermissionChannel = "asks" | "scripted" | "none";

/** The result of probing an agent. */
export type AgentProbe =
  | {
    readonly kind: "ready";
    /** Its version; empty when unknown. */
    readonly version: string;
    readonly permissions: PermissionChannel;
    /** The tool calls for which it cannot be made to ask, as a clause that follows its name. */
    readonly unasked?: string;
  }
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** The answer to a request for permission. It is valid for this request only. */
export type PermissionDecision =
  | { readonly kind: "allow" }
  | { readonly kind: "refuse"; readonly reason: string };

/** A refused request. */
export interface Refusal {
  /** The requested action, in one line. */
  readonly what: string;
  /** The reason for the refusal. */
  readonly reason: string;
}

/** A tool call that began, got another title, or ended. */
export interface ToolUse {
  /** The ID of the call, as the agent gave it. */
  readonly id: string;
  /** Its title: the first line, shortened. */
  readonly title: string;
  /** Its state. */
  readonly status: ToolStatus;
  /** The changes to files, once it has ended. */
  readonly diffs: readonly FileDiff[];
}

/** Returns the title of a tool call: its first line, shortened. */
export function toolTitle(title: string): string {
  return title.trim().split("\n")[0]!.slice(0, 200).toWellFormed();
}

/** Options for {@link Agent.open}. */
export interface SessionOptions {
  /** Folder the agent works in, absolute, links resolved. */
  readonly directory: string;
  /** The role of the agent. */
  readonly role: AgentRole;
  /** The agent's name of the model. */
  readonly model?: string;
  /** The tier for a session without a model: the agent chooses, unless it offers a model that is certainly of this tier. */
  readonly tier?: ModelTier;
  /** The profile that the user has chosen, to be reported if it changes nothing. */
  readonly profile?: ModelProfile;
  /** The agent's name of the effort; the agent chooses when omitted. */
  readonly effort?: string;
  /** True when the agent must ask before it acts: unless both keys of `safety` are off. */
  readonly strict: boolean;
  /** The files that it may write; by default, all that are not protected otherwise. */
  readonly writable?: Writable;
  /** True if it may write documents below `.planning/`, also from a sandbox. */
  readonly documents?: boolean;
  /** Called with output of the agent. */
  readonly onOutput: (text: string) => void;
  /** Called with the tool calls of the agent. */
  readonly onTool?: (use: ToolUse) => void;
  /** Called with notices about the session for the user, a sentence each. */
  readonly onNotice: (message: string) => void;
  /** Decides on a request. May wait for the user; the answer is ignored once the signal fires. */
  readonly onPermission: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionDecision>;
  /** The ID of a session of an earlier process to continue, if the agent still can; otherwise a new one begins. */
  readonly resume?: string;
  /** Called with the ID of the session, if a later process may be able to continue it. */
  readonly onSession?: (id: string) => void;
  /** Environment variables to set, or to remove when undefined. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The work of a mock agent in a turn without a task. */
export interface RehearsedWork {
  /** The documents to write: contents by path, relative to the working folder. */
  readonly documents: Readonly<Record<string, string>>;
  /** The data to answer with, if the turn asks for data. */
  readonly answer?: unknown;
}

/** One turn: carry out a task, fix its problems, or follow the prompt. */
export interface Turn {
  /** The prompt for an agent with a model. Never begins with a slash. */
  readonly prompt: string;
  /** Plan ID; empty for work that belongs to no plan. */
  readonly plan: string;
  /** The task, for agents that carry out tasks without reading prompts. */
  readonly task?: Task;
  /** The work of a mock agent in a turn without a task. */
  readonly rehearsal?: RehearsedWork;
  /** The problems to fix; absent for the task's first turn. */
  readonly feedback?: Feedback;
  /** Number of the turn of the task, from 1. */
  readonly attempt: number;
  /** Ends the turn when it fires. */
  readonly signal: AbortSignal;
}

/** The result of a turn, and what it used. The agent's claim that it is done proves nothing. */
export type TurnResult = TurnEnd & { readonly usage?: Usage };

/** The end of a turn. */
export type TurnEnd =
  /** It ended on its own. After refused requests, the agent continued to its end. */
  | {
    readonly kind: "finished";
    /** The agent's text after its last tool call. */
    readonly text: string;
    readonly refused: readonly Refusal[];
  }
  /** It ended because of a refused request. Another turn reports the refusal and continues. */
  | { readonly kind: "refused"; readonly refused: readonly Refusal[] }
  /** The turn's signal fired. */
  | { readonly kind: "cancelled" }
  /** A hosting agent carries it out and reports later. */
  | { readonly kind: "suspended" }
  /** It failed. The session can be used again only after a rate limit or a network error. */
  | ({ readonly kind: "failed" } & AgentFailure);

/** A conversation with an agent about one plan. */
export interface AgentSession {
  /** Takes a turn; only one at a time. Throws only errors of the host. */
  turn(turn: Turn): Promise<TurnResult>;
  /**
   * Gives the agent words of the user during its turn, which ends once they are answered too; absent if it takes none.
   *
   * @returns False if it did not take them.
   */
  readonly steer?: (words: string) => Promise<boolean>;
  /** Ends the session and every process it started. */
  close(): Promise<void>;
}

/** The result of opening a session. */
export type OpenResult =
  | {
    readonly kind: "opened";
    readonly session: AgentSession;
    /** True if it continues {@link SessionOptions.resume}. */
    readonly resumed?: boolean;
    /** The offered models whose tiers are certain. */
    readonly tiers?: AgentPreset["models"];
    /** The model that was chosen among them. */
    readonly model?: string;
  }
  | ({ readonly kind: "failed" } & AgentFailure);

/** An agent that may take the turns of a role. */
export interface AgentMember {
  /** The agent. */
  readonly agent: Agent;
  /** Its configuration in the role. */
  readonly config: RoleAgent;
  /** The time until which it is unavailable, in milliseconds since 1970; conversations share it. */
  readonly away: { until: number };
}

/** A coding agent. */
export interface Agent {
  /** The name in `agent.name` and `--agent`. */
  readonly name: string;
  /** Checks that the agent can be used, without changing anything. */
  probe(): Promise<AgentProbe>;
  /** Opens a session. */
  open(options: SessionOptions): Promise<OpenResult>;
  /** Returns the agents for a role, the preferred one first; absent if there is only this one. */
  readonly members?: (role: AgentRole) => readonly AgentMember[];
}
