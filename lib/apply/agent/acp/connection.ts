import type {
  AnyMessage,
  ClientConnection,
  ClientContext,
  loadAcp,
  RequestPermissionRequest,
  RequestPermissionResponse,
  SessionUpdate,
} from "../../../deps/acp.ts";
import { defined } from "../../../collections/defined.ts";
import { type Child, HostError } from "../../../host/host.ts";
import { within } from "../../../host/within.ts";
import { parentPath } from "../../../path/paths.ts";
import type { AgentFailure, FailureReason } from "../../../plan/agents/retry.ts";
import type { SessionContext } from "../core/settings.ts";
import { confinePath, type FileAccess } from "../../files/confine.ts";
import { lineRange } from "./line_range.ts";
import { agentFailure } from "../core/failures.ts";
import { readJsonLines, writeJsonLines } from "../core/json_lines.ts";
import { TURN_META, type TurnCounter } from "../core/turn_meta.ts";
import type { PermissionRequest } from "../../../../schemas/permission.ts";
import { normalizeToolCall } from "../../../permissions/normalize.ts";
import type { PermissionDecision, Turn } from "../core/port.ts";
import { Silence } from "../core/silence.ts";

type Acp = Awaited<ReturnType<typeof loadAcp>>;

export interface AcpContext extends SessionContext {
  readonly turns: TurnCounter;
  /** Reports a notice only once for all sessions of the agent. */
  readonly once: (message: string) => void;
}

export interface AcpListener {
  update(update: SessionUpdate): void;
  permission(request: RequestPermissionRequest): Promise<RequestPermissionResponse>;
  /** Decides on a file that the agent lets this program read or write. */
  file(request: PermissionRequest): Promise<PermissionDecision | undefined>;
}

/** Maximum length of a message, in bytes. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** Maximum number of lines that are not messages, which a session reports. */
const MAX_OTHER = 3;

/** The connection to an agent's process: messages, file access and shutdown. */
export class AcpConnection {
  /** Detects that the agent is silent for too long; undefined while no message is expected. */
  #silence: Silence | undefined;
  #listener: AcpListener | undefined;
  #other = 0;
  readonly #connection: ClientConnection;

  constructor(readonly acp: Acp, readonly child: Child, readonly context: AcpContext) {
    const { methods } = acp;
    this.#connection = acp.client({ name: "wf" })
      .onNotification(methods.client.session.update, ({ params }) => this.#listener?.update(params.update))
      .onRequest(methods.client.session.requestPermission, async ({ params }) => {
        return await this.#listener?.permission(params) ?? { outcome: { outcome: "cancelled" } };
      })
      .onRequest(methods.client.fs.readTextFile, async ({ params: { path, line, limit } }) => {
        const file = await this.#file(path, "read");
        const text = await this.#readable(path, () => context.host.readText(file));
        return { content: lineRange(text, line ?? 1, limit ?? undefined) };
      })
      .onRequest(methods.client.fs.writeTextFile, async ({ params: { path, content } }) => {
        const file = await this.#file(path, "write", content);
        await context.host.makeDirectory(parentPath(file));
        await context.host.writeText(file, content);
        return {};
      })
      .connect({
        readable: readJsonLines<AnyMessage>(child.stdout, {
          maxLength: MAX_LENGTH,
          onOther: (line) => this.#reportLine(line),
          onBytes: () => this.#silence?.heard(),
        }),
        writable: writeJsonLines<AnyMessage>(child.stdin),
      });
    this.#connection.closed.catch(() => {});
  }

  get agent(): ClientContext {
    return this.#connection.agent;
  }

  /** Sets the receiver of the agent's messages. */
  listen(listener: AcpListener): void {
    this.#listener = listener;
  }

  /** Starts a timeout for silence, until {@link Silence.stop}. */
  watch(time: number): Silence {
    return this.#silence = new Silence(time);
  }

  /** Returns the metadata of a prompt: the task, for the mock agent, which does not read prose. */
  promptMeta(turn: Turn): { readonly _meta?: Record<string, unknown> } {
    const { preset, turns, options } = this.context;
    return preset.name === "mock" ? { _meta: { [TURN_META]: turns.next(turn, options) } } : {};
  }

  /** Waits for the user, and pauses the timeout for silence. */
  during<T>(wait: Promise<T>): Promise<T> {
    return this.#silence?.during(wait) ?? wait;
  }

  /** Closes the connection and ends the process with its descendants. */
  async end(): Promise<void> {
    this.#silence?.stop();
    await this.child.end();
    this.#connection.close();
  }

  /**
   * Returns the failure for an error of a request. If the process has ended, uses its exit code and last
   * output.
   */
  async failure(error: unknown, otherwise: FailureReason = "protocol"): Promise<AgentFailure> {
    const { host, preset } = this.context;
    const texts = { agent: preset.title, login: preset.login, now: host.now() };
    const code = await within(200, this.child.ended);
    if (code !== undefined && !isAnswer(error)) {
      const errors = this.child.errors().trim();
      const text = errors === "" ? `exit code ${code}` : `exit code ${code}\n${errors}`;
      const failure = agentFailure({ text: errors }, texts, "crash");
      if (failure.reason !== "auth" && failure.reason !== "billing" && failure.reason !== "model") {
        return agentFailure({ text, kind: "worker_shutdown" }, texts, "crash");
      }
      return failure;
    }
    return agentFailure(signsOf(error), texts, otherwise);
  }

  /** Returns the path of a file that the agent requests. */
  async #file(path: string, access: FileAccess, newText?: string): Promise<string> {
    const { host, options } = this.context;
    const { directory, writable } = options;
    const confined = await confinePath(host, directory, { path, access, ...defined({ writable }) });
    if (confined.kind === "refused") {
      options.onNotice(`The agent may not ${access} a file: ${confined.reason}`);
      throw this.acp.RequestError.invalidParams(undefined, confined.reason);
    }
    const request = newText === undefined
      ? { kind: "read", title: `Read ${path}`, locations: [{ path }] }
      : { kind: "edit", title: `Write ${path}`, content: [{ type: "diff", path, newText }] };
    const decision = await this.#listener?.file(normalizeToolCall(request));
    if (decision?.kind === "allow") return confined.path;
    throw this.acp.RequestError.invalidParams(undefined, decision?.reason ?? "no turn is in progress");
  }

  async #readable<T>(path: string, read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
      if (error.reason === "not-found") throw this.acp.RequestError.resourceNotFound(path);
      throw this.acp.RequestError.internalError(undefined, error.message);
    }
  }

  #reportLine(line: string): void {
    if (++this.#other <= MAX_OTHER) {
      this.context.options.onNotice(`The agent wrote a line that is not a message: ${line.slice(0, 120)}`);
    }
  }
}

/** Returns true for an error that the agent sent, not the end of the connection. */
export function isAnswer(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "number";
}

/**
 * Returns the message in the data of an error. Some agents put it there, and "Internal error" into the
 * message.
 */
function messageOf({ message }: Readonly<Record<string, unknown>>): string {
  return typeof message === "string" ? message : "";
}

/** Extracts the message, data, kind and status of an error. */
function signsOf(error: unknown) {
  const { message, code, data } = error as { message?: unknown; code?: unknown; data?: unknown };
  const fields = typeof data === "object" && data !== null ? data as Record<string, unknown> : {};
  const details = data === undefined || data === null
    ? ""
    : typeof data === "string"
    ? data
    : JSON.stringify(data);
  const status = [fields["status"], fields["statusCode"], fields["httpStatus"]].find((value) =>
    typeof value === "number"
  );
  const kind = [fields["errorKind"], fields["kind"], fields["type"]].find((value) =>
    typeof value === "string"
  );
  return {
    text: [messageOf(fields), typeof message === "string" ? message : String(error), details].filter(Boolean)
      .join("\n"),
    ...(typeof code === "number" ? { code } : {}),
    ...(typeof status === "number" ? { status } : {}),
    ...(typeof kind === "string" ? { kind } : {}),
  };
}
