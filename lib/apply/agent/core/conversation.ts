import { defined } from "../../../collections/defined.ts";
import type { Host } from "../../../host/host.ts";
import { decideRetry } from "../../../plan/agents/retry.ts";
import { refusedBefore, refusedPrompt } from "../../../prompts/execute_task.ts";
import { maskFor, maskStrings } from "../../interaction/secrets.ts";
import { projectInstructions } from "../project_instructions.ts";
import type { Agent, AgentFailure, AgentSession, Refusal, SessionOptions, Turn, TurnResult } from "./port.ts";

export interface ConversationOptions {
  readonly host: Host;
  readonly agent: Agent;
  readonly session: SessionOptions;
  /** `agent.retries`. */
  readonly retries: number;
  /** Timeout of a turn, in milliseconds. */
  readonly limit: number;
  /** Waits; replaced in tests. Ends early when the signal fires. */
  readonly wait?: (time: number, signal: AbortSignal) => Promise<void>;
}

export interface Work extends Omit<Turn, "prompt" | "signal"> {
  /**
   * Returns the prompt.
   *
   * @param begins True for a new session, which has no context yet.
   */
  readonly prompt: (begins: boolean) => string;
}

/** The result of the work on a turn, including retries. */
export type WorkResult =
  | { readonly kind: "finished"; readonly text: string; readonly refused: readonly Refusal[] }
  | { readonly kind: "timed-out" }
  | { readonly kind: "interrupted" }
  /** A hosting agent carries it out and reports later. */
  | { readonly kind: "suspended" }
  | ({ readonly kind: "failed" } & AgentFailure);

/** Maximum number of turns that report refused requests to an agent, before the checks decide. */
const MAX_REFUSED_TURNS = 2;

/**
 * A conversation with an agent about one plan, in one or more sessions.
 *
 * {@link decideRetry} decides about failures: the conversation waits for a rate limit and shows that; it
 * starts a new session after a crash, a stall or a full context. After a refusal it reports the refused
 * requests to the agent, which then continues; if it has continued already, with the next prompt.
 */
export class Conversation {
  #session: AgentSession | undefined;
  #begins = true;
  /** The session of an earlier run to continue, until one is open. */
  #resume: string | undefined;
  /** The requests that were refused in the last turn, although it continued. */
  #refused: readonly Refusal[] = [];

  constructor(readonly options: ConversationOptions) {
    this.#resume = options.session.resume;
  }

  /** Takes a turn, and retries after failures of the agent itself. */
  async turn(work: Work, signal: AbortSignal): Promise<WorkResult> {
    const { host, retries, session: { onNotice }, wait = sleep } = this.options;
    const refused: Refusal[] = [];
    let attempts = 0;
    let waits = 0;
    let refusedTurns = 0;
    let telling: string | undefined;
    while (!signal.aborted) {
      const result = await this.#turn(work, telling, signal);
      switch (result.kind) {
        case "cancelled":
          return signal.aborted ? { kind: "interrupted" } : { kind: "timed-out" };
        case "suspended":
          return result;
        case "finished":
          this.#refused = result.refused;
          return { ...result, refused: [...refused, ...result.refused] };
        case "refused":
          refused.push(...result.refused);
          if (refusedTurns++ === MAX_REFUSED_TURNS) return { kind: "finished", text: "", refused };
          telling = refusedPrompt(result.refused);
          continue;
        case "failed": {
          const decision = decideRetry({ failure: result, attempts, waits, retries, now: host.now() });
          if (decision.kind === "stop") {
            await this.close();
            return result;
          }
          if (decision.kind === "fresh-session") {
            onNotice(`${result.message}. A fresh session continues this task`);
            await this.close();
            telling = undefined;
            attempts++;
            continue;
          }
          const until = new Date(decision.until).toISOString().slice(11, 19);
          onNotice(`${result.message}. Waiting until ${until} UTC, then it continues automatically`);
          await wait(decision.until - host.now(), signal);
          if (decision.counts) attempts++;
          else waits++;
        }
      }
    }
    return { kind: "interrupted" };
  }

  /** Closes the session, if one is open. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#begins = true;
    this.#refused = [];
    await session?.close();
  }

  /** Returns the instructions at the beginning of a session. */
  async #instructions(): Promise<string> {
    const { host, agent, session } = this.options;
    return this.#begins ? await projectInstructions(host, session.directory, agent.name) : "";
  }

  /** Takes a turn. A failure contains no secrets, as it may be shown and stored. */
  async #turn(work: Work, telling: string | undefined, outer: AbortSignal): Promise<TurnResult> {
    const result = await this.#take(work, telling, outer);
    return result.kind === "failed" ? maskStrings(result, maskFor(this.options.host)) : result;
  }

  async #take(work: Work, telling: string | undefined, outer: AbortSignal): Promise<TurnResult> {
    if (this.#session === undefined) {
      const { resume: _, ...options } = this.options.session;
      const opened = await this.options.agent.open({ ...options, ...defined({ resume: this.#resume }) });
      this.#resume = undefined;
      if (opened.kind === "failed") return opened;
      this.#session = opened.session;
      this.#begins = opened.resumed !== true;
    }
    const { prompt, ...rest } = work;
    const text = telling ??
      refusedBefore(this.#refused) + await this.#instructions() + prompt(this.#begins);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.min(this.options.limit, 2 ** 31 - 1));
    try {
      const signal = AbortSignal.any([outer, limit.signal]);
      const result = await this.#session.turn({ ...rest, prompt: text, signal });
      if (result.kind !== "failed") {
        this.#begins = false;
        this.#refused = [];
      }
      return result;
    } finally {
      clearTimeout(timer);
    }
  }
}

function sleep(time: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, Math.max(0, time));
    signal.addEventListener("abort", end);
  });
}
