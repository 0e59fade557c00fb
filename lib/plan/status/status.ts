import type { Config } from "../../../schemas/config.ts";
import type { ConflictPath } from "../../../schemas/event.ts";
import type {
  DoneOf,
  PhaseState,
  PhaseStatus,
  PlanStatus,
  StatusResult,
} from "../../../schemas/results/status.ts";
import { defined } from "../../collections/defined.ts";
import { computedWaves } from "../../parse/project/dependencies.ts";
import {
  comparePhaseNumbers,
  parsePhaseNumber,
  type PhaseNumber,
  printPhaseNumber,
} from "../../parse/ids/phase_number.ts";
import { milestonesOf, phaseOfState } from "../../parse/roadmap/milestone.ts";
import { isTicked, type PhaseStanding, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import type { VerificationRecord } from "../../parse/documents/verification.ts";
import { planExecution } from "../execution/execution_plan.ts";
import { targetBranch } from "../naming/target_branch.ts";
import { milestonePhases } from "../progress/milestone_phases.ts";
import {
  commandsAfterPending,
  completeMilestoneCommand,
  executePhaseCommand,
  NO_PLANNER,
  planningCommands,
  SHOW_HISTORY,
  verifyPhaseCommand,
} from "../command_lines/commands.ts";
import { gapCommands } from "../run/next_commands.ts";
import { isTickedByUser, type PlanFacts, plannedPlan } from "../execution/planned_plan.ts";
import { revertedTasks } from "../execution/reverted_tasks.ts";
import { isAccepted, phaseVerdict } from "./phase_verdict.ts";
import { openPhases } from "../progress/progress.ts";
import { assumedSnapshot, type RepoSnapshot } from "../history/repo_snapshot.ts";

/** The input of the status of a project. */
export interface StatusInput {
  /** The project. */
  readonly project: Project;
  /** The configuration of this invocation. */
  readonly config: Config;
  /** The repository. */
  readonly repository: RepositoryView;
  /** The last verifications, by the folder of their phase. */
  readonly verifications?: ReadonlyMap<string, VerificationRecord>;
}

/** The repository from the perspective of executions of the phases. */
export interface RepositoryView {
  /** The repository for a phase without a branch of its own; undefined outside of a repository. */
  readonly shared: RepoSnapshot | undefined;
  /** The repository for each phase whose branch exists, by the phase's folder. */
  readonly own: ReadonlyMap<string, RepoSnapshot>;
  /** A merge that waits for the user. */
  readonly merge?: WaitingMerge;
}

/** A merge that was started for the user to resolve, and is not committed yet. */
export interface WaitingMerge {
  /** The branch that is merged. */
  readonly branch: string;
  /** The branch that receives the merge. */
  readonly base: string;
  /** The unresolved paths. */
  readonly conflicts: readonly ConflictPath[];
}

/** Returns the status of a project and the next commands. Takes time linear in plans and dependencies. */
export function projectStatus(input: StatusInput): StatusResult {
  const { project, repository: { shared, merge } } = input;
  const planned = project.phases.map((phase): Entry => ({ phase, status: phaseStatus(phase, input) }));
  const phases = [
    ...planned.map(({ phase: { number }, status }) => ({ number, status })),
    ...unplanned(project),
  ]
    .sort((a, b) => comparePhaseNumbers(a.number, b.number))
    .map(({ status }) => status);
  const counted = phases.filter(({ aside }) => aside === undefined);
  const plans = counted.flatMap((phase) => phase.plans);
  const current = phaseInProgress(planned, input);
  return {
    formatVersion: 1,
    repository: shared !== undefined,
    branch: shared?.branch ?? null,
    ...defined({ milestone: project.milestone }),
    ...(merge === undefined ? {} : { merge: mergeStatus(merge) }),
    phases,
    ...defined({ current: current?.status.number }),
    totals: {
      phases: { done: counted.filter(({ done }) => done).length, total: counted.length },
      plans: doneOf(plans),
      tasks: {
        done: plans.reduce((sum, { tasks }) => sum + tasks.done, 0),
        total: plans.reduce((sum, { tasks }) => sum + tasks.total, 0),
      },
    },
    next: merge === undefined
      ? whatNext({ planned, current, phases: counted }, input)
      : commandsAfterPending({ kind: "conflict", begun: true, ...merge }, mergingCommand(merge, input)),
  };
}

function mergeStatus(
  { branch, base, conflicts }: WaitingMerge,
): Exclude<StatusResult["merge"], undefined> {
  return { branch, base, unresolved: conflicts.map(({ path }) => path) };
}

/**
 * Returns the command that continues a merge: it executes the phase whose branch is merged, or completes the
 * milestone.
 */
function mergingCommand({ branch }: WaitingMerge, { project, config }: StatusInput): string {
  if (config.git.branching_strategy === "milestone") return completeMilestoneCommand();
  const merged = project.phases.find((phase) => {
    const target = targetBranch(project, phase, config);
    return target?.kind === "name" && target.branch === branch;
  });
  // The branch may have another name now. The execution of any phase continues the merge first.
  const phase = merged ?? project.phases[0];
  return phase === undefined
    ? completeMilestoneCommand()
    : executePhaseCommand(printPhaseNumber(phase.number));
}

/**
 * Returns the status of a phase: complete plans from their summaries, done tasks from the journal, as in an
 * execution of the phase.
 *
 * Files without frontmatter are not plans; of plans with the same ID the first counts.
 */
export function phaseStatus(phase: Phase, input: StatusInput): PhaseStatus {
  const waves = computedWaves(phase, input.project);
  const repository = snapshotFor(phase, input);
  const facts: PlanFacts = { phase, config: input.config, repository };
  const documents = new Map<string, PlanDocument>();
  for (const document of phase.plans) {
    if (document.frontmatter.kind === "missing" || documents.has(document.id)) continue;
    documents.set(document.id, document);
  }
  const branch = branchOf(phase, input, repository);
  const plans = [...documents.values()].map((document) => {
    const reverted = revertedTasks(document, repository, branch);
    const status = planStatus(document, waves.get(document.id), facts);
    return reverted.length === 0 ? status : { ...status, reverted };
  });
  const verification = input.verifications?.get(phase.directory);
  const standing = phaseStanding(phase.number, input.project.roadmap);
  const state = stateOf(plans, standing);
  const verdict = state === "complete" && plans.length > 0 ? phaseVerdict(verification) : undefined;
  return {
    number: printPhaseNumber(phase.number),
    name: phase.name,
    state,
    ...(standing.kind === "excluded" ? { aside: standing.reason } : {}),
    ...defined({ verification: verification?.status, verdict }),
    done: verdict === undefined
      ? state === "complete" || isTickedByUser(phase, facts, input.project)
      : isAccepted(verdict, standing, input.config),
    plans,
  };
}

/** The branch that an execution of a phase commits to, where it exists; else what is checked out. */
function branchOf(
  phase: Phase,
  { project, config }: StatusInput,
  { targetExists, branch }: RepoSnapshot,
): string | undefined {
  const target = targetExists ? targetBranch(project, phase, config) : undefined;
  return target?.kind === "name" ? target.branch : branch;
}

function planStatus(document: PlanDocument, wave: number | undefined, facts: PlanFacts): PlanStatus {
  const { id, path, objective, tasks, done, complete } = plannedPlan(document, facts);
  const state = complete
    ? "complete"
    : document.file === undefined
    ? "unreadable"
    : done.length > 0
    ? "in-progress"
    : "not-started";
  return {
    id,
    path,
    objective,
    ...defined({ wave }),
    state,
    tasks: { done: complete ? tasks.length : done.length, total: tasks.length },
  };
}

function stateOf(plans: readonly PlanStatus[], standing: PhaseStanding): PhaseState {
  // Only the roadmap contains the outcome of a phase without plans.
  if (plans.length === 0) return isTicked(standing) ? "complete" : "unplanned";
  if (plans.every(({ state }) => state === "complete")) return "complete";
  const started = plans.some(({ state, tasks }) => state === "complete" || tasks.done > 0);
  return started ? "in-progress" : "not-started";
}

function doneOf(items: readonly { readonly state: string }[]): DoneOf {
  return { done: items.filter(({ state }) => state === "complete").length, total: items.length };
}

/** Returns the phases that only the roadmap lists, except those that it sets aside. */
function unplanned(project: Project): readonly { number: PhaseNumber; status: PhaseStatus }[] {
  const folders = new Set(project.phases.map(({ number }) => printPhaseNumber(number)));
  return openPhases(project.roadmap).flatMap(({ number, name }) => {
    const printed = printPhaseNumber(number);
    const standing = phaseStanding(number, project.roadmap);
    if (folders.has(printed) || standing.kind === "excluded") return [];
    const state = stateOf([], standing);
    return [{ number, status: { number: printed, name, state, done: state === "complete", plans: [] } }];
  });
}

interface Entry {
  readonly phase: Phase;
  readonly status: PhaseStatus;
}

/**
 * Returns the repository for an execution of a phase; without a repository, its summaries determine what is
 * done.
 */
export function snapshotFor(phase: Phase, { repository }: StatusInput): RepoSnapshot {
  return repository.own.get(phase.directory) ?? repository.shared ?? assumedSnapshot(phase.summaries);
}

/**
 * Returns the open phase whose branch is checked out, otherwise the first that is in progress, otherwise the
 * first.
 */
function phaseInProgress(entries: readonly Entry[], input: StatusInput): Entry | undefined {
  const open = entries.filter(({ phase, status: { state, done } }) => {
    const { kind } = phaseStanding(phase.number, input.project.roadmap);
    return (state === "in-progress" || state === "not-started") && !done && kind !== "shipped" &&
      kind !== "excluded";
  });
  return open.find(({ phase }) => isCheckedOut(phase, input)) ??
    open.find(({ status }) => status.state === "in-progress") ?? open[0];
}

/** Reports whether a phase has a branch of its own that is checked out. */
function isCheckedOut(phase: Phase, { project, config, repository }: StatusInput): boolean {
  if (config.git.branching_strategy !== "phase") return false;
  const target = targetBranch(project, phase, config);
  return target?.kind === "name" && target.branch === repository.shared?.branch;
}

interface Overview {
  readonly planned: readonly Entry[];
  readonly current: Entry | undefined;
  readonly phases: readonly PhaseStatus[];
}

/**
 * Returns the sensible commands now: complete the milestone, fix or execute the current phase, or offer a
 * merge.
 */
function whatNext({ planned, current, phases }: Overview, input: StatusInput): readonly string[] {
  const unmerged = planned.filter(({ phase, status }) => {
    return status.state === "complete" && hasMoreSteps(phase, input);
  });
  const here = unmerged.filter(({ phase }) => isCheckedOut(phase, input));
  const wanted = [...here, ...(current === undefined ? [] : [current]), ...unmerged];
  const complete = unmerged.length === 0 && isMilestoneComplete(phases, input);
  const commands = new Set([
    ...(complete ? [completeMilestoneCommand()] : []),
    ...wanted.map(({ status }) => executePhaseCommand(status.number)),
  ]);
  const verify = verifyingCommands(planned, current, input);
  const fix = current !== undefined && needsFixing(current.status) ? ["wf validate"] : [];
  const inRepository = input.repository.shared !== undefined;
  if (commands.size > 0) return [...(inRepository ? [] : ["git init"]), ...verify, ...fix, ...commands];
  const unplanned = nextUnplanned(phases, input);
  if (unplanned !== undefined) {
    return [...verify, ...planningCommands(unplanned.number, input.config.agent.name)];
  }
  const allDone = phases.length > 0 && phases.every(({ done }) => done);
  if (allDone && inRepository && !areMilestonesShipped(input)) return [...verify, SHOW_HISTORY];
  const executed = planned.find((entry) =>
    isOpen(entry, input) && !entry.status.done && entry.status.verdict?.word === "executed"
  );
  return verify.length > 0 || executed === undefined ? verify : [verifyPhaseCommand(executed.status.number)];
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
        return away ? [executePhaseCommand(number)] : gapCommands(number, input.config.agent.name).slice(
          0,
          input.config.agent.name === NO_PLANNER ? 2 : 1,
        );
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

/** Reports whether there are milestones and all are shipped, so that the next one can start. */
function areMilestonesShipped({ project: { roadmap, milestone } }: StatusInput): boolean {
  const stages = roadmap === undefined ? [] : milestonesOf(roadmap.source).map(({ stage }) => stage);
  return milestone === undefined && stages.length > 0 && stages.every((stage) => stage === "shipped");
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
