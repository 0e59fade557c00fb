import { targetBranch } from "../naming/target_branch.ts";
import type { PlannedPlan } from "../../../schemas/execution_plan.ts";
import { dependenciesOf, plansOf } from "../../parse/project/dependencies.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { type PlanDocument, planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Phase } from "../../parse/project/model.ts";
import { roadmapPath, summaryOf } from "../../parse/project/project.ts";
import { confirmTaskCommand, movedTask } from "./moved_task.ts";
import { executePhaseCommand, planningHint, validatePlanCommand } from "../command_lines/commands.ts";
import { doneTasks, isComplete, isReopened, isTickedByUser } from "./planned_plan.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { refuseCut } from "../history/cut_plans.ts";
import { behindOf, shortName, updateCommand } from "../history/behind.ts";
import { canWait } from "./wave_lanes.ts";
import type { ExecutionInput } from "./execution_input.ts";
import { refuse, type Refused } from "./refused.ts";
import { roleAgent } from "../agents/role_agents.ts";

/** Returns the reason why an incomplete plan cannot be executed, or undefined. */
export function refusalOf(
  document: PlanDocument,
  planned: PlannedPlan,
  input: ExecutionInput,
): Refused | undefined {
  const { id } = document;
  const standing = phaseStanding(input.phase.number, input.project.roadmap);
  if (standing.kind === "excluded" && standing.reason === "cancelled") {
    return refuse(
      `Phase ${printPhaseNumber(input.phase.number)} is cancelled`,
      `To take it up again, revert the commit that cancelled it, or edit ${roadmapPath(input.project)}`,
    );
  }
  if (document.file === undefined) return refuse(`Plan ${id} cannot be read`, "Run wf validate --history");
  if (planned.tasks.length === 0) {
    return refuse(
      `Plan ${id} has no tasks, so there is nothing to execute`,
      `Add <task> elements to ${planned.path}`,
    );
  }
  const cut = refuseCut([document], input.repository);
  if (cut !== undefined) return cut;
  const behind = behindOf(input.repository, planKey(id));
  if (behind !== undefined) {
    const { branch, source } = behind;
    return refuse(
      `Branch "${branch}" lacks commits of plan ${id}, which "${shortName(source)}" has`,
      `Get them first: ${updateCommand(behind, input.repository.branch)}`,
    );
  }
  const { file } = document;
  const moved = movedTask(file, doneTasks(document, input.repository));
  if (moved !== undefined) {
    return refuse(
      `Task ${moved.was} of plan ${id} was committed as "${moved.subject}", which is now task ${moved.is}`,
      "Put new tasks after the finished ones or into a separate plan, and keep the finished ones in place. " +
        "If no task was moved and only the first line of the commit resembles another task, confirm that " +
        `task ${moved.was} is done: ${confirmCommand(id, moved.was, input)}`,
    );
  }
  const summary = summaryOf(input.phase, planned.path);
  const open = file.body.tasks.filter(({ number }) => !planned.done.includes(number));
  const { commit_docs: commitDocs } = input.config.planning;
  // A committed summary is in history and can be replaced.
  const kept = isReopened(document, input.repository) ||
    (commitDocs && input.repository.committed.has(summary));
  // A plan with deferred checkpoints has a summary before they are answered.
  if (
    input.phase.summaries.has(summary) && !kept &&
    !open.every((task) => canWait(file, task, input.config))
  ) {
    return commitDocs
      ? refuse(
        `Plan ${id} has a summary that is not committed, ${summary}, but not all of its tasks are`,
        planned.done.length === 0
          ? "Commit it if the plan is done; move it away if the plan is to be executed"
          : "Move it away: it is written once all tasks are done",
      )
      : refuse(
        `Plan ${id} has a summary, ${summary}, but not all of its tasks are done`,
        "Move the summary away if the plan is to be executed",
      );
  }
  return unmetDependency(document, input);
}

/** Returns the command that records a task as done, on the branch of the phase. */
function confirmCommand(
  plan: string,
  task: number,
  { project, phase, config, repository }: ExecutionInput,
): string {
  const target = targetBranch(project, phase, config);
  const away = target?.kind === "name" && repository.targetExists && target.branch !== repository.branch;
  const confirm = confirmTaskCommand(plan, task, repository.prefix);
  return away ? `git switch ${quoteShell(target.branch)} && ${confirm}` : confirm;
}

/** Refuses for the first dependency that is neither earlier in this run nor complete. */
function unmetDependency(document: PlanDocument, input: ExecutionInput): Refused | undefined {
  const { project, phase } = input;
  const ordered = new Set(plansOf(phase).map(({ id }) => id));
  for (const { id, phase: named } of dependenciesOf(document, project)) {
    if (id === undefined) {
      if (named === undefined || isTicked(phaseStanding(named, project.roadmap))) continue;
      const number = printPhaseNumber(named);
      return refuse(
        `Plan ${document.id} depends on phase ${number}, which has no plans yet`,
        planningHint(number, roleAgent(input.config.agent, "planning").name),
      );
    }
    if (ordered.has(id)) continue;
    const owner = project.phases.find(({ plans }) => plans.some((plan) => plan.id === id));
    if (owner === undefined && project.phases.some(({ unread }) => unread.map(planIdOfPath).includes(id))) {
      return refuse(`Plan ${document.id} depends on ${id}, which cannot be read`, "Run wf validate");
    }
    // Only plans of earlier milestones have no phase here, and the archives contain only complete ones.
    const needed = owner?.plans.find((plan) => plan.id === id);
    if (owner === undefined || isComplete(needed!, { ...input, phase: owner })) continue;
    if (owner === phase) {
      return refuse(
        `Plan ${document.id} depends on ${id}, which cannot be read`,
        `Run ${validatePlanCommand(needed!.source.path)}`,
      );
    }
    // Only the branch of that phase shows whether wf has begun it.
    const own = input.others?.get(owner.directory);
    if (own !== undefined && isTickedByUser(owner, { repository: own }, project)) continue;
    const command = executePhaseCommand(printPhaseNumber(owner.number));
    const away = branchWith(needed!, owner, input);
    const behind = behindOf(own ?? input.repository, planKey(id)) ??
      own?.behind?.find(({ merges }) => merges);
    return {
      ...behind !== undefined
        ? refuse(
          `Plan ${document.id} depends on ${id} of another phase, and branch "${behind.branch}" lacks its commits`,
          `Get them first: ${updateCommand(behind, input.repository.branch)}`,
        )
        : away === undefined
        ? refuse(
          `Plan ${document.id} depends on ${id} of another phase, which is not complete`,
          `Run it first: ${command}`,
        )
        : refuse(
          `Plan ${document.id} depends on ${id} of another phase, which is complete on ${away} and not merged`,
          `Run ${command}, which offers the merge`,
        ),
      waitsFor: owner,
    };
  }
  return undefined;
}

/** Returns the branch of another phase on which a plan is complete but not merged, or undefined. */
function branchWith(plan: PlanDocument, phase: Phase, input: ExecutionInput): string | undefined {
  const repository = input.others?.get(phase.directory);
  if (repository === undefined || !repository.targetExists || repository.targetMerged) return undefined;
  const target = targetBranch(input.project, phase, input.config);
  if (target?.kind !== "name" || !isComplete(plan, { ...input, phase, repository })) return undefined;
  return target.branch;
}
