import type { PhaseState, PhaseStatus, PlanStatus, StatusResult } from "../../../schemas/results/status.ts";
import { defined } from "../../collections/defined.ts";
import { computedWaves } from "../../parse/project/dependencies.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isTicked, type PhaseStanding, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { targetBranch } from "../naming/target_branch.ts";
import { planOfWorktree } from "../naming/work_branch_names.ts";
import {
  commandsAfterPending,
  completeMilestoneCommand,
  executePhaseCommand,
  FOLLOW_LOG,
  REPAIR,
} from "../command_lines/commands.ts";
import {
  isTickedByUser,
  openCheckpoints,
  type PlanFacts,
  plannedPlan,
  skippedTasks,
} from "../execution/planned_plan.ts";
import { revertedTasks } from "../execution/reverted_tasks.ts";
import { conflictedDocuments } from "../merge/align_documents.ts";
import { isAccepted, phaseVerdict } from "./phase_verdict.ts";
import { openPhases } from "../progress/progress.ts";
import { assumedSnapshot, type RepoSnapshot } from "../history/repo_snapshot.ts";
import type { StatusInput, WaitingMerge } from "./status_input.ts";
import { type Entry, lastShipped, phaseInProgress, whatNext } from "./what_next.ts";
import { doneOf, tasksOf } from "./totals.ts";

/** Returns the status of a project and the next commands. Takes time linear in plans and dependencies. */
export function projectStatus(input: StatusInput): StatusResult {
  const { project, repository: { shared, merge }, run, hosted } = input;
  const planned = project.phases.map((phase): Entry => ({ phase, status: phaseStatus(phase, input) }));
  const phases = [
    ...planned.map(({ phase: { number }, status }) => ({ number, status })),
    ...unplanned(project),
  ]
    .sort((a, b) => comparePhaseNumbers(a.number, b.number))
    .map(({ status }) => status);
  const counted = phases.filter(({ aside }) => aside === undefined);
  const plans = counted.flatMap((phase) => phase.plans);
  const current = phaseInProgress(planned, counted, input);
  const suggested = (): readonly string[] => {
    if (merge !== undefined) {
      return [
        ...conflictedDocuments(project).length > 0 ? [REPAIR] : [],
        ...commandsAfterPending({ kind: "conflict", begun: true, ...merge }, mergingCommand(merge, input)),
      ];
    }
    if (hosted !== undefined) return [`wf ${hosted.command}`];
    if (run?.state === "running") return [FOLLOW_LOG];
    return [
      ...run !== undefined && /^quick \S+$/.test(run.command) ? [`wf ${run.command}`] : [],
      ...whatNext({
        planned: planned.filter(({ status }) => status.aside === undefined),
        current,
        phases: counted,
      }, input),
    ];
  };
  return {
    formatVersion: 1,
    repository: shared !== undefined,
    branch: shared?.branch ?? null,
    ...defined({ milestone: project.milestone, completed: lastShipped(input) }),
    ...(merge === undefined ? {} : { merge: mergeStatus(merge) }),
    phases,
    ...defined({ current: current?.status.number }),
    totals: {
      phases: { done: counted.filter(({ done }) => done).length, total: counted.length },
      plans: doneOf(plans),
      tasks: tasksOf(plans),
    },
    ...defined({ run, hosted }),
    next: suggested(),
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
  const worked = [...repository.worktrees.keys()].map(planOfWorktree);
  const begun = new Set([...worked, input.repository.stopped ?? ""].map(planKey));
  const plans = [...documents.values()].map((document) => {
    const reverted = revertedTasks(document, repository, branch);
    const status = planStatus(document, waves.get(document.id), facts, begun);
    return reverted.length === 0 ? status : { ...status, reverted };
  });
  const verification = input.verifications?.get(phase.directory);
  const standing = phaseStanding(phase.number, input.project.roadmap);
  const state = stateOf(plans, standing);
  const verdict = state === "complete" && plans.length > 0
    ? phaseVerdict(verification, skippedTasks(phase.plans, repository).length)
    : undefined;
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

function planStatus(
  document: PlanDocument,
  wave: number | undefined,
  facts: PlanFacts,
  begun: ReadonlySet<string>,
): PlanStatus {
  const { id, path, objective, tasks, done, skipped, complete } = plannedPlan(document, facts);
  const open = complete ? openCheckpoints(document, facts.repository).length : 0;
  const state = complete && open === 0
    ? "complete"
    : document.file === undefined
    ? "unreadable"
    : done.length > 0 || begun.has(planKey(id))
    ? "in-progress"
    : "not-started";
  return {
    id,
    path,
    objective,
    ...defined({ wave }),
    state,
    tasks: {
      done: (complete ? tasks.length - open : done.length) - (skipped?.length ?? 0),
      total: tasks.length,
    },
    ...defined({ skipped }),
  };
}

function stateOf(plans: readonly PlanStatus[], standing: PhaseStanding): PhaseState {
  // Only the roadmap contains the outcome of a phase without plans.
  if (plans.length === 0) return isTicked(standing) ? "complete" : "unplanned";
  if (plans.every(({ state }) => state === "complete")) return "complete";
  const started = plans.some(({ state }) => state === "complete" || state === "in-progress");
  return started ? "in-progress" : "not-started";
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

/**
 * Returns the repository for an execution of a phase; without a repository, its summaries determine what is
 * done.
 */
export function snapshotFor(phase: Phase, { repository }: StatusInput): RepoSnapshot {
  return repository.own.get(phase.directory) ?? repository.shared ?? assumedSnapshot(phase.summaries);
}
