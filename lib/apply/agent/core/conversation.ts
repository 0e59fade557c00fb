import { defined } from "../../../collections/defined.ts";
import type { Host } from "../../../host/host.ts";
import { isNearlyFull } from "../../../plan/usage/context_fill.ts";
import { decideRetry } from "../../../plan/agents/retry.ts";
import { refusedBefore, refusedPrompt } from "../../../prompts/execute_task.ts";
import { maskFor, maskStrings } from "../../interaction/secrets.ts";
import { projectInstructions } from "../project_instructions.ts";
import type { TierNames } from "../../../plan/agents/offered_models.ts";
import type { TierModels } from "../../../plan/agents/tiers.ts";
import type { KnownSession } from "../../../plan/run/stopped_work.ts";
import type {
  AgentFailure,
  AgentMember,
  AgentSession,
  Refusal,
  SessionOptions,
  Turn,
  TurnResult,
} from "./port.ts";

export interface ConversationOptions {
  readonly host: Host;
  /** The agents that may take its turns, the preferred one first. */
  readonly members: readonly [ConversationMember, ...ConversationMember[]];
  readonly session: ConversationSession;
  /** `agent.retries`. */
  readonly retries: number;
  /** Timeout of a turn, in milliseconds. */
  readonly limit: number;
  /** Waits; replaced in tests. Ends early when the signal fires. */
  readonly wait?: (time: number, signal: AbortSignal) => Promise<void>;
}

export type ConversationMember =
  & Pick<AgentMember, "agent" | "away">
  & Partial<TierModels>
  & Pick<SessionOptions, "effort">;

/** The session of an agent, which only the same agent continues. */
export type AgentsSession = Pick<KnownSession, "agent" | "id">;

export interface ConversationSession
  extends Omit<SessionOptions, "model" | "tier" | "effort" | "resume" | "onSession"> {
  /** The session of an earlier process to continue. */
  readonly resume?: AgentsSession;
  /** Called with a session that a later process may be able to continue; undefined once its context is nearly full. */
  readonly onSession?: (session: AgentsSession | undefined) => void;
}

/** The number of turns of a task with the model of its tier; the next tier takes further ones. */
const TURNS_OF_TIER = 2;

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
 * starts a new session after a crash, a stall or a full context; it continues with another agent if one is
 * unavailable, and with the model of the next tier after repeated failures. After a refusal it reports the refused
 * requests to the agent, which then continues; if it has continued already, with the next prompt.
 */
export class Conversation {
  #session: AgentSession | undefined;
  #member: ConversationMember;
  /** The configured model of the session, or that of the next tier. */
  #model: string | undefined;
  /** The models that agents offer. */
  readonly #offered = new Map<string, TierNames>();
  #begins = true;
  /** True if little fits into the context of the session. */
  #isFull = false;
  /** The session of an earlier run to continue, until one is open. */
  #resume: AgentsSession | undefined;
  /** The requests that were refused in the last turn, although it continued. */
  #refused: readonly Refusal[] = [];

  constructor(readonly options: ConversationOptions) {
    this.#resume = options.session.resume;
    this.#member = options.members[0];
  }

  /** Takes a turn, and retries after failures of the agent itself. */
  async turn(work: Work, signal: AbortSignal): Promise<WorkResult> {
    const { host, retries, session: { onNotice }, wait = sleep } = this.options;
    const refused: Refusal[] = [];
    let attempts = 0;
    let waits = 0;
    let refusedTurns = 0;
    let telling: string | undefined;
    if (this.#isFull) {
      onNotice("The context of the session is nearly full. A fresh session continues");
      await this.close();
    }
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
          const now = host.now();
          const [next] = this.#others(now);
          const another = next !== undefined;
          const decision = decideRetry({ failure: result, attempts, waits, retries, now, another });
          if (decision.kind === "stop") {
            await this.close();
            return result;
          }
          if (decision.kind === "next-agent") {
            this.#member.away.until = decision.until;
            const { agent, usual } = next!;
            const isSame = agent.name === this.#member.agent.name && usual?.model !== undefined;
            onNotice(`${result.message}. ${isSame ? `Its model ${usual.model}` : agent.name} takes over`);
            await this.close();
            telling = undefined;
            attempts = waits = 0;
            continue;
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

  /** Gives the agent words during its turn; returns false if it did not take them. */
  async steer(words: string): Promise<boolean> {
    return await this.#session?.steer?.(words) ?? false;
  }

  /** Closes the session, if one is open. */
  async close(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    this.#begins = true;
    this.#isFull = false;
    this.#refused = [];
    await session?.close();
  }

  /** Returns the instructions at the beginning of a session. */
  async #instructions(): Promise<string> {
    const { host, session } = this.options;
    return this.#begins ? await projectInstructions(host, session.directory, this.#member.agent.name) : "";
  }

  /** Returns the other agents that are available. */
  #others(now: number): readonly ConversationMember[] {
    return this.options.members.filter((member) => member !== this.#member && member.away.until <= now);
  }

  /** Returns the first available agent, otherwise the one that is available first. */
  #choose(): ConversationMember {
    const now = this.options.host.now();
    const until = ({ away }: ConversationMember) => Math.max(away.until, now);
    return this.options.members.toSorted((a, b) =>
      until(a) < until(b) ? -1 : until(a) > until(b) ? 1 : 0
    )[0]!;
  }

  /** Closes the session if a task that failed twice needs another model, or the next task no longer does. */
  async #setModel(attempt: number): Promise<void> {
    if (this.#session === undefined) this.#member = this.#choose();
    const { usual } = this.#member;
    const higher = attempt > TURNS_OF_TIER ? this.#higher() : undefined;
    const wanted = higher ?? usual?.model;
    if (this.#session !== undefined && wanted !== this.#model) await this.close();
    if (higher !== undefined && higher !== this.#model) {
      this.options.session.onNotice(`After ${TURNS_OF_TIER} failed turns, ${higher} takes over`);
    }
    this.#model = wanted;
  }

  /** Returns the model of the next tier: the configured one, or one that the agent offers. */
  #higher(): string | undefined {
    const { usual, higher, agent } = this.#member;
    if (usual === undefined || higher === undefined) return undefined;
    const offered = this.#offered.get(agent.name) ?? {};
    // Otherwise the agent may use this model already.
    const isOther = offered[usual.tier] !== undefined || usual.model !== undefined;
    return higher.model ?? (isOther ? offered[higher.tier] : undefined);
  }

  /** Takes a turn. A failure contains no secrets, as it may be shown and stored. */
  async #turn(work: Work, telling: string | undefined, outer: AbortSignal): Promise<TurnResult> {
    const result = await this.#take(work, telling, outer);
    return result.kind === "failed" ? maskStrings(result, maskFor(this.options.host)) : result;
  }

  async #take(work: Work, telling: string | undefined, outer: AbortSignal): Promise<TurnResult> {
    await this.#setModel(work.attempt);
    if (this.#session === undefined) {
      const { resume: _, onSession, ...options } = this.options.session;
      const { agent, effort, usual } = this.#member;
      const known = this.#resume?.agent === agent.name ? this.#resume.id : undefined;
      this.#resume = undefined;
      const opened = await agent.open({
        ...options,
        ...defined({ model: this.#model, tier: this.#model === undefined ? usual?.tier : undefined }),
        ...defined({ effort, resume: known }),
        ...(onSession && { onSession: (id: string) => onSession({ agent: agent.name, id }) }),
      });
      if (opened.kind === "failed") return opened;
      this.#session = opened.session;
      this.#offered.set(agent.name, opened.tiers ?? {});
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
      this.#isFull = isNearlyFull(result.usage?.context);
      if (this.#isFull) this.options.session.onSession?.(undefined);
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
