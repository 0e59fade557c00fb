/**
 * Types and functions that all parts of the benchmark share.
 * @module
 */
import { type Call, type Candidate, processorTime, runProcess } from "./measure.ts";
import type { Programs } from "./programs.ts";
import type { Measured } from "./table.ts";

/** A running benchmark. */
export interface Bench {
  /** The folder that contains all generated files. */
  readonly folder: string;
  /** The programs to measure. */
  readonly programs: Programs;
  /** True to measure fewer rounds and skip the slowest measurements. */
  readonly quick: boolean;
  /** The sizes of the sample projects in plans, ascending. */
  readonly sizes: readonly number[];
  /** Returns the folder of the project with a number of plans. */
  project(plans: number): string;
  /** Returns the number of rounds for a measurement of this length. */
  rounds(each: "short" | "long"): number;
}

/** True to measure processor time, on a machine that does other things. */
const BY_PROCESSOR = Deno.args.includes("--processor");

/** Returns a candidate that runs a whole process, from its start to its end. */
export function whole(call: Call): Pick<Candidate, "run"> {
  return { run: () => BY_PROCESSOR ? processorTime(call) : runProcess(call) };
}

/** Returns a row of the table. */
export function measured(row: Omit<Measured, "kind">): Measured {
  return { kind: "measured", ...row };
}

/** Formats a number with thousands separators: `10,000`. */
export function grouped(number: number): string {
  return number.toLocaleString("en");
}
