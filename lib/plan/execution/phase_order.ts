import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { Phase } from "../../parse/project/model.ts";
import { findPhase } from "../../parse/project/project.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import type { RepoSnapshot } from "../history/repo_snapshot.ts";
import { targetBranch } from "../naming/target_branch.ts";
import { type OpenPhases, phaseOrderQuestion } from "../run/questions.ts";
import type { ExecutionInput } from "./execution_input.ts";
import type { StepDraft } from "./lanes.ts";
import { isComplete, isExecuted, isTickedByUser } from "./planned_plan.ts";

/** A phase that another depends on and whose work it would not have. */
interface OpenDependency {
  readonly number: PhaseNumber;
  /** The branch on which it is executed, if that is not merged. */
  readonly branch?: string;
}

/**
 * Returns the question whether to execute a phase before the phases that it depends on in the roadmap; none if they
 * are executed, ticked, excluded or nowhere in the project, once a task of this phase is committed, and if nothing of it is left to do.
 */
export function phaseOrderSteps(input: ExecutionInput): readonly StepDraft[] {
  const { phase, config } = input;
  if (!mayAsk(input)) return [];
  const open = dependenciesOf(input).flatMap((number) => openDependency(number, input) ?? []);
  if (open.length === 0) return [];
  const phases: OpenPhases = {
    open: open.filter(({ branch }) => branch === undefined).map(({ number }) => printPhaseNumber(number)),
    unmerged: open.flatMap(({ number, branch }) =>
      branch === undefined ? [] : [{ number: printPhaseNumber(number), branch }]
    ),
  };
  const question = phaseOrderQuestion(printPhaseNumber(phase.number), phases, config.mode);
  return [{ kind: "ask", id: question.id, question }];
}

/** Returns the phases whose own branches show whether the question is asked, and which. */
export function phasesToInspect(input: ExecutionInput): readonly Phase[] {
  if (!mayAsk(input)) return [];
  return dependenciesOf(input).flatMap((number) => {
    const needed = findPhase(input.project, number);
    return needed !== undefined && !allExecuted(needed, input, input.repository) &&
        branchOf(needed, input) !== undefined
      ? [needed]
      : [];
  });
}

/** Reports whether a phase has work left and none of its tasks is committed. */
function mayAsk({ phase, only, config, repository }: ExecutionInput): boolean {
  if (phase.plans.some(({ id }) => repository.journal.has(planKey(id)))) return false;
  return plansOf(phase).some((plan) =>
    (only === undefined || plan.id === only) && !isComplete(plan, { config, repository, phase })
  );
}

function dependenciesOf({ project: { roadmap }, phase }: ExecutionInput): readonly PhaseNumber[] {
  return roadmap?.phases.find(({ number }) => comparePhaseNumbers(number, phase.number) === 0)?.dependsOn ??
    [];
}

function openDependency(number: PhaseNumber, input: ExecutionInput): OpenDependency | undefined {
  const { project, others } = input;
  const standing = phaseStanding(number, project.roadmap);
  const needed = findPhase(project, number);
  if (standing.kind === "excluded" || isPassed(number, needed, input)) return undefined;
  const branch = needed && branchOf(needed, input);
  const own = branch === undefined ? undefined : others?.get(needed!.directory);
  if (needed === undefined || branch === undefined || own === undefined) {
    return isTicked(standing) ? undefined : { number };
  }
  if (!own.targetMerged && allExecuted(needed, input, own)) return { number, branch };
  return isTickedByUser(needed, { repository: own }, project) ? undefined : { number };
}

/** Reports whether a phase is executed, or cannot be any more, such as one of an archived milestone. */
function isPassed(number: PhaseNumber, needed: Phase | undefined, input: ExecutionInput): boolean {
  const listed = input.project.roadmap?.phases ?? [];
  if (needed === undefined) return listed.every((phase) => comparePhaseNumbers(phase.number, number) !== 0);
  // Another tool has executed it.
  if (plansOf(needed).length === 0) return needed.summaries.size > 0;
  return allExecuted(needed, input, input.repository);
}

function allExecuted(phase: Phase, { config }: ExecutionInput, repository: RepoSnapshot): boolean {
  const plans = plansOf(phase);
  return plans.length > 0 && plans.every((plan) => isExecuted(plan, { config, repository, phase }));
}

/** Returns the branch that wf has created for another phase. */
function branchOf(needed: Phase, { project, phase, config, repository }: ExecutionInput): string | undefined {
  const target = targetBranch(project, needed, config);
  const own = targetBranch(project, phase, config);
  if (target?.kind !== "name" || !repository.bases.has(target.branch)) return undefined;
  return own?.kind === "name" && own.branch === target.branch ? undefined : target.branch;
}
