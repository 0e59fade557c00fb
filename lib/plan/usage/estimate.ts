import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { UsageEstimate, UsageRecord } from "../../../schemas/usage.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { groupBy } from "../../collections/group_by.ts";
import { defined } from "../../collections/defined.ts";
import { roundCost, totalUsage } from "./total.ts";

/** Maximum number of earlier plans to estimate from. */
const MAX_PLANS = 6;

/**
 * Estimates what the open plans of an execution will use, from the average of the last plans with the same agent
 * that reported what they used.
 * Costs are estimated only if every turn of these has one, in one currency.
 *
 * @returns Undefined without earlier plans, or without open ones.
 */
export function estimateUsage(
  records: readonly UsageRecord[],
  { agent, waves }: Pick<ExecutionPlan, "agent" | "waves">,
): UsageEstimate | undefined {
  const open = waves.flatMap(({ plans }) =>
    plans.filter(({ complete }) => !complete).map(({ id }) => planKey(id))
  );
  const earlier = records.filter(({ role, plan, agent: by, tokens, cost }) =>
    role === "execution" && by === agent && plan !== undefined && !open.includes(planKey(plan)) &&
    (tokens !== undefined || cost !== undefined)
  );
  // A plan moves to the end with each of its turns.
  const last = [...groupBy(earlier.toReversed(), ({ plan }) => planKey(plan!)).values()].slice(0, MAX_PLANS);
  const { tokens, costs, unpriced } = totalUsage(last.flat());
  const sum = tokens.input + tokens.output;
  if (open.length === 0 || sum === 0) return undefined;
  const [cost] = unpriced === 0 && costs.length === 1 ? costs : [];
  const share = (total: number) => total / last.length * open.length;
  return {
    tokens: Math.round(share(sum)),
    ...defined({ cost: cost && { ...cost, amount: roundCost(share(cost.amount)) } }),
    plans: last.length,
  };
}
