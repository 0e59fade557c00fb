import type { ContextFill } from "../../../schemas/usage.ts";

/** The part of a context up to which a session continues with another turn. */
const MAX_FILL = 0.8;

/** Reports whether the context of a session is too full for another turn; false if it is unknown. */
export function isNearlyFull(context: ContextFill | undefined): boolean {
  return context !== undefined && context.size > 0 && context.used / context.size > MAX_FILL;
}
