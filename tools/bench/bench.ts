/**
 * What all parts of the benchmark share.
 * @module
 */
import { type Call, runProcess } from "./measure.ts";
import type { Programs } from "./programs.ts";
import type { Measured } from "./table.ts";

/** A benchmark that is under way. */
export interface Bench {
  /** The folder that everything is made in. */
  readonly folder: string;
  /** What is measured. */
  readonly programs: Programs;
  /** Whether fewer rounds are measured, and what takes longest is left out. */
  readonly quick: boolean;
  /** Numbers of plans that there are projects of, in rising order. */
  readonly sizes: readonly number[];
  /** The folder of the project with so many plans. */
  project(plans: number): string;
  /** How often something is measured, where once takes so long. */
  rounds(each: "short" | "long"): number;
}

/** A whole process, from its start to its end. */
export function whole(call: Call): { readonly run: () => Promise<void> } {
  return { run: () => runProcess(call) };
}

/** A row of the table. */
export function measured(row: Omit<Measured, "kind">): Measured {
  return { kind: "measured", ...row };
}

/** A number as people write it: `10,000`. */
export function grouped(number: number): string {
  return number.toLocaleString("en");
}
