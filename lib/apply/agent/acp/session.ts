import type {
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from "../../../deps/acp.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import { defined } from "../../../collections/defined.ts";
import { describeRequest } from "../../../permissions/describe_request.ts";
import type { AgentFailure } from "../../../plan/agents/retry.ts";
import { within } from "../../../host/within.ts";
import type { AcpConnection } from "./connection.ts";
import { rejectOn, voided } from "./races.ts";
import { CANCELLED, permissionResponse } from "./permission_response.ts";
import { isLooseMode } from "./settings.ts";
import type { AgentSession, PermissionDecision, Turn, TurnResult } from "../core/port.ts";
import { steerSession } from "./steering.ts";
import { AcpTurn, failed } from "./turn.ts";
import { silenceFailure } from "../core/failures.ts";
import { readMetadata, type UpdateInformation } from "./update_metadata.ts";
import { minutes } from "../core/silence.ts";
import { ToolCalls } from "./tool_calls.ts";
import { SessionUsage } from "./usage.ts";
import { judgeUnasked } from "../unasked.ts";

export class AcpSession implements AgentSession {
  readonly #calls: ToolCalls;
  readonly #usage: SessionUsage;
  /** The end of the rate limit from the agent's updates, in milliseconds since 1970. */
  #resetsAt: number | undefined;
  #turn: AcpTurn | undefined;
  #broken: AgentFailure | undefined;
  readonly #reported = new Set<string>();
  readonly steer?: NonNullable<AgentSession["steer"]>;

  /** Listens to the agent, which has opened the session. */
  constructor(
    readonly connection: AcpConnection,
    readonly id: string,
    { resumed, steers }: { readonly resumed: boolean; readonly steers: boolean },
  ) {
    if (steers) this.steer = (words) => this.#steer(words);
    this.#calls = new ToolCalls(connection.context.preset);
    this.#usage = new SessionUsage({ sums: connection.context.preset.sumsUsage ?? false, resumed });
    connection.listen({
      update: (update) => this.#update(update),
      permission: (request) => this.#permission(request),
      file: (request) => this.#decide(request),
    });
  }

  async turn(turn: Turn): Promise<TurnResult> {
    const result = await this.#take(turn);
    return { ...result, ...defined({ usage: this.#usage.take() }) };
  }

  async #steer(words: string): Promise<boolean> {
    return this.#turn !== undefined && await steerSession(this.connection, this.id, words);
  }

  async #take(turn: Turn): Promise<TurnResult> {
    const { prompt, signal } = turn;
    if (this.#broken !== undefined) return failed(this.#broken);
    if (signal.aborted) return { kind: "cancelled" };
    const { connection, id } = this;
    const { acp, agent, context: { times, preset, host } } = connection;
    const heard = connection.child.errors().length;
    const state = new AcpTurn(preset);
    this.#turn = state;
    const silence = connection.watch(times.stall);
    // The agent would interpret a leading slash as one of its commands.
    const text = prompt.trimStart().startsWith("/") ? `Do this:\n${prompt}` : prompt;
    const answer = agent.request(acp.methods.agent.session.prompt, {
      sessionId: id,
      prompt: [{ type: "text", text }],
      ...connection.promptMeta(turn),
    });
    answer.then((response) => this.#usage.answered(response), () => {});
    try {
      const response = await Promise.race([
        answer,
        rejectOn(silence.signal, STALLED),
        rejectOn(state.lost.signal, LOST),
        rejectOn(signal, ABORTED),
      ]);
      return this.#broken === undefined ? state.result(response, host.now()) : failed(this.#broken);
    } catch (error) {
      silence.stop();
      if (error === ABORTED) {
        await this.#cancel(answer, state);
        return { kind: "cancelled" };
      }
      if (error === LOST) {
        const { trouble } = state;
        await this.#cancel(answer, state);
        return failed(await connection.failure(new Error(trouble), "network"));
      }
      if (error !== STALLED) return failed(this.#withReset(await connection.failure(error)));
      await this.#cancel(answer, state);
      const texts = { agent: preset.title, login: preset.login, now: host.now() };
      const errors = connection.child.errors();
      // Only the end of a long output is kept, so its length may not have changed.
      const lately = errors.length > heard ? errors.slice(heard) : errors;
      this.#broken = silenceFailure(minutes(times.stall), lately, texts);
      await connection.end();
      return failed(this.#broken);
    } finally {
      silence.stop();
      state.stop();
      state.over.abort();
      this.#turn = undefined;
    }
  }

  /** Adds the end of the rate limit to a failure, if only an update contained it. */
  #withReset(failure: AgentFailure): AgentFailure {
    const retryAt = this.#resetsAt;
    if (failure.reason !== "rate-limit" || retryAt === undefined) return failure;
    return { retryAt, ...failure };
  }

  async close(): Promise<void> {
    this.#broken ??= {
      reason: "crash",
      message: `${this.connection.context.preset.title}: its session is closed`,
      hint: "",
      output: "",
    };
    this.#turn?.over.abort();
    await this.connection.end();
  }

  /** Cancels a turn and waits for its end; then ends an agent that does not respond. */
  async #cancel(answer: Promise<unknown>, state: AcpTurn): Promise<void> {
    const { acp, agent, child, context: { times, preset } } = this.connection;
    state.over.abort();
    const sent = agent.notify(acp.methods.agent.session.cancel, { sessionId: this.id });
    sent.catch(() => {});
    const ended = await within(times.cancel, answer.then(() => true, () => true));
    if (ended) return;
    this.#broken ??= {
      reason: "stall",
      message: `${preset.title} did not end its turn when asked to`,
      hint: "",
      output: child.errors(),
    };
    await this.connection.end();
  }

  #update(update: SessionUpdate): void {
    const { uses, unasked } = this.#calls.update(update);
    const turn = this.#turn;
    const information = readMetadata(update);
    if (information !== undefined) this.#handleMetadata(information, turn);
    const { options, preset, host } = this.connection.context;
    for (const use of uses) options.onTool?.(use);
    if (unasked !== undefined && options.strict && turn !== undefined) {
      const { directory } = options;
      const home = host.home();
      switch (judgeUnasked(unasked, { directory, preset, ...defined({ home }) })) {
        case "stop":
          this.#distrust(`did this without asking: ${describeRequest(unasked)}`);
          break;
        case "report":
          this.#reportUnasked(`${preset.title} did this without asking: ${describeRequest(unasked)}`);
      }
    }
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        if (update.content.type !== "text") return;
        options.onOutput(update.content.text);
        turn?.onText(update.content.text, update.messageId ?? undefined);
        return;
      case "tool_call":
        turn?.used();
        return;
      case "usage_update":
        this.#usage.updated(update);
        return;
      case "current_mode_update":
        if (options.strict && isLooseMode(update.currentModeId, preset)) {
          this.#distrust(`switched to mode "${update.currentModeId}", in which it does not ask`);
        }
        return;
    }
  }

  #handleMetadata(information: UpdateInformation, turn: AcpTurn | undefined): void {
    const { options, preset, times } = this.connection.context;
    switch (information.kind) {
      case "limited":
        this.#resetsAt = information.until;
        return;
      case "failed":
        turn?.fails();
        return;
      case "retrying":
        if (turn?.tries(information.message, times.stall)) {
          options.onNotice(`${preset.title} retries on its own: ${information.message}`);
        }
        return;
    }
  }

  /** Reports an action without permission, each only once. */
  #reportUnasked(message: string): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.connection.context.options.onNotice(message);
  }

  /** Stops an agent that does not ask for permission. */
  #distrust(what: string): void {
    const { acp, agent, context: { preset } } = this.connection;
    this.#broken = {
      reason: "unsafe",
      message: `${preset.title} ${what}`,
      hint:
        "Check what it did and its own settings; to let it act without asking, turn off both safety settings",
      output: "",
    };
    agent.notify(acp.methods.agent.session.cancel, { sessionId: this.id }).catch(() => {});
  }

  /** Decides on a request; undefined when no turn is in progress, or it ends before. */
  async #decide(asked: PermissionRequest): Promise<PermissionDecision | undefined> {
    const turn = this.#turn;
    if (turn === undefined || this.#broken !== undefined) return undefined;
    const { signal } = turn.over;
    const { options: { onPermission } } = this.connection.context;
    const decision = await this.connection.during(
      Promise.race([onPermission(asked, signal).catch(unanswered), voided(signal)]),
    );
    return signal.aborted ? undefined : decision;
  }

  async #permission(request: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    const turn = this.#turn;
    const asked = this.#calls.requested(request);
    const decision = request.sessionId === this.id ? await this.#decide(asked) : undefined;
    if (turn === undefined || decision === undefined) return CANCELLED;
    const { response, refused } = permissionResponse(decision, request.options);
    if (refused !== undefined) turn.refuses({ what: describeRequest(asked), reason: refused });
    return response;
  }
}

function unanswered(error: unknown): PermissionDecision {
  return { kind: "refuse", reason: error instanceof Error ? error.message : String(error) };
}

/** The agent was silent for too long. */
const STALLED = Symbol("stalled");
/** The agent only retries to reach its model. */
const LOST = Symbol("lost");
/** The turn is cancelled. */
const ABORTED = Symbol("aborted");
