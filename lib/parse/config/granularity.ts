import type { Granularity } from "../../../schemas/config.ts";

export interface PhaseRange {
  /** Minimum, inclusive. */
  readonly least: number;
  /** Maximum, inclusive. */
  readonly most: number;
}

const RANGES: Readonly<Record<Granularity, PhaseRange>> = {
  coarse: { least: 3, most: 5 },
  standard: { least: 5, most: 8 },
  fine: { least: 8, most: 12 },
};

/** The granularities, the coarsest first. */
export const granularities: readonly Granularity[] = ["coarse", "standard", "fine"];

/** Returns the range for the number of phases of a milestone. See docs/configuration.md. */
export function phaseRange(granularity: Granularity): PhaseRange {
  return RANGES[granularity];
}

/** The range in words: `5 to 8 phases`. */
export function phaseRangeText(granularity: Granularity): string {
  const { least, most } = phaseRange(granularity);
  return `${least} to ${most} phases`;
}
