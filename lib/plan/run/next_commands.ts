import {
  answerCommands,
  commandsAfterPending,
  completeMilestoneCommand,
  executeAgainCommand,
  executePhaseCommand,
  LOOK_BACK,
  mergeCommands,
  NO_PLANNER,
  planCommandFor,
  planningCommands,
  planPhaseCommand,
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
import { isSettled, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { confirmFlag } from "../command_lines/repeated_flags.ts";
import { milestonePhases } from "../progress/milestone_phases.ts";
import type { VerificationRecord } from "../../parse/documents/verification.ts";
import { findPhase, hasSummary } from "../../parse/project/project.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { openPhases } from "../progress/progress.ts";
import { type LeftChanges, stashCommands } from "../command_lines/stash_commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** A plan that stopped before its end. */
export interface StoppedPlan {
  /** Plan ID. */
  readonly plan: string;
  /** Folder in which its work is kept, absolute; absent for the project's own working tree. */
  readonly directory?: string;
}

/** What {@link nextCommands} knows of a run beside how it ended. */
export interface NextCommandsInput {
  /** What was to be done. */
  readonly plan: ExecutionPlan;
  /** The project. */
  readonly project: Project;
  /** Arguments of the command that a further one needs too, such as `--agent` and its name. */
  readonly flags?: readonly string[];
  /** Whether `--yes` confirms every gate; the same command once more does so too. */
  readonly yes?: boolean;
  /** Answers that were given and are still to be asked for, by the ID of their question. */
  readonly answers?: ReadonlyMap<string, string>;
  /** The plans that stopped. */
  readonly stopped?: readonly StoppedPlan[];
  /** The last verifications, by the folder of their phase. */
  readonly verifications?: ReadonlyMap<string, VerificationRecord>;
  /** Whether the merge was offered and skipped, so that the phase's branch stays checked out. */
  readonly unmerged?: boolean;
  /** Whether a plan is complete; where nobody knows, its summary decides. */
  readonly isComplete?: (plan: PlanDocument, phase: Phase) => boolean;
  /** What a failed task left in the project's own working tree. */
  readonly left?: LeftChanges;
}

type IsComplete = Exclude<NextCommandsInput["isComplete"], undefined>;

const NOTHING_LEFT: LeftChanges = { paths: [], stagedGone: false, atRoot: true };

/** The commands that make sense after a run, the likeliest first. Each can be pasted. */
export function nextCommands(outcome: RunOutcome, input: NextCommandsInput): readonly string[] {
  const { plan, flags = [], yes = false, answers = new Map(), stopped = [], left = NOTHING_LEFT } = input;
  // Where a gate was answered with no, it is asked again.
  const confirmed = confirmFlag(yes && outcome.kind !== "declined");
  const again = executeAgainCommand(plan.phase.number, [...flags, ...confirmed], answers);
  switch (outcome.kind) {
    case "completed":
      return completedCommands(outcome.verdict, again, input);
    case "gaps":
      return [...gapCommands(plan.phase.number, plan.agent, flags), again];
    case "waiting":
      return answerCommands(outcome.question, again);
    case "conflict":
      return conflictCommands(outcome, again, stopped);
    case "failed":
      // What a failed task left would make the working tree dirty.
      return [[...stashCommands(left, flags), again].join(" && ")];
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
  return commands.length === 0 ? [LOOK_BACK] : commands;
}

/** What leads from a verdict to a verified phase; nothing where the phase is verified, or nothing is to verify it. */
function commandsAfterVerdict(
  verdict: PhaseVerdict | undefined,
  number: string,
  { plan, flags = [] }: NextCommandsInput,
): readonly string[] {
  if (verdict?.word === "gaps") return gapCommands(number, plan.agent, flags);
  return verdict?.word === "needs a person" ? [withFlags(verifyPhaseCommand(number), flags)] : [];
}

/**
 * The commands that close the gaps of a phase: planning it, or where the agent cannot, listing those that are
 * installed, and verifying it again. A session that hosts a run is given no command that plans.
 *
 * @param number The phase's number, as printed.
 * @param agent Name of the agent.
 * @param flags Arguments that a further command needs too.
 */
export function gapCommands(number: string, agent: string, flags: readonly string[] = []): readonly string[] {
  // An agent that cannot plan is not named again.
  const others = flags.filter((flag, index) => flag !== "--agent" && flags[index - 1] !== "--agent");
  const plan = agent === NO_PLANNER
    ? withFlags(planCommandFor(number, agent), others)
    : withFlags(`${planPhaseCommand(number)} --gaps`, flags);
  return [
    ...(agent === "host" ? [] : [plan]),
    withFlags(verifyPhaseCommand(number), flags),
  ];
}

function withFlags(command: string, flags: readonly string[]): string {
  return [command, ...flags.map(quoteShell)].join(" ");
}

/**
 * What comes after a phase that is executed: the next one, or what completes the milestone. A branch that
 * is not merged comes first, and keeps the milestone from being completed.
 */
function commandsAfterPhase(again: string, input: NextCommandsInput): readonly string[] {
  const { plan: { phase, agent }, project, flags, verifications = new Map(), unmerged = false } = input;
  const { isComplete = (plan: PlanDocument, phase: Phase) => hasSummary(phase, plan) } = input;
  const number = parsePhaseNumber(phase.number)!;
  const merge = unmerged ? [again] : [];
  const next = nextPhase(number, project, isComplete);
  if (next !== undefined) return [...merge, executePhaseCommand(printPhaseNumber(next.number))];
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
  if (unplanned !== undefined) return [...merge, ...planningCommands(unplanned, agent)];
  return merge;
}

type Conflict = Extract<RunOutcome, { readonly kind: "conflict" }>;

/** A merge is resolved by hand or aborted; a replay is resolved in the worktree of its plan. */
function conflictCommands(
  outcome: Conflict,
  again: string,
  stopped: readonly StoppedPlan[],
): readonly string[] {
  const { plan, base, begun } = outcome;
  if (plan !== undefined) {
    const directory = stopped.find((candidate) => candidate.plan === plan)?.directory ?? ".";
    return [`git -C ${quoteShell(directory)} rebase ${quoteShell(base)}`, again];
  }
  return begun ? commandsAfterPending(outcome, again) : mergeCommands(again);
}

/** The phase after this one that has plans to execute, else the first such phase. */
function nextPhase(current: PhaseNumber, project: Project, isComplete: IsComplete): Phase | undefined {
  const open = project.phases.filter((phase) => {
    const { kind } = phaseStanding(phase.number, project.roadmap);
    return comparePhaseNumbers(phase.number, current) !== 0 && kind !== "shipped" && kind !== "excluded" &&
      plansOf(phase).some((candidate) => !isComplete(candidate, phase));
  });
  return open.find((phase) => comparePhaseNumbers(phase.number, current) > 0) ?? open[0];
}

/** Number, as printed, of the first phase after this one that only the roadmap lists. */
function unplannedPhase(current: PhaseNumber, project: Project): string | undefined {
  const listed = openPhases(project.roadmap).find(({ number }) => {
    const phase = findPhase(project, number);
    return comparePhaseNumbers(number, current) > 0 && !isSettled(number, project.roadmap) &&
      (phase === undefined || plansOf(phase).length === 0);
  });
  return listed && printPhaseNumber(listed.number);
}

/** Whether no phase of the milestone under way is without plans, once all plans are complete. */
function isMilestoneComplete(project: Project): boolean {
  if (project.milestone === undefined) return false;
  const { folders, listed } = milestonePhases(project, project.milestone.version);
  return folders.length > 0 && listed.length === 0 && folders.every((phase) => {
    return plansOf(phase).length > 0 || isSettled(phase.number, project.roadmap);
  });
}
