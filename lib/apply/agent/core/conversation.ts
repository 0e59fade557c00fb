import type { Host } from "../../../host/host.ts";
import { decideRetry } from "../../../plan/agents/retry.ts";
import { refusedPrompt } from "../../../prompts/execute_task.ts";
import { projectInstructions } from "../project_instructions.ts";
import type { Agent, AgentFailure, AgentSession, Refusal, SessionOptions, Turn, TurnResult } from "./port.ts";

/** What a conversation works with. */
export interface ConversationOptions {
  /** The machine. */
  readonly host: Host;
  /** The agent. */
  readonly agent: Agent;
  /** What each of its sessions needs. */
  readonly session: SessionOptions;
  /** `agent.retries`. */
  readonly retries: number;
  /** Longest time of a turn, in milliseconds. */
  readonly limit: number;
  /** Waits; replaced in tests. Ends early when the signal fires. */
  readonly wait?: (time: number, signal: AbortSignal) => Promise<void>;
}

/** What is to be done in a turn. */
export interface Work extends Omit<Turn, "prompt" | "signal"> {
  /**
   * The prompt.
   *
   * @param begins Whether the session knows nothing yet, as it is the first one or a fresh one.
   */
  readonly prompt: (begins: boolean) => string;
}

/** How work on a turn ended, with all that was tried. */
export type WorkResult =
  | { readonly kind: "finished"; readonly text: string; readonly refused: readonly Refusal[] }
  /** The turn took longer than it may. */
  | { readonly kind: "timed-out" }
  /** The outer signal fired. */
  | { readonly kind: "interrupted" }
  /** Somebody else carries it out, and reports later. */
  | { readonly kind: "suspended" }
  | ({ readonly kind: "failed" } & AgentFailure);

/** Turns that tell an agent what was refused, before the checks decide. */
const REFUSED_TURNS = 2;

/**
 * A conversation with an agent about one plan, over as many sessions as it takes.
 *
 * What happens after a failure is decided by {@link decideRetry}: it waits for a rate limit, visibly;
 * it begins a fresh session after a crash, silence or a full context. After a refusal the agent is
 * told what was refused, whichever way its turn ended, and goes on.
 */
export class Conversation {
  #session: AgentSession | undefined;
  #begins = true;

  /** @param options What it works with. */
  constructor(readonly options: ConversationOptions) {}

  /** Takes a turn, and those that mend what goes wrong with the agent itself. */
  async turn(work: Work, signal: AbortSignal): Promise<WorkResult> {
    const { host, retries, session: { onNotice }, wait = sleep } = this.options;
    const refused: Refusal[] = [];
    let attempts = 0;
    let waits = 0;
    let tellings = 0;
    let telling: string | undefined;
    while (!signal.aborted) {
      const result = await this.#turn(work, telling, signal);
      switch (result.kind) {
        case "cancelled":
          return signal.aborted ? { kind: "interrupted" } : { kind: "timed-out" };
        case "suspended":
          return result;
        case "finished":
          return { ...result, refused: [...refused, ...result.refused] };
        case "refused":
          refused.push(...result.refused);
          if (tellings++ === REFUSED_TURNS) return { kind: "finished", text: "", refused };
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
    await session?.close();
  }

  /** What a session begins with. */
  async #instructions(): Promise<string> {
    const { host, agent, session } = this.options;
    return this.#begins ? await projectInstructions(host, session.directory, agent.name) : "";
  }

  async #turn(work: Work, telling: string | undefined, outer: AbortSignal): Promise<TurnResult> {
    if (this.#session === undefined) {
      const opened = await this.options.agent.open(this.options.session);
      if (opened.kind === "failed") return opened;
      this.#session = opened.session;
    }
    const { prompt, ...rest } = work;
    const text = telling ?? await this.#instructions() + prompt(this.#begins);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), Math.min(this.options.limit, 2 ** 31 - 1));
    try {
      const signal = AbortSignal.any([outer, limit.signal]);
      const result = await this.#session.turn({ ...rest, prompt: text, signal });
      if (result.kind !== "failed") this.#begins = false;
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
