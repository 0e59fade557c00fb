/**
 * The commands that run.
 * @module
 */
import type { BudgetOverrides, ConfigOverrides, GlobalOptions } from "./shared.ts";

/** Plan, execute and verify the phases in order, up to the end of the milestone or the first question. */
export interface RunOptions extends BudgetOverrides {
  /**
   * Number of the last phase to work on. Default: all phases of the milestone.
   * @placeholder phase
   */
  readonly until?: string;
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question of any phase in advance, in the form that plan-phase, execute-phase and verify-phase accept.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate of every phase. Checkpoints, must-haves, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the first stage without doing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Steer the run in progress: message a plan's agent, interrupt its turn, retry or skip its task, or answer a question. */
export interface TellOptions extends GlobalOptions {
  /**
   * Plan (01-02), or task (01-02/3) if several are in progress; none with --answer.
   * @positional
   * @placeholder work
   */
  readonly target?: string;
  /**
   * Message for the agent; with --skip, the reason.
   * @positional
   * @placeholder words
   */
  readonly words?: string;
  /**
   * End the turn now, and continue with the message. Without one, the run asks you for it.
   * @default false
   */
  readonly interrupt?: boolean;
  /**
   * Stash the changes of the task, and begin it again in a new session.
   * @default false
   */
  readonly retry?: boolean;
  /**
   * With --retry: the model for the task, by the agent's name for it.
   * @placeholder name
   */
  readonly model?: string;
  /**
   * With --retry: another agent of the run for the task, such as a fallback.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Stash the changes of the task, and record that it is skipped; the message is the reason.
   * @default false
   */
  readonly skip?: boolean;
  /**
   * Answer a question that the run asks at its terminal. The first answer counts.
   * @placeholder id=value
   */
  readonly answer?: string;
  /**
   * Show what would be sent, without sending it.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Execute the plans of a phase. */
export interface ExecutePhaseOptions extends BudgetOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Execute only this plan; the phase is verified and merged once all its plans are complete.
   * @placeholder plan-id
   */
  readonly plan?: string;
  /**
   * Show what would be done without doing it.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Where plans are carried out, instead of the configured executor: local, nats for workers on other machines, or a batch system (slurm, github-actions, kubernetes, batch).
   * @placeholder name
   */
  readonly executor?: string;
  /**
   * Answer a question in advance by its ID: confirm_plan=yes, 03-01/2=approved (a checkpoint), merge=squash,
   * must_haves=approved, later, or what is wrong.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Checkpoints, must-haves, merges and safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Stash the uncommitted work of stopped tasks, and begin them again.
   * @default false
   */
  readonly restart?: boolean;
}

/** Files that `worker` prints for other systems. */
export type WorkerFile = "github-actions" | "kubernetes-jobs" | "kubernetes";

/**
 * Execute plans for runs on other machines: from a queue, or as a job of a batch system. A coding agent cannot
 * start a worker.
 */
export interface WorkerOptions extends ConfigOverrides {
  /**
   * Address of the NATS server, for example nats://build-1:4222, or a file with it. Default: executor.server.
   * @placeholder url
   */
  readonly queue?: string;
  /**
   * Execute only the plan of this job of a batch system, then end.
   * @placeholder job
   */
  readonly job?: string;
  /**
   * Work in a new clone of this repository, which is removed at the end.
   * @placeholder repository
   */
  readonly clone?: string;
  /**
   * Print a file that starts workers, for you to adapt: github-actions is a workflow for jobs, kubernetes-jobs a manifest for jobs, kubernetes a manifest with a queue and workers.
   * @placeholder system
   */
  readonly print?: WorkerFile;
  /**
   * Number of plans to execute at the same time. Default: 1.
   * @placeholder number
   */
  readonly slots?: string;
  /**
   * Name of this worker in messages. Default: the name of the machine.
   * @placeholder name
   */
  readonly name?: string;
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Seconds of silence after which another worker takes over a plan. Default: 30. Use the same value for all workers.
   * @placeholder seconds
   */
  readonly lease?: string;
}

/** Do a small task without a phase, with the same checks, commits, summary and undo. */
export interface QuickOptions extends BudgetOverrides {
  /**
   * The task, in your words; or the ID of a quick task that stopped, to continue it.
   * @positional
   * @placeholder task
   */
  readonly task: string;
  /**
   * Command that must succeed before the task is committed, for example "npm test".
   * @placeholder command
   */
  readonly check?: readonly string[];
  /**
   * Agent to use instead of the configured one.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Answer a question in advance, for example confirm_plan=yes.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. Safety questions are still asked.
   * @default false
   */
  readonly yes?: boolean;
  /**
   * Show the plan without writing or doing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Verify the must-haves of a phase and record the result. */
export interface VerifyPhaseOptions extends BudgetOverrides {
  /**
   * Phase number, for example 3 or 2.1.
   * @positional
   * @placeholder phase
   */
  readonly phase: string;
  /**
   * Agent that judges the truths, instead of the configured one. shell leaves them to you.
   * @placeholder name
   */
  readonly agent?: string;
  /**
   * Verify without asking or writing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Answer a question in advance: must_haves=approved, later, or what is wrong; issues_review=yes.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm every gate. You are still asked about what could not be checked.
   * @default false
   */
  readonly yes?: boolean;
}

/** Write the pull request of a phase or milestone: its title and text; --push also opens it. */
export interface ShipOptions extends ConfigOverrides {
  /**
   * Phase to ship. Default: the work on the current branch.
   * @positional
   */
  readonly phase?: string;
  /**
   * Ship work that is not complete, as a draft.
   * @default false
   */
  readonly draft?: boolean;
  /**
   * Title of the pull request. Default: the subject of the merge.
   * @placeholder text
   */
  readonly title?: string;
  /**
   * Ship a separate branch, <branch>-ship, without the changes in .planning.
   * @default false
   */
  readonly "without-planning"?: boolean;
  /**
   * Write the text to this file.
   * @placeholder file
   */
  readonly out?: string;
  /**
   * Push the branch, never with force, and open the pull request with gh or glab.
   * @default false
   */
  readonly push?: boolean;
  /**
   * Show the pull request without writing a file, creating a branch or pushing.
   * @default false
   */
  readonly "dry-run"?: boolean;
}

/** Complete a milestone: archive it, offer the merge of its branch, and tag it. */
export interface CompleteMilestoneOptions extends ConfigOverrides {
  /**
   * Version of the milestone, for example v1.0. Default: the current one.
   * @positional
   * @placeholder version
   */
  readonly version?: string;
  /**
   * Complete it even though some phases are not complete; they are archived as they are.
   * @default false
   */
  readonly "allow-incomplete"?: boolean;
  /**
   * Show what would be done without changing anything.
   * @default false
   */
  readonly "dry-run"?: boolean;
  /**
   * Answer a question in advance: unverified=accept, confirm_transition=yes, merge=squash,
   * conflict=manual.
   * @placeholder id=value
   */
  readonly answer?: readonly string[];
  /**
   * Confirm the gate. You are still asked about unverified phases and the merge; incomplete phases still stop it.
   * @default false
   */
  readonly yes?: boolean;
}
