import {
  answerCommands,
  commandsAfterPending,
  executeAgainCommand,
  executePhaseCommand,
  mergeCommands,
  newPlanCommand,
  NO_PLANNER,
  planPhaseCommand,
  verifyPhaseCommand,
} from "../command_lines/commands.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import { addResolvedCommand, continueCommand, gitIn } from "../command_lines/git_commands.ts";
import { confirmFlag, planFlag, withLasting } from "../command_lines/repeated_flags.ts";
import { gapCommand } from "../verification/gaps.ts";
import { PHASE_ORDER } from "./questions.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** A plan that stopped before its end. */
export interface StoppedPlan {
  /** The ID of the plan. */
  readonly plan: string;
  /** The folder that keeps its work, absolute; undefined for the project's own working tree. */
  readonly directory?: string;
}

/** The input of {@link nextCommands} besides the outcome. */
export interface NextCommandsInput {
  readonly plan: ExecutionPlan;
  /** The arguments of the command that a next command needs too, such as `--agent` and its name. */
  readonly flags?: readonly string[];
  /** True if `--yes` confirms every gate; the same command again does so too. */
  readonly yes?: boolean;
  /** The given answers that are still needed, by the ID of their question. */
  readonly answers?: ReadonlyMap<string, string>;
  readonly stopped?: readonly StoppedPlan[];
  /** The commands that the status suggests once the run has completed, or if other phases come first. */
  readonly suggested?: readonly string[];
  /** The command that aborts an operation of git that a failed task left unfinished. */
  readonly undo?: string;
}

/** Returns the sensible commands after a run, the most likely first. Each can be pasted. */
export function nextCommands(outcome: RunOutcome, input: NextCommandsInput): readonly string[] {
  const { plan, flags = [], yes = false, answers = new Map(), undo, suggested = [] } = input;
  // A gate that was answered with no is asked again.
  const confirmed = confirmFlag(yes && outcome.kind !== "declined");
  const lasting = [...flags, ...confirmed];
  if (plan.alone !== undefined && outcome.kind === "completed") {
    return [executeAgainCommand(plan.phase.number, flags, new Map())];
  }
  const again = executeAgainCommand(plan.phase.number, [...planFlag(plan.alone), ...lasting], answers);
  switch (outcome.kind) {
    case "completed":
      return suggested.map((command) => withLasting(command, flags));
    case "gaps": {
      const { number } = plan.phase;
      const first = gapCommand(outcome.gaps);
      if (first === undefined) return [...gapCommands(number, plan.agent, flags), again];
      const verify = withLasting(verifyPhaseCommand(number), flags);
      return first === executePhaseCommand(number) ? [again, verify] : [withLasting(first, flags), verify];
    }
    case "waiting":
      return waitingCommands(
        outcome.question,
        again,
        suggested.map((command) => withLasting(command, flags)),
      );
    case "conflict":
      return conflictCommands(outcome, again, input);
    case "failed":
      return [undo === undefined ? again : `${undo} && ${again}`];
    case "declined":
      return [...new Set([...suggested.map((command) => withLasting(command, flags)), again])];
    case "suspended":
    case "interrupted":
      return [again];
  }
}

/** Returns the commands that answer a question; where other phases come first, those in place of a no. */
function waitingCommands(
  question: Question,
  again: string,
  suggested: readonly string[],
): readonly string[] {
  const answers = answerCommands(question, again);
  if (question.id !== PHASE_ORDER || suggested.length === 0) return answers;
  return [...suggested.filter((command) => command !== again), answers[0]!];
}

/**
 * Returns the commands that close the gaps of a phase: plan it, or if the agent cannot plan, create a plan
 * to fill in; then verify it again.
 *
 * @param number The number of the phase, as printed.
 * @param agent The name of the agent.
 * @param flags The arguments that a next command needs too.
 */
export function gapCommands(number: string, agent: string, flags: readonly string[] = []): readonly string[] {
  const plan = agent === NO_PLANNER ? newPlanCommand(number) : `${planPhaseCommand(number)} --gaps`;
  return [plan, verifyPhaseCommand(number)].map((command) => withLasting(command, flags));
}

type Conflict = Extract<RunOutcome, { readonly kind: "conflict" }>;

/**
 * Returns the commands after a conflict. The user resolves or aborts a merge; a replay is resolved in the
 * worktree of its plan, after the first command.
 */
function conflictCommands(
  outcome: Conflict,
  again: string,
  { stopped = [], flags = [] }: NextCommandsInput,
): readonly string[] {
  const { plan, base, begun } = outcome;
  if (plan !== undefined) {
    const directory = stopped.find((candidate) => candidate.plan === plan)?.directory ?? ".";
    const git = gitIn(["--cwd", directory]);
    return [
      `${git} rebase ${quoteShell(base)}`,
      `${addResolvedCommand(git)} && ${continueCommand(git, "rebase")}`,
      again,
    ];
  }
  return begun ? commandsAfterPending(outcome, again, flags) : mergeCommands(again);
}
