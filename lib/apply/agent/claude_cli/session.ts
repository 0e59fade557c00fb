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
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import type { ToolStatus } from "../../../../schemas/run_log.ts";
import type { Usage } from "../../../../schemas/usage.ts";
import { readJsonLines, writeJsonLines } from "../core/json_lines.ts";
import { type AgentFailure, type AgentSession, toolTitle, type Turn, type TurnResult } from "../core/port.ts";
import { ClaudeTurn } from "./turn.ts";
import { minutes, Silence } from "../core/silence.ts";
import { judgeUnasked } from "../unasked.ts";

/** Modes in which Claude asks for permission. */
const ASKING: readonly string[] = ["default", "manual"];

/** Maximum length of a message, in bytes. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** A session with Claude Code over its own JSON stream. */
export class ClaudeCliSession implements AgentSession {
  readonly #writer: WritableStreamDefaultWriter<object>;
  readonly #ended: Promise<"ended">;
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
  #requests = 0;
  readonly #answers = new Map<string, (message: ClaudeMessage) => void>();
  readonly #questions = new Map<string, AbortController>();
  /** The tool calls in progress, by ID. */
  readonly #calls = new Map<string, PermissionRequest>();
  /** The IDs of those for which no permission was requested so far. */
  readonly #unasked = new Set<string>();

  constructor(readonly child: Child, readonly context: SessionContext) {
    this.#spent = context.options.resume === undefined ? 0 : undefined;
    this.#writer = writeJsonLines<object>(child.stdin).getWriter();
    this.#writer.closed.catch(() => {});
    const messages = readJsonLines<ClaudeMessage>(child.stdout, {
      maxLength: MAX_LENGTH,
      onOther: (line) =>
        context.options.onNotice(`The agent wrote a line that is not a message: ${line.slice(0, 120)}`),
      onBytes: () => this.#silence?.heard(),
    });
    this.#ended = this.#listen(messages);
  }

  /** Performs the handshake; returns the failure, if any. */
  async begin(): Promise<AgentFailure | undefined> {
    const { times, preset } = this.context;
    const limit = new Silence(times.start);
    try {
      const ended = await Promise.race([
        this.#control({ subtype: "initialize" }),
        this.#ended,
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
        this.#ended,
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
    void this.#send({ type: "user", message, uuid: turn.responds() });
  }

  async close(): Promise<void> {
    this.#broken ??= this.#failure("crash", `${this.context.preset.title}: its session is closed`);
    this.#void();
    await this.child.end();
    await this.#ended;
  }

  async #listen(messages: ReadableStream<ClaudeMessage>): Promise<"ended"> {
    const reader = messages.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) this.#receive(next.value);
    } catch {
      // A broken stream has ended.
    }
    return "ended";
  }

  #receive(message: ClaudeMessage): void {
    const { options, preset } = this.context;
    switch (message.type) {
      case "control_response": {
        const id = message.response?.request_id ?? "";
        this.#answers.get(id)?.(message);
        this.#answers.delete(id);
        return;
      }
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
        void this.#control({ subtype: "interrupt" });
        return;
      }
      case "assistant":
        this.#last = message.message?.usage ?? this.#last;
        for (const { type, text = "", name = "", id = "", input = {} } of contentOf(message)) {
          if (type === "text") options.onOutput(text);
          if (type === "tool_use") {
            const request = toolRequest(name, input);
            this.#calls.set(id, request);
            this.#report(id, request, "started");
            this.#unasked.add(id);
          }
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
    const done = this.#calls.get(id);
    if (done === undefined) return;
    this.#calls.delete(id);
    this.#report(id, done, isError ? "failed" : "completed");
    const { options, preset, host } = this.context;
    if (!this.#unasked.delete(id) || isError || !options.strict || this.#turn === undefined) return;
    const home = host.home();
    const context = { directory: options.directory, preset, ...defined({ home }) };
    const verdict = judgeUnasked(done, context);
    if (verdict === "nothing") return;
    const message = `${preset.title} did this without asking: ${describeRequest(done)}`;
    if (verdict === "report") return options.onNotice(message);
    this.#broken = this.#failure("unsafe", message);
    void this.#control({ subtype: "interrupt" });
  }

  #report(id: string, request: PermissionRequest, status: ToolStatus): void {
    const { command, url, paths, title } = request;
    const what = command ?? url ?? paths.map(({ path }) => path).join(", ");
    const diffs = status === "started" ? [] : request.diffs;
    this.context.options.onTool?.({ id, title: toolTitle(`${title} ${what}`), status, diffs });
  }

  /** Handles a request of the agent: for permission to use a tool, or of an unknown kind. */
  async #asked({ request_id = "", request }: ClaudeMessage): Promise<void> {
    if (request?.subtype !== "can_use_tool") {
      return await this.#send({
        type: "control_response",
        response: { subtype: "error", request_id, error: `Unknown request ${request?.subtype ?? ""}` },
      });
    }
    const { tool_name = "", input = {}, tool_use_id = "" } = request;
    this.#unasked.delete(tool_use_id);
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
      return await this.#respond(request_id, {
        behavior: "deny",
        message: "The turn was cancelled",
        interrupt: true,
      });
    }
    if (decision.kind === "allow") {
      return await this.#respond(request_id, { behavior: "allow", updatedInput: input });
    }
    turn?.refuse(tool_use_id, { what: describeRequest(asked), reason: decision.reason });
    await this.#respond(request_id, {
      behavior: "deny",
      message: `Refused: ${decision.reason}. Continue without it.`,
    });
  }

  #respond(request_id: string, response: object): Promise<void> {
    return this.#send({ type: "control_response", response: { subtype: "success", request_id, response } });
  }

  /** Interrupts a turn and waits for its end; then ends an agent that does not respond. */
  async #cancel(turn: ClaudeTurn): Promise<void> {
    const { times, preset } = this.context;
    this.#void();
    void this.#control({ subtype: "interrupt" });
    const limit = new Silence(times.cancel);
    const result = await Promise.race([turn.result, this.#ended, fired(limit.signal)]);
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

  /** Sends a request and waits for its answer. */
  #control(request: object): Promise<ClaudeMessage> {
    const request_id = `wf-${++this.#requests}`;
    return new Promise((done) => {
      this.#answers.set(request_id, done);
      void this.#send({ type: "control_request", request_id, request });
    });
  }

  async #send(message: object): Promise<void> {
    try {
      await this.#writer.write(message);
    } catch {
      // The reader of its output handles its end.
    }
  }
}

function fired<T extends string = "fired">(signal: AbortSignal, value?: T): Promise<T> {
  return new Promise((done) => {
    signal.addEventListener("abort", () => done(value ?? "fired" as T), { once: true });
  });
}
