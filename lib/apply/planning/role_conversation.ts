import type { AgentRole } from "../../../schemas/agent_answers.ts";
import type { Question } from "../../../schemas/question.ts";
import type { AgentFailure } from "../../plan/agents/retry.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { type AskingWork, readTurnOutcome, turnQuestion } from "../../plan/run/turn_outcome.ts";
import { answeredPrompt } from "../../prompts/answered.ts";
import type { ConsultOptions } from "../agent/core/consult.ts";
import { configuredConversation } from "../agent/core/configured_conversation.ts";
import type { Conversation } from "../agent/core/conversation.ts";
import type { RehearsedWork } from "../agent/core/port.ts";
import { maskFor } from "../interaction/secrets.ts";
import { type GuardContext, type GuardedState, RoleGuard } from "./role_guard.ts";

export interface RoleContext
  extends GuardContext, Pick<ConsultOptions, "agent" | "config" | "permit" | "signal"> {
  /** Asks a question; undefined if there is no user to ask. */
  readonly ask: (question: Question) => Promise<{ readonly value: string } | undefined>;
  /** Keeps the state before a turn that a hosting agent takes between two calls. */
  readonly guarded?: { state: GuardedState | undefined };
}

export interface RoleWork {
  /** The role, which determines the model. */
  readonly role: AgentRole;
  readonly writable: Writable;
  /** Commands that it may run without asking, like a task's checks. */
  readonly checks?: readonly string[];
}

export interface RoleTurn {
  /**
   * Returns the prompt.
   *
   * @param begins True at the first turn of a session.
   */
  readonly prompt: (begins: boolean) => string;
  readonly rehearsal: RehearsedWork;
}

export type RoleResult =
  | {
    readonly kind: "done";
    /** The last text of the agent. */
    readonly text: string;
    /** The documents that were written or removed, relative to the project root, in order. */
    readonly documents: readonly string[];
  }
  | { readonly kind: "waiting"; readonly question: Question; readonly documents: readonly string[] }
  | ({ readonly kind: "failed" } & Pick<AgentFailure, "message" | "hint" | "output">)
  /** A budget is used up. */
  | { readonly kind: "waiting"; readonly question: Question }
  | { readonly kind: "interrupted" };

/**
 * A conversation with an agent that writes documents: research or plans. It uses the model of its role, and the
 * same retries, limits and permissions as all agents, and may write only the documents of its role. For an agent
 * that only reads, use a Consultation.
 */
export class RoleConversation {
  readonly #talk: Conversation;
  /** The prompts with the user's answers, for a new session too. */
  readonly #answers: string[] = [];

  /** Nothing is started before the first turn. */
  constructor(readonly work: RoleWork, readonly context: RoleContext) {
    const { root, permit, notice } = context;
    const { role, writable, checks = [] } = work;
    this.#talk = configuredConversation(context, {
      directory: root,
      role,
      documents: true,
      onOutput: () => {},
      onNotice: notice,
      onPermission: (request, signal) =>
        permit(request, { directory: root, plan: "", checks, writable }, signal),
    });
  }

  /**
   * Lets the agent write its documents, and restores everything else that it changed. A question at the end of
   * its turn goes to the user, and the answer back to it.
   */
  async write(work: RoleTurn): Promise<RoleResult> {
    const { host, ask, signal } = this.context;
    const documents = new Set<string>();
    for (let answer = "";;) {
      const prompt = (begins: boolean) =>
        begins ? [work.prompt(true), ...this.#answers].join("\n") : answer || work.prompt(false);
      const result = await this.#turn({ ...work, prompt });
      if (result.kind !== "done") return result;
      for (const path of result.documents) documents.add(path);
      const written = [...documents].sort();
      const { question: asked } = readTurnOutcome(maskFor(host)(result.text));
      if (asked === undefined) return { ...result, documents: written };
      const question = turnQuestion(this.#asking(), asked);
      const given = await ask(question);
      if (given === undefined) {
        return signal.aborted ? { kind: "interrupted" } : { kind: "waiting", question, documents: written };
      }
      const chosen = question.choices.find(({ value }) => value === given.value);
      answer = answeredPrompt(asked.text, chosen?.label ?? given.value);
      this.#answers.push(answer);
    }
  }

  /** Closes the session, if one is open. */
  async close(): Promise<void> {
    await this.#talk.close();
  }

  /** Returns the beginning of the next question: `planning`, then `planning-2`. */
  #asking(): AskingWork {
    const { role } = this.work;
    const number = this.#answers.length + 1;
    return { id: number === 1 ? role : `${role}-${number}`, name: role[0]!.toUpperCase() + role.slice(1) };
  }

  async #turn({ prompt, rehearsal }: RoleTurn): Promise<RoleResult> {
    const { config, signal, guarded } = this.context;
    const { role, writable } = this.work;
    const guard = await RoleGuard.take(this.context, writable, guarded?.state);
    const result = await this.#talk.turn({ prompt, plan: "", rehearsal, attempt: 1 }, signal);
    if (guarded !== undefined) guarded.state = result.kind === "suspended" ? guard.state : undefined;
    if (result.kind === "suspended") return { kind: "interrupted" };
    const documents = await guard.settle();
    switch (result.kind) {
      case "finished":
        return { kind: "done", text: result.text, documents };
      case "interrupted":
        return result;
      case "timed-out": {
        const limit = `${config.agent.turn_timeout_minutes} minutes (agent.turn_timeout_minutes)`;
        return failed(`The turn for ${role} took longer than ${limit} and was ended`);
      }
      case "failed": {
        const { message, hint, output, question } = result;
        if (question !== undefined) return { kind: "waiting", question };
        return { kind: "failed", message, hint, output };
      }
    }
  }
}

function failed(message: string): RoleResult {
  return { kind: "failed", message, hint: "", output: "" };
}
