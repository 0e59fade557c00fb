/**
 * The instructions for a hosting agent: one action, and the command that reports its result.
 * @module
 */
import type { RunOutcome } from "./event.ts";
import type { Question } from "./question.ts";

/** Properties of every instruction. */
export interface InstructionBase {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Actions since the last instruction and notices for the user, one sentence each. */
  readonly notes: readonly string[];
}

/** A task to carry out. */
export interface HostedTask {
  /** Identifies the task and the turn; passed to the report. */
  readonly token: string;
  /** Plan ID; for work that belongs to no plan the role: research, planning, plan-check, discussion, project or verification. */
  readonly plan: string;
  /** Task number, from 1; 0 for work that belongs to no plan. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** Number of this turn on the task; greater than 1 when something has to be fixed. */
  readonly attempt: number;
  /** Absolute path of the folder to work in. Nothing outside it may be changed. */
  readonly directory: string;
  /** The prompt that describes the task. */
  readonly prompt: string;
  /** Command that reports the task as done; append its last words, quoted. With `answer`, append the answer. */
  readonly done: string;
  /** Command that reports that the task cannot be done as planned; append a quoted cause. The user is asked. Absent with `answer`. */
  readonly blocked?: string;
  /** Command that reports that the user has to do something; append it quoted. The user is asked. Absent with `answer`. */
  readonly needsPerson?: string;
  /** Command that reports the task as failed, which ends the run; append a quoted reason. */
  readonly failed: string;
  /** True when the report has to contain the answer that the prompt asks for. */
  readonly answer?: true;
}

/** Carry out a task. */
export interface TaskInstruction extends InstructionBase {
  /** Carry out a task. */
  readonly kind: "task";
  /** The task. */
  readonly task: HostedTask;
  /** Further tasks that other agents may carry out concurrently. */
  readonly beside: readonly HostedTask[];
}

/** An answer and the command that gives it. */
export interface AnswerCommand {
  /** The value. */
  readonly value: string;
  /** Text shown to the user. */
  readonly label: string;
  /** The command that gives this answer. */
  readonly command: string;
}

/** Ask the user. */
export interface AskInstruction extends InstructionBase {
  /** Ask the user. */
  readonly kind: "ask";
  /** The question. */
  readonly question: Question;
  /** The answers, the recommended one first. */
  readonly answers: readonly AnswerCommand[];
  /** For an open question: start of the command; append the user's answer in quotes. */
  readonly own?: string;
}

/** Nothing is left to do, or the command cannot continue. */
export interface EndInstruction extends InstructionBase {
  /** `done`: everything is done. `stopped`: something has to be resolved first. */
  readonly kind: "done" | "stopped";
  /** The outcome. */
  readonly outcome: RunOutcome;
  /** Text to show to the user. */
  readonly text: string;
  /** Suggested next commands, the most likely first. */
  readonly next: readonly string[];
}

/** The next action of a hosting agent, distinguished by `kind`. */
export type Instruction = TaskInstruction | AskInstruction | EndInstruction;
