import type { PromptResponse } from "../../../deps/acp.ts";
import type { AgentPreset } from "../../../plan/agents/presets.ts";
import { agentFailure } from "../core/failures.ts";
import type { AgentFailure, Refusal, TurnResult } from "../core/port.ts";
import { Silence } from "../core/silence.ts";

/** Most of an agent's last text that is kept, in UTF-16 units. */
const MAX_TEXT = 200_000;

/** What happens during a turn over ACP, and what it comes to. */
export class AcpTurn {
  /** Fires when open questions are void. */
  readonly over = new AbortController();
  /** Fires when the agent has done nothing but try to reach its model for too long. */
  readonly lost = new AbortController();
  readonly #refused: Refusal[] = [];
  /** The text since the last use of a tool. */
  #text = "";
  /** An error that the agent told as text, and nothing came after it. */
  #error = "";
  /** Whether the agent told that the turn has failed; its text says why. */
  #failed = false;
  /** Whether the agent did anything after the last refusal. */
  #wentOn = true;
  #trouble: { readonly message: string; readonly silence: Silence } | undefined;

  /** @param preset The agent. */
  constructor(readonly preset: Pick<AgentPreset, "title" | "login" | "remarks">) {}

  /** What the agent told of its connection, while it does nothing but try again; empty otherwise. */
  get trouble(): string {
    return this.#trouble?.message ?? "";
  }

  /** The agent said something. */
  said(text: string): void {
    const { remarks } = this.preset;
    if (remarks !== undefined && text.startsWith(remarks.notice)) return;
    this.stop();
    this.#error = remarks !== undefined && text.startsWith(remarks.error) ? text : "";
    this.#wentOn = true;
    this.#text = (this.#text + text).slice(-MAX_TEXT);
  }

  /** The agent used a tool. */
  used(): void {
    this.stop();
    this.#wentOn = true;
    this.#text = "";
    this.#error = "";
    this.#failed = false;
  }

  /** A request was refused. */
  refuses(refusal: Refusal): void {
    this.#refused.push(refusal);
    this.#wentOn = false;
  }

  /** The agent told that the turn has failed; what it says next is why. */
  fails(): void {
    this.#failed = true;
    this.#text = "";
  }

  /**
   * The agent tries by itself to reach its model once more.
   *
   * @param time How long it may do nothing else, in milliseconds.
   * @returns Whether this is the first time since it did something.
   */
  tries(message: string, time: number): boolean {
    if (this.#trouble !== undefined) return false;
    const silence = new Silence(time);
    silence.signal.addEventListener("abort", () => this.lost.abort());
    this.#trouble = { message, silence };
    return true;
  }

  /** Ends the watch over an agent that tries again. */
  stop(): void {
    this.#trouble?.silence.stop();
    this.#trouble = undefined;
  }

  /**
   * What the turn comes to.
   *
   * @param response How the agent ended it.
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

function failed(failure: AgentFailure): TurnResult {
  return { kind: "failed", ...failure };
}
