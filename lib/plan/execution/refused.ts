import type { ExecutionResult } from "./execution_input.ts";

/** The reason why something cannot be done, with advice for the user. */
export type Refused = Extract<ExecutionResult, { readonly kind: "refused" }>;

export function refuse(message: string, hint: string): Refused {
  return { kind: "refused", message, hint };
}
