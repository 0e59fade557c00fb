import { comparePhaseNumbers, type PhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import { findPhase } from "../../parse/project/project.ts";
import { isTicked, phaseStanding } from "../../parse/roadmap/phase_state.ts";
import { phaseOrderQuestion } from "../run/questions.ts";
import type { ExecutionInput } from "./execution_input.ts";
import type { StepDraft } from "./lanes.ts";
import { isComplete } from "./planned_plan.ts";

/**
 * Returns the question whether to execute a phase before the phases that it depends on in the roadmap; none if they
 * are executed, ticked, excluded or nowhere in the project, once a task of this phase is committed, and if nothing of it is left to do.
 */
export function phaseOrderSteps(input: ExecutionInput): readonly StepDraft[] {
  const { project, phase, only, config, repository } = input;
  const { roadmap } = project;
  if (phase.plans.some(({ id }) => repository.journal.has(planKey(id)))) return [];
  const listed = (wanted: PhaseNumber) =>
    roadmap?.phases.find(({ number }) => comparePhaseNumbers(number, wanted) === 0);
  const open = listed(phase.number)?.dependsOn.filter((number) => {
    const standing = phaseStanding(number, roadmap);
    if (isTicked(standing) || standing.kind === "excluded") return false;
    const needed = findPhase(project, number);
    // A phase of an archived milestone, for example.
    if (needed === undefined && listed(number) === undefined) return false;
    const plans = needed === undefined ? [] : plansOf(needed);
    return plans.length === 0 ||
      !plans.every((plan) => isComplete(plan, { config, repository, phase: needed! }));
  }) ?? [];
  const hasWork = plansOf(phase).some((plan) =>
    (only === undefined || plan.id === only) && !isComplete(plan, { config, repository, phase })
  );
  if (open.length === 0 || !hasWork) return [];
  const question = phaseOrderQuestion(
    printPhaseNumber(phase.number),
    open.map(printPhaseNumber),
    config.mode,
  );
  return [{ kind: "ask", id: question.id, question }];
}
