import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { Config } from "../../../schemas/config.ts";
import type { AgentFailure } from "../../plan/agents/retry.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { configuredConversation } from "../agent/core/configured_conversation.ts";
import type { Conversation } from "../agent/core/conversation.ts";
import type { Agent, RehearsedWork } from "../agent/core/port.ts";
import type { Permit } from "../agent/core/permissions.ts";
import { type GuardContext, RoleGuard } from "./role_guard.ts";

/** What an agent that writes documents works in. */
export interface RoleContext extends GuardContext {
  /** The agent. */
  readonly agent: Agent;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** Decides on the agent's requests for permission. */
  readonly permit: Permit;
  /** Ends it when it fires. */
  readonly signal: AbortSignal;
}

/** A role, and what it may do. */
export interface RoleWork {
  /** What the agent is started for: gives its model. */
  readonly role: AgentRole;
  /** The documents it may write. */
  readonly writable: Writable;
  /** Commands that it may run without asking, as a task's own checks. */
  readonly checks?: readonly string[];
}

/** What an agent is to do in a turn. */
export interface RoleTurn {
  /**
   * What it is told.
   *
   * @param begins Whether the session knows nothing yet, as it is the first one or a fresh one.
   */
  readonly prompt: (begins: boolean) => string;
  /** What it does where it only rehearses. */
  readonly rehearsal: RehearsedWork;
}

/** What came of a turn. */
export type RoleResult =
  | {
    readonly kind: "done";
    /** What the agent said last. */
    readonly text: string;
    /** Documents that were written or removed, relative to the project root, in order. */
    readonly documents: readonly string[];
  }
  | ({ readonly kind: "failed" } & Pick<AgentFailure, "message" | "hint" | "output">)
  | { readonly kind: "interrupted" };

/**
 * A conversation with an agent that writes documents: research, plans. It has the model of its role
 * and the retries, limits and policy of permissions of all agents, and writes nothing but the
 * documents of its role. An agent that only looks is asked by a Consultation.
 */
export class RoleConversation {
  readonly #talk: Conversation;

  /**
   * Nothing is started before the first turn.
   *
   * @param work The role.
   * @param context What it works in.
   */
  constructor(readonly work: RoleWork, readonly context: RoleContext) {
    const { root, permit, notice } = context;
    const { role, writable, checks = [] } = work;
    this.#talk = configuredConversation(context, {
      directory: root,
      role,
      onOutput: () => {},
      onNotice: notice,
      onPermission: (request, signal) =>
        permit(request, { directory: root, plan: "", checks, writable }, signal),
    });
  }

  /** Lets the agent write its documents; what else it changed is put back. */
  async write({ prompt, rehearsal }: RoleTurn): Promise<RoleResult> {
    const { config, signal } = this.context;
    const { role, writable } = this.work;
    const guard = await RoleGuard.take(this.context, writable);
    const result = await this.#talk.turn({ prompt, plan: "", rehearsal, attempt: 1 }, signal);
    const documents = await guard.settle();
    switch (result.kind) {
      case "finished":
        return { kind: "done", text: result.text, documents };
      case "interrupted":
        return result;
      case "suspended":
        return failed(
          `This agent only carries out tasks that another agent drives, and cannot be used for ${role}`,
        );
      case "timed-out": {
        const limit = `${config.agent.turn_timeout_minutes} minutes (agent.turn_timeout_minutes)`;
        return failed(`The turn for ${role} took longer than ${limit} and was ended`);
      }
      case "failed": {
        const { message, hint, output } = result;
        return { kind: "failed", message, hint, output };
      }
    }
  }

  /** Closes the session, if one is open. */
  async close(): Promise<void> {
    await this.#talk.close();
  }
}

function failed(message: string): RoleResult {
  return { kind: "failed", message, hint: "", output: "" };
}
