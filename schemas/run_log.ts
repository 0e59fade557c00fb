/**
 * The log of a run, in a folder of its own below git's folder: `wf/runs/<id>/`. Nothing reads it to decide what
 * is done; that is in the history of git.
 *
 * - `run.json`: {@link RunRecord}
 * - `events.jsonl`: the run's events, one per line; see `event.ts`
 * - `commands.jsonl`: what the user told the run in progress; see `steering.ts`
 * - `turns/<plan>.<task>.jsonl` and `turns/<role>.jsonl`: {@link TranscriptEntry}, one per line: the
 *   turns on a task, and those in another role (`planning`, `plan-check`, `verification`)
 * @module
 */
import type { AgentRole } from "./agent_answers.ts";
import type { PermissionRequest } from "./permission.ts";
import type { UsageSums } from "./usage.ts";

/** What a run is, and how it ended. */
export interface RunRecord {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The ID of the run: the time when it started, and a number if several runs started within a second. */
  readonly id: string;
  /** The command, without options: `execute-phase 1`. */
  readonly command: string;
  /** The path of its project within the repository, empty if they are the same; absent in logs of earlier versions. */
  readonly project?: string;
  /** The time when it started, ISO 8601. */
  readonly startedAt: string;
  /** The version of wf. */
  readonly version: string;
  /** The ID of its process. */
  readonly pid: number;
  /** The name of its machine. */
  readonly host: string;
  /** How it ended; absent while it runs, and if it was killed. */
  readonly end?: RunEnd;
}

/** How a run ended. */
export interface RunEnd {
  /** The time when it ended, ISO 8601. */
  readonly at: string;
  /** The exit code of the command. */
  readonly exitCode: number;
  /** The reason why it stopped: a sentence, or the open question; empty if none is known. */
  readonly reason: string;
  /** The milliseconds in which it only waited for answers; absent if it did not. */
  readonly waited?: number;
}

/** An entry of a transcript, distinguished by `kind`. */
export type TranscriptEntry = TranscriptEntryBase & TranscriptContent;

/** Properties of every entry of a transcript. */
export interface TranscriptEntryBase {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Milliseconds since the run started. */
  readonly elapsed: number;
}

/** The content of an entry of a transcript. */
export type TranscriptContent =
  | {
    /** A session begins. */
    readonly kind: "session-opened";
    /** The agent's name. */
    readonly agent: string;
    /** Its role. */
    readonly role: AgentRole;
    /** Its model; absent if the agent chooses. */
    readonly model?: string;
    /** The folder it works in, absolute. */
    readonly directory: string;
  }
  | {
    /** A turn begins. */
    readonly kind: "prompt";
    /** The number of the turn, from 1. */
    readonly attempt: number;
    /** The prompt. */
    readonly text: string;
  }
  | {
    /** The agent printed something. */
    readonly kind: "output";
    /** The text. */
    readonly text: string;
  }
  | {
    /** The agent asked for permission. */
    readonly kind: "request";
    /** What it wants to do. */
    readonly request: PermissionRequest;
    /** The answer. */
    readonly decision: "allow" | "refuse";
    /** The reason of a refusal; empty if it is allowed. */
    readonly reason: string;
  }
  | {
    /** A tool call began, got another title, or ended. Entries of the same call have the same ID. */
    readonly kind: "tool";
    /** The ID of the call, as the agent gave it. */
    readonly id: string;
    /** Its title: the first line, shortened. */
    readonly title: string;
    /** Its state. */
    readonly status: ToolStatus;
    /** The changes to files, once it has ended. */
    readonly diffs: readonly LoggedDiff[];
  }
  | {
    /** A check of the task ran. */
    readonly kind: "check";
    /** The command. */
    readonly command: string;
    /** True when it exited with 0. */
    readonly passed: boolean;
    /** Its output, shortened. */
    readonly output: string;
  }
  | {
    /** A turn ended. */
    readonly kind: "turn-ended";
    /** How it ended. */
    readonly result: "finished" | "refused" | "cancelled" | "suspended" | "failed";
    /** The agent's last words, or the reason of a failure. */
    readonly text: string;
  }
  | {
    /** The rest is not logged. */
    readonly kind: "cut";
    /** The limit that was reached, in bytes. */
    readonly limit: number;
  };

/** The state of a tool call. */
export type ToolStatus = "started" | "completed" | "failed";

/** A change to a file. */
export interface LoggedDiff {
  /** The file: relative to the agent's folder, or absolute outside of it. */
  readonly path: string;
  /** The changed lines as a unified diff, shortened; empty if the agent does not give them or they are too long. */
  readonly text: string;
}

/** The runs of a repository. */
export interface RunList {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The runs, newest first. */
  readonly runs: readonly LoggedRun[];
}

/** A run in the list of runs. */
export interface LoggedRun extends RunRecord, UsageSums {
  /**
   * Milliseconds from its start to its end, without those in which it only waited for answers; to now while it runs, to
   * its last entry if it was killed.
   */
  readonly milliseconds: number;
  /** Its state. */
  readonly state: RunState;
}

/**
 * The state of a run: from the exit code at its end. `killed`: it ended without one. A hosted run is `running` until
 * the host has reported all of its tasks.
 */
export type RunState = "running" | "done" | "waiting" | "failed" | "conflict" | "interrupted" | "killed";
