import type { MockEnding } from "../../../../schemas/mock_script.ts";

/** How a turn ends. */
export type TurnEnd =
  | { readonly kind: "ended"; readonly reason: MockEnding }
  | { readonly kind: "failed"; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: "crashed"; readonly code: number }
  | { readonly kind: "hangs" };
