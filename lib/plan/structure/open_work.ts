import type { Config } from "../../../schemas/config.ts";
import { type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import type { Phase, Project } from "../../parse/project/model.ts";
import { findPhase, hasSummary } from "../../parse/project/project.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { bareNumber } from "../command_lines/commands.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import { doneTasks } from "../execution/planned_plan.ts";
import { UNSHALLOW } from "../history/cut_plans.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { phasePlace } from "../naming/phase_place.ts";
import { phaseBranch } from "../naming/target_branch.ts";
import { taskWorktree } from "../naming/work_branch_names.ts";

/** The work that a project has begun. */
export interface BegunWork {
  readonly project: Project;
  readonly config: Config;
  readonly repository: RepoSnapshot;
  /** The names of all local branches. */
  readonly branches: ReadonlySet<string>;
  /** True if the change is committed, so that the journal follows plans to their new IDs. */
  readonly recorded: boolean;
}

/** Work that keeps a phase or a plan from being changed. */
export interface Obstacle {
  readonly kind: "finished" | "begun" | "branch" | "worktree";
  /** The reason, as a sentence without full stop. */
  readonly reason: string;
}

/** Returns what was begun or finished of a plan; undefined if nothing was. */
export function workOfPlan(
  plan: PlanDocument,
  phase: Phase,
  { repository }: BegunWork,
): Obstacle | undefined {
  const { id, tasks } = plan;
  const left = [id, ...tasks.map(({ task }) => taskWorktree(id, task.number))];
  if (left.some((name) => repository.worktrees.has(name))) {
    return { kind: "worktree", reason: `Plan ${id} has a worktree of a run that did not end` };
  }
  if (hasSummary(phase, plan)) return { kind: "finished", reason: `Plan ${id} is finished` };
  const done = doneTasks(plan, repository).size;
  if (done > 0 || repository.reopened.has(planKey(id))) {
    return { kind: "begun", reason: `Plan ${id} has commits` };
  }
  if (repository.cut?.has(planKey(id))) {
    return {
      kind: "begun",
      reason: `Plan ${id} may have commits that this shallow clone lacks (${UNSHALLOW})`,
    };
  }
  return undefined;
}

/** Returns what was begun or finished of a phase; undefined if nothing was. */
export function workOfPhase(number: PhaseNumber, work: BegunWork): Obstacle | undefined {
  const { project } = work;
  const printed = printPhaseNumber(number);
  const branch = branchOf(number, work);
  if (branch !== undefined) {
    return { kind: "branch", reason: `Phase ${bareNumber(printed)} has the branch "${branch}"` };
  }
  const phase = findPhase(project, number);
  const found = (phase?.plans ?? []).flatMap((plan) => workOfPlan(plan, phase!, work) ?? []);
  const lasting = found.find(({ kind }) => kind !== "begun");
  if (lasting !== undefined) return lasting;
  if (
    isTicked(phaseStanding(number, project.roadmap)) || phase?.verification !== undefined ||
    (phase?.summaries.size ?? 0) > 0
  ) {
    return { kind: "finished", reason: `Phase ${bareNumber(printed)} has finished work` };
  }
  return found[0];
}

/** Returns the branch of a phase, if it exists. */
export function branchOf(number: PhaseNumber, { project, config, branches }: BegunWork): string | undefined {
  const place = phasePlace(project, number);
  if (place === undefined || config.git.branching_strategy !== "phase") return undefined;
  const named = phaseBranch(project, { number, name: place.name }, config);
  return named.kind === "name" && branches.has(named.branch) ? named.branch : undefined;
}

/** Reports whether work prevents new numbers: a journal that is committed follows plans, but not branches. */
export function preventsNumbers({ kind }: Obstacle, { recorded }: BegunWork): boolean {
  return !recorded || kind === "branch" || kind === "worktree";
}

/** Refuses a change of a phase or plan because its work was begun. */
export function refuseBegun(change: string, { reason }: Pick<Obstacle, "reason">, hint: string): Refused {
  return refuse(`Cannot ${change}: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`, hint);
}
