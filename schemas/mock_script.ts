/**
 * Scripts for the agent `mock`, which rehearses a phase without a model.
 * @module
 */
import type { AgentRole } from "./agent_answers.ts";
import type { Tokens } from "./usage.ts";

/** A script for the mock agent: rules that select a turn and its steps. */
export interface MockScript {
  /**
   * The first rule that matches a turn applies. A turn without a matching rule writes the files its task
   * declares, or the documents of its role, and gives the expected answer.
   */
  readonly rules: readonly MockRule[];
  /** How a later process continues a session, as agents announce it. Default: it cannot. */
  readonly sessions?: "load" | "resume";
  /** True if it takes words during a turn, and repeats them. Default: false. */
  readonly steering?: boolean;
  /** The models that it offers, the current one first. Default: none. */
  readonly models?: readonly string[];
}

/** The steps of all turns that match. */
export interface MockRule {
  /** Role of the turn. Default: any. */
  readonly role?: AgentRole;
  /** Model of the session. Default: any. */
  readonly model?: string;
  /** ID of the plan, for a turn of `execution`. Default: any. */
  readonly plan?: string;
  /**
   * Number of the task within its plan. Default: any.
   * @asType integer
   * @minimum 1
   */
  readonly task?: number;
  /**
   * Number of the turn of the task or role within a run, counted from 1 across sessions. Default: any.
   * @asType integer
   * @minimum 1
   */
  readonly turn?: number;
  /** True for a session of an earlier process, false for a new one. Default: any. */
  readonly resumed?: boolean;
  /** Text that the prompt must contain. */
  readonly contains?: string;
  /** The steps, in order. The turn ends after the last one. */
  readonly steps: readonly MockStep[];
}

/** Actions of a step. */
export type MockAction =
  | "say"
  | "files"
  | "write"
  | "delete"
  | "run"
  | "ask"
  | "read-file"
  | "write-file"
  | "request"
  | "wait"
  | "get-words"
  | "use"
  | "fail"
  | "crash"
  | "hang"
  | "flood"
  | "garbage"
  | "end";

/** Errors of a failing step. */
export type MockError = "auth" | "rate-limit" | "billing" | "model" | "context" | "network" | "other";

/** Reaction to a denied request: the turn continues, ends, or ends as cancelled. Real agents do all three. */
export type MockRefusal = "go-on" | "end" | "cancel";

/** Stop reasons of a turn. */
export type MockEnding = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled";

/** A step of a script. */
export interface MockStep {
  /**
   * `say` prints `text`; `files` does the same as a turn without a matching rule; `write` writes `text` to `path`, `delete` removes it, `run` runs `command`, all three without asking;
   * `ask` requests permission for `command`, `path` or `url`, and then does it;
   * `read-file` and `write-file` ask the client to do it; `request` calls the client's `method`;
   * `wait` does nothing for `ms`; `use` reports `tokens` and a `cost` for the turn; `fail` ends the turn with an `error`; `crash` ends the process with `code`; `hang` prints nothing more and ignores all messages;
   * `flood` sends `count` messages; `garbage` writes a line that is not a message, `count` bytes long if given; `end` ends the turn with the stop reason `ending`.
   */
  readonly do: MockAction;
  /** Text to print or write. */
  readonly text?: string;
  /** File, absolute or relative to the working folder. */
  readonly path?: string;
  /** Command for sh. */
  readonly command?: string;
  /** URL to request permission for. */
  readonly url?: string;
  /** Title of a permission request. Default: derived from the request. */
  readonly title?: string;
  /** Kind of a permission request, as agents name it: edit, execute, delete, fetch. */
  readonly kind?: string;
  /** Method that `request` calls. */
  readonly method?: string;
  /**
   * Reaction to a denied request.
   * @default "go-on"
   */
  readonly refused?: MockRefusal;
  /** Tokens that `use` reports. */
  readonly tokens?: Tokens;
  /** Cost that `use` reports, in US dollars. */
  readonly cost?: number;
  /** Time in milliseconds. */
  readonly ms?: number;
  /**
   * Number of messages or bytes.
   * @asType integer
   */
  readonly count?: number;
  /** The error of `fail`. */
  readonly error?: MockError;
  /** Seconds until a rate limit ends. */
  readonly after?: number;
  /**
   * Exit code of `crash`.
   * @default 1
   * @asType integer
   */
  readonly code?: number;
  /** Stop reason of `end`. */
  readonly ending?: MockEnding;
}
