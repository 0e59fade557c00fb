import type { PlanType } from "../../../schemas/plan_file.ts";

export const PLAN_TYPES: readonly PlanType[] = ["execute", "tdd"];

/** Returns the type as which a text is read: `tdd` if it begins with that, otherwise `execute`. */
export function planTypeMeant(written: string): PlanType {
  return /^\s*tdd/i.test(written) ? "tdd" : "execute";
}

/** Returns true for a type that means `gap_closure: true`. */
export function isGapClosureType(written: string): boolean {
  return /^\s*gap[\s_-]*closure/i.test(written);
}
