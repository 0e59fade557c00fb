import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import { phasePart } from "../../parse/ids/plan_id.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { isQuickId } from "../quick/quick_plan.ts";
import { addCommand } from "./git_commands.ts";

/** Returns the command that executes a phase; its number as printed. */
export function executePhaseCommand(number: string): string {
  return `wf execute-phase ${bareNumber(number)}`;
}

/** Returns the command that executes a plan: that of its phase, or of the quick task. */
export function executePlanCommand(id: string): string {
  return isQuickId(id) ? `wf quick ${id}` : executePhaseCommand(phasePart(id));
}

/** Returns the words of the call that a run belongs to: that of its phase, or of the quick task. */
export function runWords(phase: string, plan: string | undefined): readonly [command: string, work: string] {
  return plan !== undefined && isQuickId(plan) ? ["quick", plan] : ["execute-phase", phase];
}

/** Returns the command that plans a phase; its number as printed. */
export function planPhaseCommand(number: string): string {
  return `wf plan-phase ${bareNumber(number)}`;
}

/** Returns the command that creates a plan to fill in; the number of its phase as printed. */
export function newPlanCommand(number: string): string {
  return `wf plan new ${bareNumber(number)}`;
}

/** Returns the command that writes the pull request of a phase; its number as printed. */
export function shipCommand(number: string): string {
  return `wf ship ${bareNumber(number)}`;
}

export function verifyPhaseCommand(number: string): string {
  return `wf verify-phase ${bareNumber(number)}`;
}

/** Returns the command that has a phase, plan or task executed again. */
export function redoCommand(target: string): string {
  return `wf redo ${quoteShell(target)}`;
}

/** Returns the command that discusses a phase; its number as printed. */
export function discussPhaseCommand(number: string): string {
  return `wf discuss-phase ${bareNumber(number)}`;
}

/** Returns the command that completes a milestone; without a version, the current one. */
export function completeMilestoneCommand(version?: string): string {
  return ["wf complete-milestone", ...(version === undefined ? [] : [version])].join(" ");
}

/** Formats a phase number as users type it: without leading zeros. */
export function bareNumber(number: string): string {
  return number.replace(/^0+(?=\d)/, "");
}

/**
 * Returns the commands that lead to the plans of a phase.
 *
 * @param number The number of the phase, as printed.
 */
export function planningCommands(number: string, agent: string): readonly string[] {
  return [discussPhaseCommand(number), planCommandFor(number, agent)];
}

/**
 * Returns the command that plans a phase, or if the agent cannot plan, the one that shows the installed
 * agents.
 *
 * @param number The number of the phase, as printed.
 */
export function planCommandFor(number: string, agent: string): string {
  return agent === NO_PLANNER ? "wf agents" : planPhaseCommand(number);
}

/**
 * Returns the hint for a phase without plans. The installed agents are not known here.
 *
 * @param number The number of the phase, as printed.
 */
export function planningHint(number: string, agent: string): string {
  const command = planCommandFor(number, agent);
  const own = newPlanCommand(number);
  return agent === NO_PLANNER
    ? `Create a plan with ${own} (wf help plan-file explains it), or choose an agent that can plan: ${command}`
    : `Plan it: ${command}, or create a plan yourself: ${own}`;
}

/**
 * Returns the commands that answer a question.
 *
 * @param again The command that asked it.
 */
export function answerCommands({ id, kind, choices, open }: Question, again: string): readonly string[] {
  // Only the user answers it, at a terminal.
  if (kind === "safety") return [again];
  const answers = choices.map(({ value }) => value);
  if (open) answers.push(kind === "human-verify" ? "what is wrong" : "your answer");
  return answers.map((value) => `${again} --answer ${id}=${quoteShell(value)}`);
}

/** Returns the arguments for answers, by the ID of their question. */
export function answerFlags(answers: ReadonlyMap<string, string>): readonly string[] {
  return [...answers].flatMap(([id, value]) => ["--answer", `${id}=${value}`]);
}

/**
 * Returns the command that continues the execution of a phase.
 *
 * @param number The number of the phase, as printed.
 * @param flags The arguments that say where and how to work.
 * @param answers The answers by the ID of their question.
 */
export function executeAgainCommand(
  number: string,
  flags: readonly string[],
  answers: ReadonlyMap<string, string>,
): string {
  const words = [...flags, ...answerFlags(answers)];
  return [executePhaseCommand(number), ...words.map(quoteShell)].join(" ");
}

/** The command that tells git who the user is, with a name and an address to replace. */
export const SET_IDENTITY =
  'git config --global user.name "Your Name" && git config --global user.email you@example.com';

/** Returns the command that leaves a detached HEAD for a branch, by default a new one. */
export function switchCommand(branch: string | undefined): string {
  return branch === undefined ? "git switch -c work" : `git switch ${quoteShell(branch)}`;
}

/** The command that shows a run in progress. */
export const FOLLOW_LOG = "wf log --follow";

/** The command that merges and updates what wf writes in documents. */
export const REPAIR = "wf status --repair";

/** The command that fixes the findings whose fix is certain. */
export const FIX = "wf validate --fix";

/** Returns the command that shows the findings in a plan, also if it is finished and they are history. */
export function validatePlanCommand(path: string): string {
  return `wf validate --history ${quoteShell(path)}`;
}

/** The command that begins the next milestone. */
export const NEW_MILESTONE = "wf new-milestone";

/** Returns the command that removes a merged branch whose work was undone on its base. */
export function removeUndoneCommand(
  own: string,
  { base, branch }: { readonly base: string; readonly branch: string | undefined },
): string {
  const remove = `git branch -D ${quoteShell(own)}`;
  return own === branch ? `git switch ${quoteShell(base)} && ${remove}` : remove;
}

/** Returns the commands that answer the question about a merge with conflicts. */
export function mergeCommands(again: string): readonly string[] {
  return [`${again} --answer conflict=manual`, `${again} --answer conflict=abort`];
}

/**
 * Returns the sensible commands while a merge waits for the user, or after it.
 *
 * @param again The command that continues the run.
 * @param flags The arguments of the call; git needs its folder.
 */
export function commandsAfterPending(
  outcome: RunOutcome,
  again: string,
  flags: readonly string[] = [],
): readonly string[] {
  if (outcome.kind !== "conflict" || !outcome.begun || outcome.conflicts.length === 0) return [again];
  const paths = outcome.conflicts.map(({ path }) => path);
  return [`${addCommand(paths, flags)} && ${again}`, `${again} --answer conflict=abort`];
}

/** The agent without a model, which cannot plan. */
export const NO_PLANNER = "shell";
