import { comparePhaseNumbers } from "../../parse/ids/phase_number.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { planKey, planPart, type PlanReference, planReferences } from "../../parse/ids/plan_id.ts";
import { baseNameOf } from "../../parse/ids/summary_paths.ts";
import type { Phase } from "../../parse/project/model.ts";
import { summaryOf } from "../../parse/project/project.ts";

/** A summary whose name does not match any plan. */
export interface StrayedSummary {
  /** Its path. */
  readonly path: string;
  /** The plan with the numbers in its name, if there is one. */
  readonly plan: PlanDocument | undefined;
}

/** The summaries of a phase that have the numbers of a plan, but not the name that a plan expects. */
export function strayedSummaries(phase: Phase): readonly StrayedSummary[] {
  const expected = new Set([
    ...phase.plans.map(({ id, source }) => summaryOf(phase, source.path, id)),
    ...phase.unread.map((path) => summaryOf(phase, path)),
  ]);
  const plans = new Map(phase.plans.toReversed().map((plan) => [planKey(planPart(plan.id)), plan]));
  return [...phase.summaries].filter((path) => !expected.has(path)).flatMap((path) => {
    const numbers = numbersIn(path);
    if (numbers.length === 0) return [];
    const here = numbers.filter((one) => one.phase && comparePhaseNumbers(one.phase, phase.number) === 0);
    return [{
      path,
      plan: here.map(({ plan }) => plans.get(planKey(plan))).find((plan) => plan !== undefined),
    }];
  });
}

function numbersIn(path: string): readonly PlanReference[] {
  const stem = baseNameOf(path).replace(/[-_.]?SUMMARY\.md$/i, "");
  return planReferences(stem).filter(({ phase }) => phase !== undefined);
}
