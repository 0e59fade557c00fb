import { comparePhaseNumbers } from "../parse/phase_number.ts";
import type { PlanDocument } from "../parse/plan_file.ts";
import { planKey, planPart, type PlanReference, planReferences } from "../parse/plan_id.ts";
import { baseNameOf, type Phase, summaryOf } from "../parse/project.ts";

/** A summary whose name is not that of any plan's summary. */
export interface StrayedSummary {
  /** Its path. */
  readonly path: string;
  /** The plan that its numbers name, if there is one. */
  readonly plan: PlanDocument | undefined;
}

/** The summaries of a phase that have a plan's numbers in their names, and not the name of a plan's summary. */
export function strayedSummaries(phase: Phase): readonly StrayedSummary[] {
  const paths = [...phase.plans.map(({ source }) => source.path), ...phase.unread];
  const expected = new Set(paths.map((path) => summaryOf(phase, path)));
  return [...phase.summaries].filter((path) => !expected.has(path)).flatMap((path) => {
    const numbers = numbersIn(path);
    return numbers.length === 0 ? [] : [{ path, plan: planOf(numbers, phase) }];
  });
}

function numbersIn(path: string): readonly PlanReference[] {
  const stem = baseNameOf(path).replace(/[-_.]?SUMMARY\.md$/i, "");
  return planReferences(stem).filter(({ phase }) => phase !== undefined);
}

function planOf(numbers: readonly PlanReference[], { plans, number }: Phase): PlanDocument | undefined {
  const here = numbers.filter(({ phase }) => phase !== undefined && comparePhaseNumbers(phase, number) === 0);
  return plans.find(({ id }) => here.some(({ plan }) => planKey(planPart(id)) === planKey(plan)));
}
