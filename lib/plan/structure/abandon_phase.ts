import type { KeptBranch } from "../../../schemas/results/structure.ts";
import type { PhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { findPhase, roadmapPath } from "../../parse/project/project.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { cancelPhase } from "../documents/roadmap_cancel.ts";
import { refuse } from "../execution/refused.ts";
import { refuseArchived } from "../command_lines/phase_argument.ts";
import { isComplete } from "../execution/planned_plan.ts";
import { projectTrailers } from "../naming/commit_message.ts";
import { phasePlace } from "../naming/phase_place.ts";
import { abandonedName, shippedName, taskWorktree, workBranch } from "../naming/work_branch_names.ts";
import { skippedTrailers } from "../naming/work_message.ts";
import { bare, finishPhases } from "./finish_phases.ts";
import { branchOf } from "./open_work.ts";
import { dependentPlan, requirePhase, requireRoadmap } from "./phase_verbs.ts";
import type { StructureInput, StructureResult } from "./structure_change.ts";

/**
 * Plans to give up a phase: the roadmap marks it as cancelled, its open tasks are skipped, and its branches get names
 * under which nothing continues them.
 *
 * Refuses a phase that is done, that open plans depend on, or whose branch is checked out.
 */
export function planAbandon(number: PhaseNumber, why: string, input: StructureInput): StructureResult {
  const { project, config, repository } = input;
  const name = bare(number);
  const missing = requireRoadmap(project) ?? requirePhase(number, project) ?? refuseArchived(number, project);
  if (missing !== undefined) return missing;
  const standing = phaseStanding(number, project.roadmap);
  if (standing.kind === "excluded") return refuse(`Phase ${name} is not part of the work already`, SHOW);
  if (isTicked(standing)) return refuse(`Phase ${name} is done`, `To undo its work: wf undo ${name}`);
  const phase = findPhase(project, number);
  const dependent = phase && dependentPlan(phase, project);
  if (dependent !== undefined) {
    return refuse(
      `Cannot abandon phase ${name}: plan ${dependent} depends on it`,
      "Remove the dependency from its depends_on first",
    );
  }
  const branch = branchOf(number, input);
  if (branch !== undefined && repository.branch === branch) {
    return refuse(
      `Branch "${branch}" of phase ${name} is checked out`,
      `Check out its base: git switch ${quoteShell(repository.bases.get(branch) ?? "<branch>")}`,
    );
  }
  const open = (phase?.plans ?? []).filter((plan) =>
    !isComplete(plan, { phase: phase!, config, repository })
  );
  const skipped = open.flatMap(({ id, tasks }) => {
    const done = repository.journal.get(planKey(id));
    return tasks.filter(({ task }) => done?.has(task.number) !== true)
      .map(({ task }) => ({ plan: id, task: task.number, why }));
  });
  const worktrees = (phase?.plans ?? []).flatMap(({ id, tasks }) => {
    return [id, ...tasks.map(({ task }) => taskWorktree(id, task.number))];
  }).map((worktree) => workBranch(worktree, repository.prefix));
  const kept = [...branch === undefined ? [] : [branch, shippedName(branch)], ...worktrees]
    .filter((each) => input.branches.has(each))
    .map((each): KeptBranch => ({ branch: each, as: abandonedName(each, input.branches) }));
  const title = phasePlace(project, number)!.name;
  const result = finishPhases({ number, subject: `abandon phase ${name}: ${title}` }, {
    roadmap: (text) => cancelPhase(text, number, why),
    undo: null,
  }, input);
  if (result.kind === "refused") return result;
  if (phaseStanding(number, result.project.roadmap).kind !== "excluded") {
    return refuse(
      `${roadmapPath(project)} has no line for phase ${name}`,
      "Add it to the list of phases first",
    );
  }
  return {
    ...result,
    kept,
    trailers: [...skippedTrailers(skipped), ...projectTrailers(repository.prefix)],
  };
}

const SHOW = "wf status lists the phases";
