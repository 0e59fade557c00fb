import {
  answerCommands,
  commandsAfterPending,
  completeMilestoneCommand,
  executeAgainCommand,
  executePhaseCommand,
  mergeCommands,
  newPlanCommand,
  NO_PLANNER,
  planningCommands,
  planPhaseCommand,
  shipCommand,
  SHOW_HISTORY,
  verifyPhaseCommand,
} from "../command_lines/commands.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../../parse/ids/phase_number.ts";
import { isSettled } from "../../parse/roadmap/phase_state.ts";
import { addResolvedCommand, continueCommand, gitIn } from "../command_lines/git_commands.ts";
import { confirmFlag, planFlag } from "../command_lines/repeated_flags.ts";
import { milestonePhases } from "../progress/milestone_phases.ts";
import type { VerificationRecord } from "../../parse/documents/verification.ts";
import { findPhase, hasSummary } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { openPhases } from "../progress/progress.ts";
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
  readonly project: Project;
  /** The arguments of the command that a next command needs too, such as `--agent` and its name. */
  readonly flags?: readonly string[];
  /** True if `--yes` confirms every gate; the same command again does so too. */
  readonly yes?: boolean;
  /** The given answers that are still needed, by the ID of their question. */
  readonly answers?: ReadonlyMap<string, string>;
  readonly stopped?: readonly StoppedPlan[];
  /** The last verifications, by the folder of their phase. */
  readonly verifications?: ReadonlyMap<string, VerificationRecord>;
  /** True if the offered merge was skipped, so that the phase's branch stays checked out. */
  readonly unmerged?: boolean;
  /** True if the repository has a remote, where a pull request can merge the branch. */
  readonly hasRemote?: boolean;
  /** Reports whether a plan is complete. By default its summary decides. */
  readonly isComplete?: (plan: PlanDocument, phase: Phase) => boolean;
  /** The command that aborts an operation of git that a failed task left unfinished. */
  readonly undo?: string;
}

type IsComplete = Exclude<NextCommandsInput["isComplete"], undefined>;

/** Returns the sensible commands after a run, the most likely first. Each can be pasted. */
export function nextCommands(outcome: RunOutcome, input: NextCommandsInput): readonly string[] {
  const { plan, flags = [], yes = false, answers = new Map(), undo } = input;
  // A gate that was answered with no is asked again.
  const confirmed = confirmFlag(yes && outcome.kind !== "declined");
  const lasting = [...flags, ...confirmed];
  if (plan.alone !== undefined && outcome.kind === "completed") {
    return [executeAgainCommand(plan.phase.number, flags, new Map())];
  }
  const again = executeAgainCommand(plan.phase.number, [...planFlag(plan.alone), ...lasting], answers);
  switch (outcome.kind) {
    case "completed":
      return completedCommands(outcome.verdict, again, input);
    case "gaps":
      return [...gapCommands(plan.phase.number, plan.agent, flags), again];
    case "waiting":
      return answerCommands(outcome.question, again);
    case "conflict":
      return conflictCommands(outcome, again, input);
    case "failed":
      return [undo === undefined ? again : `${undo} && ${again}`];
    case "declined":
    case "suspended":
    case "interrupted":
      return [again];
  }
}

function completedCommands(
  verdict: PhaseVerdict | undefined,
  again: string,
  input: NextCommandsInput,
): readonly string[] {
  const commands = [
    ...commandsAfterVerdict(verdict, input.plan.phase.number, input),
    ...commandsAfterPhase(again, input),
  ];
  return commands.length === 0 ? [SHOW_HISTORY] : commands;
}

/**
 * Returns the commands from a verdict to a verified phase; empty if the phase is verified or nothing can
 * verify it.
 */
function commandsAfterVerdict(
  verdict: PhaseVerdict | undefined,
  number: string,
  { plan, flags = [] }: NextCommandsInput,
): readonly string[] {
  if (verdict?.word === "gaps") return gapCommands(number, plan.agent, flags);
  return verdict?.word === "needs a person" || verdict?.word === "skipped"
    ? [withFlags(verifyPhaseCommand(number), flags)]
    : [];
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
  return [
    withFlags(plan, plannerFlags(agent, flags)),
    withFlags(verifyPhaseCommand(number), flags),
  ];
}

/** Returns the arguments of a command that plans. An agent that cannot plan is not named again. */
function plannerFlags(agent: string, flags: readonly string[]): readonly string[] {
  return agent === NO_PLANNER
    ? flags.filter((flag, index) => flag !== "--agent" && flags[index - 1] !== "--agent")
    : flags;
}

function withFlags(command: string, flags: readonly string[]): string {
  return [command, ...flags.map(quoteShell)].join(" ");
}

/**
 * Returns the commands after an executed phase: for the next phase, or for the completion of the milestone.
 * An unmerged branch comes first and prevents the completion of the milestone.
 */
function commandsAfterPhase(again: string, input: NextCommandsInput): readonly string[] {
  const { plan: { phase, agent }, project, flags = [], verifications = new Map(), unmerged = false } = input;
  const { isComplete = (plan: PlanDocument, phase: Phase) => hasSummary(phase, plan) } = input;
  const number = parsePhaseNumber(phase.number)!;
  const merge = unmerged ? [...(input.hasRemote ? [shipCommand(phase.number)] : []), again] : [];
  const next = nextPhase(number, project, isComplete);
  if (next !== undefined) {
    return [...merge, withFlags(executePhaseCommand(printPhaseNumber(next.number)), flags)];
  }
  if (isMilestoneComplete(project)) {
    if (unmerged) return merge;
    if (verifications.get(phase.directory)?.status === "gaps_found") return [];
    const gaps = milestonePhases(project, project.milestone!.version).folders.find(
      ({ number, directory }) => {
        return verifications.get(directory)?.status === "gaps_found" &&
          printPhaseNumber(number) !== phase.number;
      },
    );
    return gaps === undefined
      ? [completeMilestoneCommand()]
      : gapCommands(printPhaseNumber(gaps.number), agent, flags);
  }
  const unplanned = unplannedPhase(number, project);
  if (unplanned === undefined) return merge;
  const planning = planningCommands(unplanned, agent);
  return [...merge, ...planning.map((command) => withFlags(command, plannerFlags(agent, flags)))];
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

/** Returns the phase after this one that has plans to execute, otherwise the first such phase. */
function nextPhase(current: PhaseNumber, project: Project, isComplete: IsComplete): Phase | undefined {
  const open = project.phases.filter((phase) => {
    return comparePhaseNumbers(phase.number, current) !== 0 && !isSettled(phase.number, project.roadmap) &&
      plansOf(phase).some((candidate) => !isComplete(candidate, phase));
  });
  return open.find((phase) => comparePhaseNumbers(phase.number, current) > 0) ?? open[0];
}

/** Returns the number, as printed, of the first phase after this one that only the roadmap lists. */
function unplannedPhase(current: PhaseNumber, project: Project): string | undefined {
  const listed = openPhases(project.roadmap).find(({ number }) => {
    const phase = findPhase(project, number);
    return comparePhaseNumbers(number, current) > 0 && !isSettled(number, project.roadmap) &&
      (phase === undefined || plansOf(phase).length === 0);
  });
  return listed && printPhaseNumber(listed.number);
}

/** Reports whether all phases of the current milestone have plans, once all plans are complete. */
function isMilestoneComplete(project: Project): boolean {
  if (project.milestone === undefined) return false;
  const { folders, listed } = milestonePhases(project, project.milestone.version);
  return folders.length > 0 && listed.length === 0 && folders.every((phase) => {
    return plansOf(phase).length > 0 || isSettled(phase.number, project.roadmap);
  });
}
