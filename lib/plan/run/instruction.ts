import type { RunEvent, RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import type { AskInstruction, HostedTask, Instruction } from "../../../schemas/instruction.ts";
import { comparePlanIds } from "../../parse/ids/plan_id.ts";
import { verdictText } from "../status/phase_verdict.ts";
import { answerIds } from "./questions.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** A turn for a hosting agent. */
export interface OpenTurn {
  /** The ID of the plan, or a role such as `planning` for a turn that carries out no task. */
  readonly plan: string;
  /** The number of the task, from 1; 0 for a turn in a role. */
  readonly task: number;
  /** The name of the task, or the purpose of the turn. */
  readonly name: string;
  /** The number of the turn, 1 for the first of the task. */
  readonly attempt: number;
  /** The folder to work in, absolute. */
  readonly directory: string;
  /** The prompt. */
  readonly prompt: string;
  /** True if the report has to contain an answer. */
  readonly answer?: true;
}

export interface InstructionInput {
  /** The state of the run. */
  readonly outcome: RunOutcome;
  /** The text at the end; by default, what the outcome means for a phase. */
  readonly text?: string;
  /** The next commands after the end of the run. */
  readonly next: readonly string[];
  /** The progress and notices for the user. */
  readonly notes: readonly string[];
  /** The open turns, in any order. */
  readonly turns: readonly OpenTurn[];
  /** The arguments of `wf next` that continue the run. */
  readonly again: readonly string[];
  /** The flag for the working directory, if one was given. */
  readonly cwd: readonly string[];
}

/** The identity of a turn: plan, task and number of the turn. */
export interface Token {
  /** The ID of the plan, or a role. */
  readonly plan: string;
  /** The number of the task, from 1; 0 for a turn in a role. */
  readonly task: number;
  /** The number of the turn. */
  readonly attempt: number;
}

/** Formats a token: `01-02/1#1`, or `planning#1` for a turn in a role. */
export function printToken({ plan, task, attempt }: Token): string {
  return task === 0 ? `${plan}#${attempt}` : `${plan}/${task}#${attempt}`;
}

/** Parses the result of {@link printToken}; returns undefined for anything else. */
export function parseToken(text: string): Token | undefined {
  const [, plan, task, role, attempt] = /^(?:([^/\s#]+)\/(\d+)|([a-z][a-z-]*))#(\d+)$/.exec(text.trim()) ??
    [];
  const name = plan ?? role;
  return name === undefined ? undefined : { plan: name, task: Number(task ?? 0), attempt: Number(attempt) };
}

/**
 * Returns the instruction for a hosting agent. Tasks come before questions, so that the user is asked only
 * when no work is left, and both come before the end.
 */
export function makeInstruction(input: InstructionInput): Instruction {
  const { outcome, notes, next, turns } = input;
  const base = { formatVersion: 1, notes } as const;
  const [first, ...beside] = turns.toSorted((a, b) => comparePlanIds(a.plan, b.plan) || a.task - b.task)
    .map((turn) => hostedTask(turn, input.cwd));
  if (first !== undefined) return { ...base, kind: "task", task: first, beside };
  if (outcome.kind === "waiting") return { ...base, ...ask(outcome.question, input.again) };
  const kind = outcome.kind === "completed" ? "done" : "stopped";
  return { ...base, kind, outcome, text: input.text ?? endText(outcome), next };
}

/** Returns the note about a report that no turn expects. */
export function noReport(token: Token): string {
  return `No report was expected for ${printToken(token)}, so the report changed nothing`;
}

function hostedTask(turn: OpenTurn, cwd: readonly string[]): HostedTask {
  const token = printToken(turn);
  const command = (result: string) =>
    ["wf report", quoteShell(token), result, ...cwd.map(quoteShell), "--json"].join(" ");
  return {
    token,
    ...turn,
    done: command("done"),
    ...(turn.answer ? {} : { blocked: command("blocked"), needsPerson: command("needs-person") }),
    failed: command("failed"),
  };
}

function ask(
  question: Question,
  again: readonly string[],
): Pick<AskInstruction, "kind" | "question" | "answers" | "own"> {
  const command = ["wf next", ...again.map(quoteShell), "--json", "--answer"].join(" ");
  const [id] = answerIds(question);
  const answers = question.choices.map(({ value, label }) => ({
    value,
    label,
    command: `${command} ${quoteShell(`${id}=${value}`)}`,
  }));
  return { kind: "ask", question, answers, ...(question.open ? { own: `${command} ${id}=` } : {}) };
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
        `Merging ${outcome.branch} into ${outcome.base} has conflicts:`,
        ...outcome.conflicts.map(({ path }) => `- ${path}`),
      ].join("\n");
    case "declined":
      return `Stopped because the answer was no: ${outcome.question.title}`;
    case "waiting":
      return outcome.question.title;
    case "suspended":
    case "interrupted":
      return "Stopped before the end; run the same command to continue.";
  }
}

function endWords(verdict: PhaseVerdict | undefined): string {
  if (verdict === undefined) return "complete";
  switch (verdict.word) {
    case "verified":
      return "verified";
    case "executed":
      return "executed, not verified";
    case "skipped":
      return `not executed, ${verdictText(verdict)}`;
    case "needs a person":
    case "gaps":
      return `executed, ${verdictText(verdict)}`;
  }
}

/** An event without its time. */
type EventDraft = RunEvent extends infer Each
  ? Each extends RunEvent ? Omit<Each, "formatVersion" | "elapsed"> : never
  : never;

/** Returns the notes of an event for the user; empty for most events. */
export function noteOf(event: EventDraft): readonly string[] {
  switch (event.kind) {
    case "notice":
      return [event.message];
    case "committed":
      return [`Committed ${event.commit.slice(0, 7)} ${event.subject}`];
    case "check-finished":
      if (event.expected === "failure") {
        return event.passed ? [`The tests should fail first, but pass already: ${event.command}`] : [];
      }
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
