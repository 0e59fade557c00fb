import type { PlanType } from "../../../schemas/plan_file.ts";

/** The types a plan may have. */
export const PLAN_TYPES: readonly PlanType[] = ["execute", "tdd"];

/** The type that a text is read as: `tdd` where it begins so, and `execute` for everything else. */
export function planTypeMeant(written: string): PlanType {
  return /^\s*tdd/i.test(written) ? "tdd" : "execute";
}

/** Whether a type says that the plan closes gaps, in place of `gap_closure: true`. */
export function isGapClosureType(written: string): boolean {
  return /^\s*gap[\s_-]*closure/i.test(written);
}
