import type { PromptResponse } from "../../../deps/acp.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import { agentFailure } from "../core/failures.ts";
import type { AgentFailure, Refusal, TurnResult } from "../core/port.ts";
import { Silence } from "../core/silence.ts";

/** Maximum length of the agent's last text that is kept, in UTF-16 units. */
const MAX_TEXT = 200_000;

export class AcpTurn {
  /** Fires when open questions need no answer. */
  readonly over = new AbortController();
  /** Fires when the agent has only retried to reach its model for too long. */
  readonly lost = new AbortController();
  readonly #refused: Refusal[] = [];
  /** The text since the last tool call. */
  #text = "";
  /** The message that the last text belongs to, for agents that name it. */
  #message: string | undefined;
  /** The error that the agent wrote as its last text. */
  #error = "";
  /** True when the agent reported that the turn has failed; its text gives the reason. */
  #failed = false;
  /** True when the agent did anything after the last refusal. */
  #wentOn = true;
  #trouble: { readonly message: string; readonly silence: Silence } | undefined;

  constructor(readonly preset: Pick<AgentPreset, "title" | "login" | "prefixes">) {}

  /** The connection error while the agent only retries; empty otherwise. */
  get trouble(): string {
    return this.#trouble?.message ?? "";
  }

  /**
   * Takes a text of the agent.
   *
   * @param message The message that it belongs to; another one begins on a line of its own.
   */
  onText(text: string, message?: string): void {
    const { prefixes } = this.preset;
    if (prefixes !== undefined && text.startsWith(prefixes.notice)) return;
    this.stop();
    this.#error = prefixes !== undefined && text.startsWith(prefixes.error) ? text : "";
    this.#wentOn = true;
    const separator = message === this.#message || /(?:^|\n)$/.test(this.#text) ? "" : "\n";
    this.#message = message;
    this.#text = (this.#text + separator + text).slice(-MAX_TEXT);
  }

  used(): void {
    this.stop();
    this.#wentOn = true;
    this.#text = "";
    this.#error = "";
    this.#failed = false;
  }

  refuses(refusal: Refusal): void {
    this.#refused.push(refusal);
    this.#wentOn = false;
  }

  /** Records that the turn has failed; the agent's next text gives the reason. */
  fails(): void {
    this.#failed = true;
    this.#text = "";
  }

  /**
   * Records that the agent retries to reach its model.
   *
   * @param time The time that it may only retry, in milliseconds.
   * @returns True for the first retry since its last activity.
   */
  tries(message: string, time: number): boolean {
    if (this.#trouble !== undefined) return false;
    const silence = new Silence(time);
    silence.signal.addEventListener("abort", () => this.lost.abort());
    this.#trouble = { message, silence };
    return true;
  }

  /** Stops the timeout for retries. */
  stop(): void {
    this.#trouble?.silence.stop();
    this.#trouble = undefined;
  }

  /**
   * Returns the result of the turn.
   *
   * @param now Milliseconds since 1970.
   */
  result({ stopReason }: PromptResponse, now: number): TurnResult {
    const { title, login } = this.preset;
    const [text, refused] = [this.#text, this.#refused];
    if (refused.length > 0 && (stopReason === "cancelled" || !this.#wentOn)) {
      return { kind: "refused", refused };
    }
    const error = this.#failed ? text.trim() || "it gives no reason" : this.#error.replace(/^Error: /, "");
    if (error !== "") return failed(agentFailure({ text: error }, { agent: title, login, now }));
    switch (stopReason) {
      case "cancelled":
        return failed({
          reason: "protocol",
          message: `${title} cancelled the turn`,
          hint: "Run the same command: finished tasks are kept",
          output: text,
        });
      case "refusal":
        return failed({
          reason: "model",
          message: `${title}: its model refused to continue`,
          hint: "Reword the task, or use another model",
          output: text,
        });
      case "max_tokens":
        return failed({
          reason: "context",
          message: `${title}: its context is full`,
          hint: "Split the task into smaller ones",
          output: text,
        });
      default:
        return { kind: "finished", text, refused };
    }
  }
}

export function failed(failure: AgentFailure): { readonly kind: "failed" } & AgentFailure {
  return { kind: "failed", ...failure };
}
