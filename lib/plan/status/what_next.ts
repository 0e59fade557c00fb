import type { PhaseStatus } from "../../../schemas/results/status.ts";
import { comparePhaseNumbers, parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase } from "../../parse/project/model.ts";
import { type Milestone, milestonesOf, phaseOfState } from "../../parse/roadmap/milestone.ts";
import { phaseStanding } from "../../parse/roadmap/phase_state.ts";
import {
  completeMilestoneCommand,
  executePhaseCommand,
  NEW_MILESTONE,
  NO_PLANNER,
  planningCommands,
  removeUndoneCommand,
  shipCommand,
  validatePlanCommand,
  verifyPhaseCommand,
} from "../command_lines/commands.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { UNSHALLOW } from "../history/cut_plans.ts";
import { updateCommand } from "../history/behind.ts";
import { planExecution } from "../execution/execution_plan.ts";
import { ownBranchesCommand } from "../naming/foreign_branch.ts";
import { targetBranch } from "../naming/target_branch.ts";
import { FIRST_VERSION, hasBegun, knownMilestones, milestonePhases } from "../progress/milestone_phases.ts";
import { gapCommands } from "../run/next_commands.ts";
import { neededPhases, openDependencies } from "./open_dependencies.ts";
import type { StatusInput } from "./status_input.ts";
import { roleAgent } from "../agents/role_agents.ts";

/** A phase with its status. */
export interface Entry {
  readonly phase: Phase;
  readonly status: PhaseStatus;
}

/**
 * Returns the open phase whose branch is checked out, otherwise the first that is in progress, otherwise the
 * first whose dependencies are executed, otherwise the first.
 *
 * @param phases The phases that count, also those without plans.
 */
export function phaseInProgress(
  entries: readonly Entry[],
  phases: readonly PhaseStatus[],
  input: StatusInput,
): Entry | undefined {
  const open = entries.filter(({ phase, status: { state, done } }) => {
    const { kind } = phaseStanding(phase.number, input.project.roadmap);
    return (state === "in-progress" || state === "not-started") && !done && kind !== "shipped" &&
      kind !== "excluded";
  });
  return open.find(({ phase }) => isCheckedOut(phase, input)) ??
    open.find(({ status }) => status.state === "in-progress") ??
    open.find(({ status }) => openDependencies(status.number, phases, input.project).length === 0) ?? open[0];
}

/** Reports whether a phase has a branch of its own that is checked out. */
function isCheckedOut(phase: Phase, { project, config, repository }: StatusInput): boolean {
  if (config.git.branching_strategy !== "phase") return false;
  const target = targetBranch(project, phase, config);
  return target?.kind === "name" && target.branch === repository.shared?.branch;
}

/** The phases to choose the next commands from. */
interface Overview {
  readonly planned: readonly Entry[];
  readonly current: Entry | undefined;
  readonly phases: readonly PhaseStatus[];
}

/**
 * Returns the sensible commands now: complete the milestone, fix or execute the current phase, or offer a
 * merge.
 */
export function whatNext({ planned, current, phases }: Overview, input: StatusInput): readonly string[] {
  const unmerged = planned.filter(({ phase, status }) => {
    return status.state === "complete" && hasMoreSteps(phase, input);
  });
  const here = unmerged.filter(({ phase }) => isCheckedOut(phase, input));
  const begins = current?.status.state === "not-started";
  const needed = current !== undefined && begins ? neededPhases(current.status.number, input.project) : [];
  const wanted = [
    ...here,
    ...unmerged.filter(({ status }) => needed.includes(status.number)),
    ...(current === undefined ? [] : [current]),
    ...unmerged,
  ];
  const complete = unmerged.length === 0 && isMilestoneComplete(phases, input);
  const { shared } = input.repository;
  const updates = planned.flatMap((entry) => updatesOf(entry, input));
  // Until then it is not known what is left to do.
  if (updates.length > 0) return [...new Set(updates)];
  const commands = new Set([
    ...(needsMilestone(input) ? mergingMilestone(input) : []),
    ...(complete ? [completeMilestoneCommand()] : []),
    ...(shared?.hasRemote ? here.map(({ status }) => shipCommand(status.number)) : []),
    ...wanted.flatMap(({ phase, status }) => {
      const { targetOwner, prefix = "" } = snapshotOf(phase, input) ?? {};
      if (needsMilestone(input)) return [NEW_MILESTONE];
      // Until then its execution is refused.
      return targetOwner === undefined
        ? [...removingUndone(phase, input), executePhaseCommand(status.number)]
        : [ownBranchesCommand({ config: input.config, prefix })];
    }),
  ]);
  const verify = verifyingCommands(planned, current, input);
  const fix = current !== undefined && needsFixing(current.status) ? ["wf validate"] : [];
  const inRepository = input.repository.shared !== undefined;
  const planner = roleAgent(input.config.agent, "planning").name;
  if (commands.size > 0) {
    const first = inRepository ? [] : [input.repository.unopened?.command ?? "git init"];
    const [unplanned] = current !== undefined && begins
      ? openDependencies(current.status.number, phases, input.project)
      : [];
    const plan = unplanned?.state === "unplanned" ? planningCommands(unplanned.number, planner) : [];
    return [...new Set([...first, ...verify, ...plan, ...fix, ...commands])];
  }
  const merges = mergingMilestone(input);
  if (merges.length > 0) return [...verify, ...merges];
  const unplanned = nextUnplanned(phases, input);
  if (unplanned !== undefined) {
    return [...verify, ...planningCommands(unplanned.number, planner)];
  }
  if (lastShipped(input) !== undefined) return [...verify, NEW_MILESTONE];
  const allDone = phases.length > 0 && phases.every(({ done }) => done);
  if (allDone && inRepository) return [...verify, ...endingCommands(input)];
  const executed = planned.find((entry) =>
    isOpen(entry, input) && !entry.status.done && entry.status.verdict?.word === "executed"
  );
  return verify.length > 0 || executed === undefined ? verify : [verifyPhaseCommand(executed.status.number)];
}

/** Returns the commands that get the commits which a phase lacks here: of its open plans, or of its merge. */
function updatesOf({ phase, status }: Entry, input: StatusInput): readonly string[] {
  const open = status.plans.filter(({ state }) => state !== "complete").map(({ id }) => planKey(id));
  const { behind = [], cut } = snapshotOf(phase, input) ?? {};
  if (open.some((plan) => cut?.has(plan))) return [UNSHALLOW];
  return behind.filter(({ plans, merges }) => merges || open.some((plan) => plans.has(plan)))
    .map((each) => updateCommand(each, input.repository.shared?.branch));
}

/** Returns the command that removes the branch of a phase that was undone after its merge. */
function removingUndone(phase: Phase, input: StatusInput): readonly string[] {
  const { targetUndone, bases, branch } = snapshotOf(phase, input) ?? {};
  const target = targetBranch(input.project, phase, input.config);
  const base = target?.kind === "name" ? bases?.get(target.branch) : undefined;
  return targetUndone && target?.kind === "name" && base !== undefined
    ? [removeUndoneCommand(target.branch, { base, branch })]
    : [];
}

function snapshotOf({ directory }: Phase, { repository: { own, shared } }: StatusInput) {
  return own.get(directory) ?? shared;
}

/**
 * Returns the first phase without plans and summaries: of the current milestone, otherwise of any; in both
 * cases from the phase on that the state document names, otherwise from the first.
 */
function nextUnplanned(phases: readonly PhaseStatus[], { project }: StatusInput): PhaseStatus | undefined {
  const { milestone, state } = project;
  const worked = new Set(
    project.phases.filter(({ summaries }) => summaries.size > 0).map(({ number }) =>
      printPhaseNumber(number)
    ),
  );
  const open = phases.filter(({ state, number }) => state === "unplanned" && !worked.has(number));
  const { folders, listed } = milestone === undefined
    ? { folders: [], listed: [] }
    : milestonePhases(project, milestone.version);
  const current = new Set([...folders, ...listed].map(({ number }) => printPhaseNumber(number)));
  const named = state && phaseOfState(state);
  const isLater = ({ number }: PhaseStatus) =>
    named !== undefined && comparePhaseNumbers(parsePhaseNumber(number)!, named) >= 0;
  const ofMilestone = open.filter(({ number }) => current.has(number));
  return ofMilestone.find(isLater) ?? ofMilestone[0] ?? open.find(isLater) ?? open[0];
}

/**
 * Returns the commands that lead to verified phases: for executed phases that are not done, and for the phase
 * before the current one, even if it is ticked.
 */
function verifyingCommands(
  planned: readonly Entry[],
  current: Entry | undefined,
  input: StatusInput,
): readonly string[] {
  const last = planned.slice(0, current === undefined ? undefined : planned.indexOf(current)).at(-1);
  const wanted = (entry: Entry) => {
    return entry === last || (isOpen(entry, input) && !entry.status.done);
  };
  return planned.filter(wanted)
    .flatMap(({ phase, status: { number, verdict, done } }) => {
      if (verdict === undefined || verdict.word === "verified") return [];
      // Its commits are on a branch that is not checked out: an execution switches to it and verifies.
      const away = isAway(phase, input);
      if (verdict.word === "gaps") {
        if (away) return [executePhaseCommand(number)];
        const unreadable = phase.plans.find(({ file, frontmatter }) =>
          file === undefined && frontmatter.kind !== "missing"
        );
        if (unreadable !== undefined) {
          return [validatePlanCommand(unreadable.source.path), verifyPhaseCommand(number)];
        }
        const { name } = roleAgent(input.config.agent, "planning");
        return gapCommands(number, name).slice(0, name === NO_PLANNER ? 2 : 1);
      }
      if (verdict.word === "executed" && (done || number !== last?.status.number)) return [];
      return [away ? executePhaseCommand(number) : verifyPhaseCommand(number)];
    });
}

/** Reports whether a phase is neither excluded nor part of a shipped milestone. */
function isOpen({ phase }: Entry, { project }: StatusInput): boolean {
  const { kind } = phaseStanding(phase.number, project.roadmap);
  return kind !== "shipped" && kind !== "excluded";
}

/**
 * Reports whether the commits of a phase are on a branch of its own that is neither checked out nor merged.
 */
function isAway(phase: Phase, input: StatusInput): boolean {
  const own = input.repository.own.get(phase.directory);
  return own !== undefined && own.targetExists && !own.targetMerged && !isCheckedOut(phase, input);
}

/**
 * Reports whether all phases of the current milestone are complete and none has gaps, so that it can be
 * completed. If the phase that was executed last is not verified, it is verified first.
 */
function isMilestoneComplete(phases: readonly PhaseStatus[], { project, repository }: StatusInput): boolean {
  if (project.milestone === undefined || repository.shared === undefined) return false;
  const { folders, listed } = milestonePhases(project, project.milestone.version);
  const numbers = new Set(folders.map(({ number }) => printPhaseNumber(number)));
  const last = phases.findLast(({ verdict }) => verdict !== undefined);
  const unseen = last?.verdict?.word === "executed" && !last.done;
  // Of several milestones in progress, it is not known which one the user works on.
  const listedNow = project.roadmap === undefined ? [] : milestonesOf(project.roadmap.source);
  const inProgress = new Set(listedNow.flatMap(({ stage, version }) => stage === "under-way" ? version : []));
  if (inProgress.size > 1 && phases.some(({ state }) => state !== "complete")) return false;
  return folders.length > 0 && listed.length === 0 && !unseen &&
    phases.every(({ number, state, verdict }) => {
      return !numbers.has(number) || (state === "complete" && verdict?.word !== "gaps");
    });
}

/** Returns the last of the milestones if all are shipped, so that the next one can start. */
export function lastShipped({ project: { roadmap, milestone } }: StatusInput): Milestone | undefined {
  const listed = roadmap === undefined ? [] : milestonesOf(roadmap.source);
  const last = listed.at(-1);
  if (milestone !== undefined || last === undefined) return undefined;
  return listed.every(({ stage }) => stage === "shipped")
    ? { version: last.version, name: last.name }
    : undefined;
}

/** Reports whether phases are refused until a milestone begins, whose branch they need. */
function needsMilestone({ project, config }: StatusInput): boolean {
  return config.git.branching_strategy === "milestone" && project.milestone === undefined &&
    knownMilestones(project).length > 0;
}

/** Returns the commands after the last phase of a project; none if its milestone has no phases yet. */
function endingCommands({ project }: StatusInput): readonly string[] {
  const known = knownMilestones(project);
  if (known.length === 0) return [completeMilestoneCommand(FIRST_VERSION)];
  const open = known.find(({ shipped }) => !shipped);
  if (open === undefined || !hasBegun(project, open.version)) return [NEW_MILESTONE];
  const { folders, listed } = milestonePhases(project, open.version);
  return folders.length + listed.length === 0 ? [] : [completeMilestoneCommand(open.version)];
}

/** Returns the commands that merge the branch of the last milestone, if it is complete and its branch is not merged. */
function mergingMilestone({ repository: { shared, unmergedMilestone } }: StatusInput): readonly string[] {
  if (unmergedMilestone === undefined) return [];
  const { version, behind } = unmergedMilestone;
  if (behind !== undefined) return [updateCommand(behind, shared?.branch)];
  return [...(shared?.hasRemote ? ["wf ship"] : []), completeMilestoneCommand(version)];
}

/**
 * Reports whether an execution of a complete phase would still do something: offer the merge of its branch.
 */
function hasMoreSteps(phase: Phase, { project, config, repository }: StatusInput): boolean {
  const own = repository.own.get(phase.directory);
  if (own === undefined) return false;
  // Only the run itself considers the result of a verification.
  const result = planExecution({ project, phase, config, repository: own, verification: "passed" });
  return result.kind === "planned" && result.plan.steps.length > 0;
}

/** Reports whether plans cannot be read or have no wave, so that nothing can be executed. */
function needsFixing({ plans }: PhaseStatus): boolean {
  return plans.some(({ state, wave }) => state === "unreadable" || wave === undefined);
}
