import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** The command that executes a phase; its number as printed. */
export function executePhaseCommand(number: string): string {
  return `wf execute-phase ${bareNumber(number)}`;
}

/** The command that plans a phase; its number as printed. */
export function planPhaseCommand(number: string): string {
  return `wf plan-phase ${bareNumber(number)}`;
}

/** The command that verifies a phase. */
export function verifyPhaseCommand(number: string): string {
  return `wf verify-phase ${bareNumber(number)}`;
}

/** The command that discusses a phase; its number as printed. */
export function discussPhaseCommand(number: string): string {
  return `wf discuss-phase ${bareNumber(number)}`;
}

/** The command that completes a milestone; without a version the one under way. */
export function completeMilestoneCommand(version?: string): string {
  return ["wf complete-milestone", ...(version === undefined ? [] : [version])].join(" ");
}

/** A phase number as people type it: without leading zeros. */
export function bareNumber(number: string): string {
  return number.replace(/^0+(?=\d)/, "");
}

/**
 * The commands that lead to the plans of a phase.
 *
 * @param number The phase's number, as printed.
 * @param agent Name of the configured agent.
 */
export function planningCommands(number: string, agent: string): readonly string[] {
  return [discussPhaseCommand(number), planCommandFor(number, agent)];
}

/**
 * The command that plans a phase, or where the agent cannot, the one that shows which agents are installed.
 *
 * @param number The phase's number, as printed.
 * @param agent Name of the configured agent.
 */
export function planCommandFor(number: string, agent: string): string {
  return agent === NO_PLANNER ? "wf agents" : planPhaseCommand(number);
}

/**
 * How a phase without plans is planned, as a hint. Which agents are installed is not known here.
 *
 * @param number The phase's number, as printed.
 * @param agent Name of the configured agent.
 * @param folder Folder of the phase, relative to the project root.
 */
export function planningHint(number: string, agent: string, folder: string): string {
  const command = planCommandFor(number, agent);
  return agent === NO_PLANNER
    ? `Write plans into ${folder}/ (docs/plan-file.md) and check them with wf validate, ` +
      `or plan it with an agent that has a model: ${command}`
    : `Plan it: ${command}, or write plans into ${folder}/`;
}

/**
 * The commands that answer a question.
 *
 * @param again The command that asked it.
 */
export function answerCommands({ id, kind, choices, open }: Question, again: string): readonly string[] {
  const answers = choices.map(({ value }) => value);
  if (open) answers.push(kind === "human-verify" ? "what is wrong" : "your answer");
  return answers.map((value) => `${again} --answer ${id}=${quoteShell(value)}`);
}

/** The arguments that give answers, by the ID of their question. */
export function answerFlags(answers: ReadonlyMap<string, string>): readonly string[] {
  return [...answers].flatMap(([id, value]) => ["--answer", `${id}=${value}`]);
}

/**
 * The command that goes on with the execution of a phase.
 *
 * @param number The phase's number, as printed.
 * @param flags Arguments that say where and how.
 * @param answers Answers by the ID of their question.
 */
export function executeAgainCommand(
  number: string,
  flags: readonly string[],
  answers: ReadonlyMap<string, string>,
): string {
  const words = [...flags, ...answerFlags(answers)];
  return [executePhaseCommand(number), ...words.map(quoteShell)].join(" ");
}

/** What there is to run when everything is done. */
export const LOOK_BACK = "git log --graph --oneline";

/** The commands that answer what to do about a merge that has conflicts. */
export function mergeCommands(again: string): readonly string[] {
  return [`${again} --answer conflict=manual`, `${again} --answer conflict=abort`];
}

/**
 * The commands that make sense while a merge waits for a person, or after it.
 *
 * @param again The command that goes on.
 */
export function commandsAfterPending(outcome: RunOutcome, again: string): readonly string[] {
  if (outcome.kind !== "conflict" || !outcome.begun || outcome.conflicts.length === 0) return [again];
  const paths = outcome.conflicts.map(({ path }) => quoteShell(path)).join(" ");
  return [`git add ${paths} && ${again}`, `${again} --answer conflict=abort`];
}

/** The agent without a model, which cannot plan. */
export const NO_PLANNER = "shell";
