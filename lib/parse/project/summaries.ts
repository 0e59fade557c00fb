import { comparePhaseNumbers } from "../ids/phase_number.ts";
import { planKey, planPart, type PlanReference, planReferences } from "../ids/plan_id.ts";
import { summaryPath, summaryPaths } from "../ids/plan_names.ts";
import { type PlanFacts, planIdOfPath } from "../plan_file/plan_file.ts";
import type { PhaseFacts } from "./model.ts";
import { baseName } from "../../path/paths.ts";

/** Reports whether a plan's summary exists. */
export function hasSummary(phase: PhaseFacts, plan: PlanFacts): boolean {
  return phase.summaries.size > 0 && phase.summaries.has(summaryOf(phase, plan.source.path));
}

/**
 * Returns the path of a plan's summary: of the existing one, otherwise of the one to write.
 *
 * A summary belongs to the plan whose name it has. One that has the name of none belongs to the plan with its
 * numbers (`01-01-SUMMARY.md` to `01-01-auth-PLAN.md`), and one without a plan's number (`SUMMARY.md`,
 * `01-SUMMARY.md`) to a phase's only plan.
 */
export function summaryOf(phase: PhaseFacts, planPath: string): string {
  const existing = phase.summaries.size === 0 ? undefined : assigned(phase).byPlan.get(planPath);
  return existing ?? summaryPath(planPath);
}

/** Returns the summaries with the numbers of a plan that does not exist. */
export function summariesWithoutPlan(phase: PhaseFacts): readonly string[] {
  return phase.summaries.size === 0 ? [] : assigned(phase).left.filter((path) => numbersIn(path).length > 0);
}

interface AssignedSummaries {
  /** The existing summaries, by the path of their plan. */
  readonly byPlan: ReadonlyMap<string, string>;
  /** The summaries of no plan. */
  readonly left: readonly string[];
}

/** Cache, as each plan of a phase needs the same result. */
const KNOWN = new WeakMap<PhaseFacts, AssignedSummaries>();

function assigned(phase: PhaseFacts): AssignedSummaries {
  const known = KNOWN.get(phase) ?? assign(phase);
  KNOWN.set(phase, known);
  return known;
}

function assign({ number, plans, unread, summaries }: PhaseFacts): AssignedSummaries {
  const byPlan = new Map<string, string>();
  const open: { readonly path: string; readonly part: string }[] = [];
  const all = [
    ...plans.map(({ source, id }) => ({ path: source.path, part: planPart(id) })),
    ...unread.map((path) => ({ path, part: planPart(planIdOfPath(path)) })),
  ];
  for (const plan of all) {
    const own = summaryPaths(plan.path, plan.part).find((path) => summaries.has(path));
    if (own === undefined) open.push(plan);
    else byPlan.set(plan.path, own);
  }
  const named = new Set(byPlan.values());
  const left = [...summaries].filter((path) => !named.has(path)).filter((path) => {
    const numbers = numbersIn(path);
    const isOwn = ({ part }: typeof all[number]) =>
      numbers.length === 0 ? all.length === 1 : numbers.some(({ phase, plan }) => {
        return comparePhaseNumbers(phase!, number) === 0 && planKey(plan) === planKey(part);
      });
    const plan = open.find((plan) => isOwn(plan) && !byPlan.has(plan.path));
    if (plan !== undefined) byPlan.set(plan.path, path);
    return plan === undefined;
  });
  return { byPlan, left };
}

/** Returns the plans that the name of a summary may refer to by phase and number. */
function numbersIn(path: string): readonly PlanReference[] {
  const stem = baseName(path).replace(/[-_.]?SUMMARY\.md$/i, "");
  return planReferences(stem).filter(({ phase }) => phase !== undefined);
}
