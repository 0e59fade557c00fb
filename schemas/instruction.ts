/**
 * What a hosting agent is told: one thing to do, and the command that reports it.
 * @module
 */
import type { RunOutcome } from "./event.ts";
import type { Question } from "./question.ts";

/** What every instruction has. */
export interface InstructionBase {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** What was done since the last instruction, and what a person should know; a sentence each. */
  readonly notes: readonly string[];
}

/** A task to carry out. */
export interface HostedTask {
  /** Names the task and the turn; given back with the report. */
  readonly token: string;
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** 1 for the first turn on this task, more when something has to be mended. */
  readonly attempt: number;
  /** Folder to work in, absolute. Nothing outside of it may be changed. */
  readonly directory: string;
  /** What to do. */
  readonly prompt: string;
  /** The command that reports it as done. */
  readonly done: string;
  /** The command that reports that it cannot be done; a reason is put behind it, in quotes. */
  readonly failed: string;
}

/** Carry out a task. */
export interface TaskInstruction extends InstructionBase {
  /** Carry out a task. */
  readonly kind: "task";
  /** The task. */
  readonly task: HostedTask;
  /** Further tasks that may be carried out at the same time, each by an agent of its own. */
  readonly beside: readonly HostedTask[];
}

/** An answer and the command that gives it. */
export interface AnswerCommand {
  /** The value. */
  readonly value: string;
  /** What a person reads. */
  readonly label: string;
  /** The command that gives this answer. */
  readonly command: string;
}

/** Ask the person. */
export interface AskInstruction extends InstructionBase {
  /** Ask the person. */
  readonly kind: "ask";
  /** The question. */
  readonly question: Question;
  /** The answers, the recommended one first. */
  readonly answers: readonly AnswerCommand[];
  /** For an open question: the beginning of the command; the person's own words are put behind it, in quotes. */
  readonly own?: string;
}

/** Nothing is left to do, or the command cannot go on. */
export interface EndInstruction extends InstructionBase {
  /** `done`: all is done. `stopped`: something has to be seen to first. */
  readonly kind: "done" | "stopped";
  /** How it ended. */
  readonly outcome: RunOutcome;
  /** What to show the person. */
  readonly text: string;
  /** What to type next; the first is the likeliest. */
  readonly next: readonly string[];
}

/** What a hosting agent is to do now, told apart by `kind`. */
export type Instruction = TaskInstruction | AskInstruction | EndInstruction;
