/**
 * Scripts for the agent `mock`, which rehearses a phase without a model.
 * @module
 */
import type { AgentRole } from "./agent_answers.ts";

/** A script: what the mock agent does in which turn. */
export interface MockScript {
  /**
   * The first rule that fits a turn is played. A turn that none fits writes the files its task declares,
   * or the documents of its role, and gives the answer that it is asked for.
   */
  readonly rules: readonly MockRule[];
}

/** What is done in the turns that fit. */
export interface MockRule {
  /** What the turn is for; any when left out. */
  readonly role?: AgentRole;
  /** Model of the session; any when left out. */
  readonly model?: string;
  /** ID of the plan, for a turn of `execution`; any when left out. */
  readonly plan?: string;
  /**
   * Number of the task within its plan; any when left out.
   * @asType integer
   * @minimum 1
   */
  readonly task?: number;
  /**
   * Which turn of the task or the role within a run, counted from 1 and over all sessions; any when left out.
   * @asType integer
   * @minimum 1
   */
  readonly turn?: number;
  /** Text that the prompt contains. */
  readonly contains?: string;
  /** What is done, in order. The turn then ends by itself. */
  readonly steps: readonly MockStep[];
}

/** What a step of a script does. */
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
  | "fail"
  | "crash"
  | "hang"
  | "flood"
  | "garbage"
  | "end";

/** Errors that a step can fail with. */
export type MockError = "auth" | "rate-limit" | "billing" | "model" | "context" | "network" | "other";

/** What happens after a refusal: the turn goes on, ends, or ends as cancelled. Real agents do all three. */
export type MockRefusal = "go-on" | "end" | "cancel";

/** How a turn can be made to end. */
export type MockEnding = "end_turn" | "max_tokens" | "max_turn_requests" | "refusal" | "cancelled";

/** A step of a script. */
export interface MockStep {
  /**
   * `say` writes `text`; `files` does what a turn does that no rule fits; `write` writes `text` to `path`, `delete` removes it, `run` runs `command`, all three unasked;
   * `ask` asks for leave for `command`, `path` or `url`, and then does it;
   * `read-file`, `write-file` ask the client to do it; `request` calls the client's `method`;
   * `wait` does nothing for `ms`; `fail` ends the turn with an `error`; `crash` ends the process with `code`; `hang` says nothing more and ignores what it is told;
   * `flood` sends `count` messages; `garbage` writes a line that is no message, `count` bytes long when given; `end` ends the turn as `ending` says.
   */
  readonly do: MockAction;
  /** Text that is said or written. */
  readonly text?: string;
  /** File, relative to the folder of the work, or absolute. */
  readonly path?: string;
  /** Command for sh. */
  readonly command?: string;
  /** Address that is asked for. */
  readonly url?: string;
  /** Title of a request for leave; made from the rest when left out. */
  readonly title?: string;
  /** Kind of a request for leave, as agents name it: edit, execute, delete, fetch. */
  readonly kind?: string;
  /** Method that `request` calls. */
  readonly method?: string;
  /**
   * What happens after a refusal.
   * @default "go-on"
   */
  readonly refused?: MockRefusal;
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
  /** How `end` ends the turn. */
  readonly ending?: MockEnding;
}
