/**
 * What the user may do to a plan while a run works on it.
 * @module
 */

/**
 * `tell` gives the agent words: during its turn if it takes any, otherwise in the next prompt of the plan, at the latest
 * before the task is committed. `interrupt`
 * ends its turn, and gives it the words, or asks the user for them. `retry` stashes the changes of the task and begins
 * it again in a new session, also with another agent or model. `skip` stashes them, and records that the task is not executed.
 */
export type SteeringAction = "tell" | "interrupt" | "retry" | "skip";

/** A line of `commands.jsonl` in the folder of a run, which the run reads while it is in progress. */
export type RunCommand = SteeringCommand | AnswerCommand;

/** An answer to a question that the run asks at its terminal. The first answer counts. */
export interface AnswerCommand {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The time when it was given, ISO 8601. */
  readonly at: string;
  /** An answer. */
  readonly action: "answer";
  /** The ID of the question. */
  readonly question: string;
  /** The value of a choice, or words if the question takes them. */
  readonly value: string;
}

/** An agent and a model that the user chooses to retry a task with. */
export interface ChosenAgent {
  /** The name of an agent of the run. Default: the agent of the task. */
  readonly agent?: string;
  /** The model, by the agent's name for it. Default: that of the task's tier. */
  readonly model?: string;
}

/** What the user wants of a plan. */
export interface SteeringCommand extends ChosenAgent {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The time when it was given, ISO 8601. */
  readonly at: string;
  /** What to do. */
  readonly action: SteeringAction;
  /** Plan ID. */
  readonly plan: string;
  /** Number of the task in progress; absent for words to a plan without one. */
  readonly task?: number;
  /** The words for the agent, or the reason to skip; may be empty for `interrupt` and `retry`. */
  readonly text: string;
}

/** Result of `tell`. */
export interface TellResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The ID of the run. */
  readonly run: string;
  /** True when the run has the command; false with `--dry-run`. */
  readonly sent: boolean;
  /** The command. */
  readonly command: RunCommand;
  /** True if a worker on another machine carries out the plan. */
  readonly elsewhere?: boolean;
}
