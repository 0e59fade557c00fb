import { defined } from "../../../collections/defined.ts";
import { describeRequest } from "../../../permissions/describe_request.ts";
import type { Child } from "../../../host/host.ts";
import type { SessionContext } from "../core/settings.ts";
import {
  type ClaudeMessage,
  type ClaudeUsage,
  contentOf,
  resultFailure,
  resultUsage,
  toolRequest,
  withUsage,
} from "./messages.ts";
import { agentFailure } from "../core/failures.ts";
import type { Usage } from "../../../../schemas/usage.ts";
import type { AgentFailure, AgentSession, Turn, TurnResult } from "../core/port.ts";
import { ClaudeConnection } from "./connection.ts";
import { ClaudeToolCalls } from "./tool_calls.ts";
import { ClaudeTurn } from "./turn.ts";
import { minutes, Silence } from "../core/silence.ts";
import { judgeUnasked } from "../unasked.ts";

/** Modes in which Claude asks for permission. */
const ASKING: readonly string[] = ["default", "manual"];

/** A session with Claude Code over its own JSON stream. */
export class ClaudeCliSession implements AgentSession {
  readonly #connection: ClaudeConnection;
  readonly #calls: ClaudeToolCalls;
  #silence: Silence | undefined;
  #turn: ClaudeTurn | undefined;
  #broken: AgentFailure | undefined;
  /** The end of the rate limit from the agent's messages, in milliseconds since 1970. */
  #resetsAt: number | undefined;
  /** The cost of the session before the turn, in US dollars; undefined if it is unknown. */
  #spent: number | undefined;
  /** The usage of the last request. */
  #last: ClaudeUsage | undefined;
  #usage: Usage | undefined;
  /** True for versions whose results name the messages that they belong to. */
  #namesMessages = false;
  /** The open requests for permission, by ID. */
  readonly #questions = new Map<string, AbortController>();

  constructor(readonly child: Child, readonly context: SessionContext) {
    const { options } = context;
    this.#spent = options.resume === undefined ? 0 : undefined;
    this.#calls = new ClaudeToolCalls((use) => options.onTool?.(use));
    this.#connection = new ClaudeConnection(child, {
      message: (message) => this.#receive(message),
      other: (line) =>
        options.onNotice(`The agent wrote a line that is not a message: ${line.slice(0, 120)}`),
      bytes: () => this.#silence?.heard(),
    });
  }

  /** Performs the handshake; returns the failure, if any. */
  async begin(): Promise<AgentFailure | undefined> {
    const { times, preset } = this.context;
    const limit = new Silence(times.start);
    try {
      const ended = await Promise.race([
        this.#connection.request({ subtype: "initialize" }),
        this.#connection.ended,
        fired(limit.signal),
      ]);
      if (ended === "ended") return await this.#died();
      if (ended !== "fired") return undefined;
      return this.#failure("stall", `${preset.title} sent no output while starting`);
    } finally {
      limit.stop();
    }
  }

  async turn(turn: Turn): Promise<TurnResult> {
    this.#usage = undefined;
    const result = await this.#take(turn);
    return { ...result, ...defined({ usage: this.#usage }) };
  }

  async #take({ prompt, signal }: Turn): Promise<TurnResult> {
    if (this.#broken !== undefined) return { kind: "failed", ...this.#broken };
    if (signal.aborted) return { kind: "cancelled" };
    const { times, preset, host } = this.context;
    const turn = this.#turn = new ClaudeTurn();
    const silence = this.#silence = new Silence(times.stall);
    const text = prompt.trimStart().startsWith("/") ? `Do this:\n${prompt}` : prompt;
    this.#say(text, turn);
    try {
      const result = await Promise.race([
        turn.result,
        this.#connection.ended,
        fired(silence.signal),
        fired(signal, "cancelled"),
      ]);
      if (result === "ended") return { kind: "failed", ...await this.#died() };
      if (result === "cancelled") {
        await this.#cancel(turn);
        return { kind: "cancelled" };
      }
      if (result === "fired") {
        await this.#cancel(turn);
        this.#broken = this.#failure("stall", `${preset.title} sent no output for ${minutes(times.stall)}`);
        await this.child.end();
        return { kind: "failed", ...this.#broken };
      }
      const broken = this.#brokenBy();
      if (broken !== undefined) return { kind: "failed", ...broken };
      const texts = { agent: preset.title, login: preset.login, now: host.now() };
      const failure = resultFailure(result, texts);
      if (failure !== undefined) {
        const limited = failure.reason === "rate-limit" && this.#resetsAt !== undefined;
        return { kind: "failed", ...(limited ? { retryAt: this.#resetsAt! } : {}), ...failure };
      }
      turn.denied(result);
      const { refused } = turn;
      if (refused.length > 0 && !turn.wentOn) return { kind: "refused", refused };
      return { kind: "finished", text: result.result ?? turn.text, refused };
    } finally {
      silence.stop();
      this.#void();
      this.#turn = undefined;
    }
  }

  /** Gives the agent words: after the tool that it uses, or once it has answered. */
  steer(words: string): Promise<boolean> {
    const turn = this.#turn;
    if (turn === undefined || !this.#namesMessages) return Promise.resolve(false);
    this.#say(words, turn);
    return Promise.resolve(true);
  }

  #say(text: string, turn: ClaudeTurn): void {
    const message = { role: "user", content: [{ type: "text", text }] };
    void this.#connection.send({ type: "user", message, uuid: turn.responds() });
  }

  async close(): Promise<void> {
    this.#broken ??= this.#failure("crash", `${this.context.preset.title}: its session is closed`);
    this.#void();
    await this.child.end();
    await this.#connection.ended;
  }

  #receive(message: ClaudeMessage): void {
    const { options, preset } = this.context;
    switch (message.type) {
      case "control_request":
        void this.#asked(message);
        return;
      case "control_cancel_request":
        this.#questions.get(message.request_id ?? "")?.abort();
        return;
      case "system": {
        const { permissionMode, session_id } = message.subtype === "init" ? message : {};
        if (session_id !== undefined) options.onSession?.(session_id);
        const mode = permissionMode;
        if (!options.strict || mode === undefined || ASKING.includes(mode)) return;
        this.#broken = this.#failure(
          "unsafe",
          `${preset.title} is in mode "${mode}", in which it does not ask`,
        );
        void this.#connection.request({ subtype: "interrupt" });
        return;
      }
      case "assistant":
        this.#last = message.message?.usage ?? this.#last;
        for (const { type, text = "", name = "", id = "", input = {} } of contentOf(message)) {
          if (type === "text") options.onOutput(text);
          if (type === "tool_use") this.#calls.start(id, name, input);
          this.#turn?.onText(type ?? "", text);
        }
        return;
      case "user":
        for (const { type, tool_use_id = "", is_error } of contentOf(message)) {
          if (type === "tool_result") this.#done(tool_use_id, is_error === true);
        }
        return;
      case "command_lifecycle":
        this.#namesMessages = true;
        return;
      case "rate_limit_event": {
        const { status, resetsAt } = message.rate_limit_info ?? {};
        if (status === "rejected" && resetsAt !== undefined) this.#resetsAt = resetsAt * 1000;
        return;
      }
      case "result":
        this.#usage = withUsage(this.#usage, resultUsage(message, { last: this.#last, before: this.#spent }));
        this.#spent = message.total_cost_usd ?? this.#spent;
        this.#turn?.end(message);
        return;
    }
  }

  /** Handles the end of a tool call. A call without permission may show that the agent does not ask. */
  #done(id: string, isError: boolean): void {
    const unasked = this.#calls.end(id, isError);
    const { options, preset, host } = this.context;
    if (unasked === undefined || !options.strict || this.#turn === undefined) return;
    const home = host.home();
    const context = { directory: options.directory, preset, ...defined({ home }) };
    const verdict = judgeUnasked(unasked, context);
    if (verdict === "nothing") return;
    const message = `${preset.title} did this without asking: ${describeRequest(unasked)}`;
    if (verdict === "report") return options.onNotice(message);
    this.#broken = this.#failure("unsafe", message);
    void this.#connection.request({ subtype: "interrupt" });
  }

  /** Handles a request of the agent: for permission to use a tool, or of an unknown kind. */
  async #asked({ request_id = "", request }: ClaudeMessage): Promise<void> {
    if (request?.subtype !== "can_use_tool") {
      return await this.#connection.reject(request_id, `Unknown request ${request?.subtype ?? ""}`);
    }
    const { tool_name = "", input = {}, tool_use_id = "" } = request;
    this.#calls.asks(tool_use_id);
    const asked = toolRequest(tool_name, input);
    const question = new AbortController();
    this.#questions.set(request_id, question);
    const turn = this.#turn;
    const refuse = (reason: string) => ({ kind: "refuse", reason }) as const;
    const deciding = turn === undefined || this.#broken !== undefined
      ? Promise.resolve(refuse("no turn is in progress"))
      : this.context.options.onPermission(asked, question.signal).catch((error) => refuse(String(error)));
    const waiting = Promise.race([deciding, fired(question.signal)]);
    const decision = await (this.#silence?.during(waiting) ?? waiting);
    this.#questions.delete(request_id);
    if (decision === "fired") {
      return await this.#connection.respond(request_id, {
        behavior: "deny",
        message: "The turn was cancelled",
        interrupt: true,
      });
    }
    if (decision.kind === "allow") {
      return await this.#connection.respond(request_id, { behavior: "allow", updatedInput: input });
    }
    turn?.refuse(tool_use_id, { what: describeRequest(asked), reason: decision.reason });
    await this.#connection.respond(request_id, {
      behavior: "deny",
      message: `Refused: ${decision.reason}. Continue without it.`,
    });
  }

  /** Interrupts a turn and waits for its end; then ends an agent that does not respond. */
  async #cancel(turn: ClaudeTurn): Promise<void> {
    const { times, preset } = this.context;
    this.#void();
    void this.#connection.request({ subtype: "interrupt" });
    const limit = new Silence(times.cancel);
    const result = await Promise.race([turn.result, this.#connection.ended, fired(limit.signal)]);
    limit.stop();
    if (result !== "fired") return;
    this.#broken = this.#failure("stall", `${preset.title} did not end its turn when asked to`);
    await this.child.end();
  }

  /** Cancels open questions. */
  #void(): void {
    for (const question of this.#questions.values()) question.abort();
  }

  async #died(): Promise<AgentFailure> {
    const { preset, host } = this.context;
    const code = await this.child.ended;
    const errors = this.child.errors().trim();
    const text = errors === "" ? `exit code ${code}` : `${errors}\nexit code ${code}`;
    const texts = { agent: preset.title, login: preset.login, now: host.now() };
    return this.#broken = agentFailure({ text }, texts, "crash");
  }

  /** Returns the failure that broke the session, if any. Messages may set it at any time. */
  #brokenBy(): AgentFailure | undefined {
    return this.#broken;
  }

  #failure(reason: AgentFailure["reason"], message: string): AgentFailure {
    const hint = reason === "unsafe"
      ? "Check its own settings; to let it act without asking, turn off both safety settings"
      : "Run the same command: finished tasks are kept";
    return { reason, message, hint, output: this.child.errors() };
  }
}

function fired<T extends string = "fired">(signal: AbortSignal, value?: T): Promise<T> {
  return new Promise((done) => {
    signal.addEventListener("abort", () => done(value ?? "fired" as T), { once: true });
  });
}
