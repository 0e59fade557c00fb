/**
 * The commands that show.
 * @module
 */
import type { ConfigOverrides, GlobalOptions } from "./shared.ts";

/** Show the progress of phases and plans, and what to run next. */
export interface StatusOptions extends ConfigOverrides {
  /**
   * Keep showing the status until you press Ctrl-C, even while a run is in progress elsewhere.
   * @default false
   */
  readonly watch?: boolean;
  /**
   * Print one line, for a shell prompt or the status line of a coding agent.
   * @default false
   */
  readonly line?: boolean;
  /**
   * Resolve conflicts in what wf writes in STATE.md and ROADMAP.md, and update both from the history.
   * @default false
   */
  readonly repair?: boolean;
  /**
   * With --repair: show the differences without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Show a phase, plan or task: its commits, changed files, checks, answers, verdict and duration. */
export interface ShowOptions extends ConfigOverrides {
  /**
   * Phase (1), plan (01-02) or task (01-02/3) to show.
   * @positional
   * @placeholder work
   */
  readonly target: string;
}

/** List the logged runs of this repository: outcome, duration and reason, newest first. */
export interface RunsOptions extends GlobalOptions {
  // No options of its own.
}

/** Show the log of a run: its events, those of one plan, or a task with the agent's turns. */
export interface LogOptions extends GlobalOptions {
  /**
   * Plan (01-02), task (01-02/3), or role of the agent (planning, verification) to show. Default: the whole run.
   * @positional
   * @placeholder work
   */
  readonly target?: string;
  /**
   * ID of the run, or its beginning; wf runs lists them. Default: the last run that worked on it.
   * @placeholder id
   */
  readonly run?: string;
  /**
   * Keep showing new entries until the run ends.
   * @default false
   */
  readonly follow?: boolean;
}

/** Formats of an exported run: the page in one file, or a picture of its lanes. */
export type ViewFormat = "html" | "svg";

/** Show a run in the browser: a live timeline of its plans, what waits for you, evidence, findings and cost. */
export interface ViewOptions extends GlobalOptions {
  /**
   * ID of the run, or its beginning; wf runs lists them. Default: the newest run, and any newer one that starts.
   * @placeholder id
   */
  readonly run?: string;
  /**
   * Port on this machine. Default: a free one.
   * @placeholder port
   */
  readonly port?: string;
  /**
   * Print the address without opening the browser.
   * @default false
   */
  readonly "no-open"?: boolean;
  /**
   * Write the page to a file that needs neither wf nor a network, with secrets masked.
   * @placeholder file
   */
  readonly export?: string;
  /** Format of the export. Without --export, print it. Default: svg if the file ends in .svg, otherwise html. */
  readonly format?: ViewFormat;
}

/** Check the environment, the agent and the project, and what earlier runs left; show how to solve problems. */
export interface DoctorOptions extends GlobalOptions {
  /**
   * Carry out the safe fixes: recover an interrupted run, update the hook, the slash commands and the configuration.
   * @default false
   */
  readonly fix?: boolean;
  /**
   * With --fix: show what it would do without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}
