import type { Child } from "../../../host/host.ts";
import { readJsonLines, writeJsonLines } from "../core/json_lines.ts";
import type { ClaudeMessage } from "./messages.ts";

/** Maximum length of a message, in bytes. */
const MAX_LENGTH = 64 * 1024 * 1024;

/** The one that receives what the agent writes. */
export interface ClaudeListener {
  /** A message, except the answer to a request of ours. */
  message(message: ClaudeMessage): void;
  /** A line that is not a message. */
  other(line: string): void;
  /** Any output. */
  bytes(): void;
}

/** The JSON lines between wf and Claude Code: messages in both directions, and requests that are answered. */
export class ClaudeConnection {
  /** Resolves when the agent's output has ended. */
  readonly ended: Promise<"ended">;
  readonly #writer: WritableStreamDefaultWriter<object>;
  readonly #answers = new Map<string, (message: ClaudeMessage) => void>();
  #requests = 0;

  constructor({ stdin, stdout }: Pick<Child, "stdin" | "stdout">, listener: ClaudeListener) {
    this.#writer = writeJsonLines<object>(stdin).getWriter();
    this.#writer.closed.catch(() => {});
    this.ended = this.#listen(
      readJsonLines<ClaudeMessage>(stdout, {
        maxLength: MAX_LENGTH,
        onOther: (line) => listener.other(line),
        onBytes: () => listener.bytes(),
      }),
      listener,
    );
  }

  /** Sends a message. A message that the agent no longer takes is dropped. */
  async send(message: object): Promise<void> {
    try {
      await this.#writer.write(message);
    } catch {
      // The reader of its output handles its end.
    }
  }

  /** Sends a request and waits for its answer. */
  request(request: object): Promise<ClaudeMessage> {
    const request_id = `wf-${++this.#requests}`;
    return new Promise((done) => {
      this.#answers.set(request_id, done);
      void this.send({ type: "control_request", request_id, request });
    });
  }

  /** Answers a request of the agent. */
  respond(request_id: string, response: object): Promise<void> {
    return this.send({ type: "control_response", response: { subtype: "success", request_id, response } });
  }

  /** Answers a request of the agent of an unknown kind. */
  reject(request_id: string, error: string): Promise<void> {
    return this.send({ type: "control_response", response: { subtype: "error", request_id, error } });
  }

  async #listen(messages: ReadableStream<ClaudeMessage>, listener: ClaudeListener): Promise<"ended"> {
    const reader = messages.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        if (next.value.type === "control_response") this.#answered(next.value);
        else listener.message(next.value);
      }
    } catch {
      // A broken stream has ended.
    }
    return "ended";
  }

  #answered(message: ClaudeMessage): void {
    const id = message.response?.request_id ?? "";
    this.#answers.get(id)?.(message);
    this.#answers.delete(id);
  }
}
