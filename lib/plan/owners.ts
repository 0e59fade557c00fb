import type { Trespass } from "./next.ts";
import { type PlanFiles, trespasses } from "./ownership.ts";

/** Paths that a plan changed although it does not declare them. */
export interface Strays {
  /** Those that a plan beside it declares. */
  readonly trespassed: readonly Trespass[];
  /** Those that none of these plans declares. */
  readonly undeclared: readonly string[];
}

/** Compares what a plan changed with what it and the plans beside it declare. */
export function compareOwners(
  changed: readonly string[],
  own: readonly string[],
  beside: readonly PlanFiles[],
): Strays {
  const { foreign, undeclared } = trespasses(changed, { id: "", files: own }, beside);
  return { trespassed: foreign, undeclared };
}
