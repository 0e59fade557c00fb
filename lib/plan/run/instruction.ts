import type { RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import type { AskInstruction, HostedTask, Instruction } from "../../../schemas/instruction.ts";
import { verdictText } from "../status/phase_verdict.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** A turn that a hosting agent is to carry out. */
export interface OpenTurn {
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Name of the task. */
  readonly name: string;
  /** 1 for the task's first turn. */
  readonly attempt: number;
  /** Folder to work in, absolute. */
  readonly directory: string;
  /** What to do. */
  readonly prompt: string;
}

/** What {@link makeInstruction} needs. */
export interface InstructionInput {
  /** How far the run came. */
  readonly outcome: RunOutcome;
  /** What to type next, once it has ended. */
  readonly next: readonly string[];
  /** What was done, and what a person should know. */
  readonly notes: readonly string[];
  /** The turns that are waited for. */
  readonly turns: readonly OpenTurn[];
  /** The words behind `wf next` that go on with it. */
  readonly again: readonly string[];
  /** The flag that says where, if one was given. */
  readonly cwd: readonly string[];
}

/** What a turn is named by: plan, task and which turn it is. */
export interface Token {
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
  /** Which turn of the task. */
  readonly attempt: number;
}

/** A token as text: `01-02/1#1`. */
export function printToken({ plan, task, attempt }: Token): string {
  return `${plan}/${task}#${attempt}`;
}

/** Reads what {@link printToken} wrote; undefined for anything else. */
export function parseToken(text: string): Token | undefined {
  const [, plan, task, attempt] = /^([^/\s#]+)\/(\d+)#(\d+)$/.exec(text.trim()) ?? [];
  return plan === undefined ? undefined : { plan, task: Number(task), attempt: Number(attempt) };
}

/**
 * The one thing that a hosting agent is to do: tasks come before questions, so that nobody is asked
 * while there is work, and both before the end.
 */
export function makeInstruction(input: InstructionInput): Instruction {
  const { outcome, notes, next, turns } = input;
  const base = { formatVersion: 1, notes } as const;
  const [first, ...beside] = turns.map((turn) => hostedTask(turn, input.cwd));
  if (first !== undefined) return { ...base, kind: "task", task: first, beside };
  if (outcome.kind === "waiting") return { ...base, ...ask(outcome.question, input.again) };
  const kind = outcome.kind === "completed" ? "done" : "stopped";
  return { ...base, kind, outcome, text: endText(outcome), next };
}

function hostedTask(turn: OpenTurn, cwd: readonly string[]): HostedTask {
  const token = printToken(turn);
  const command = (result: string) =>
    ["wf report", quoteShell(token), result, ...cwd.map(quoteShell), "--json"].join(" ");
  return { token, ...turn, done: command("done"), failed: command("failed") };
}

function ask(
  question: Question,
  again: readonly string[],
): Pick<AskInstruction, "kind" | "question" | "answers" | "own"> {
  const command = ["wf next", ...again.map(quoteShell), "--json", "--answer"].join(" ");
  const answers = question.choices.map(({ value, label }) => ({
    value,
    label,
    command: `${command} ${quoteShell(`${question.id}=${value}`)}`,
  }));
  return { kind: "ask", question, answers, ...(question.open ? { own: `${command} ${question.id}=` } : {}) };
}

function endText(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "completed":
      return `The phase is ${endWords(outcome.verdict)}.`;
    case "failed":
      return outcome.output === "" ? outcome.message : `${outcome.message}\n\n${outcome.output}`;
    case "gaps":
      return [
        `Verification found gaps, see ${outcome.path}:`,
        ...outcome.gaps.map(({ what, todo }) => `- ${what}: ${todo}`),
      ].join("\n");
    case "conflict":
      return [
        `${outcome.branch} does not merge into ${outcome.base}:`,
        ...outcome.conflicts.map(({ path }) => `- ${path}`),
      ].join("\n");
    case "declined":
      return `Stopped, as the answer was no: ${outcome.question.title}`;
    case "waiting":
      return outcome.question.title;
    case "suspended":
    case "interrupted":
      return "Stopped before the end; the same command goes on.";
  }
}

function endWords(verdict: PhaseVerdict | undefined): string {
  if (verdict === undefined) return "complete";
  switch (verdict.word) {
    case "verified":
      return "verified";
    case "executed":
      return "executed, not verified";
    case "needs a person":
    case "gaps":
      return `executed, ${verdictText(verdict)}`;
  }
}

/** An event before it is known when it happened. */
type EventDraft = RunEvent extends infer Each
  ? Each extends RunEvent ? Omit<Each, "formatVersion" | "elapsed"> : never
  : never;

/** What of an event a person should know; nothing for most. */
export function noteOf(event: EventDraft): readonly string[] {
  switch (event.kind) {
    case "notice":
      return [event.message];
    case "committed":
      return [`Committed ${event.commit.slice(0, 7)} ${event.subject}`];
    case "check-finished":
      return event.passed ? [] : [`The check failed: ${event.command}`];
    case "hook-refused":
      return ["A git hook refused the commit"];
    case "plan-finished":
      return [`Plan ${event.plan} is complete`];
    case "verified":
      return [
        `${event.score.verified}/${event.score.total} must-haves verified: ${
          verdictText(event.verdict)
        }, see ${event.path}`,
      ];
    default:
      return [];
  }
}
