import { comparePhaseNumbers, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { KeptBranch } from "../../../schemas/results/structure.ts";
import type { Project } from "../../parse/project/model.ts";
import { refuse, type Refused } from "../execution/refused.ts";
import type { BegunWork } from "./open_work.ts";
import type { Documents, Restructured } from "./restructure.ts";

export interface StructureInput extends BegunWork {
  readonly documents: Documents;
}

/** A change of documents, with its description. */
export interface StructurePlan extends Restructured {
  /** The phase or plan after the change, as an argument of commands; before it if it is removed. */
  readonly target: string;
  /** The change, as the beginning of a commit message: `insert phase 3.1: Hotfix`. */
  readonly subject: string;
  /** The arguments of `wf` that take it back; undefined if no command does. */
  readonly inverse: readonly string[] | undefined;
  /** The branches that get another name, under which they are kept. */
  readonly kept?: readonly KeptBranch[];
  /** The trailers of its commit, except those about new IDs of plans. */
  readonly trailers?: readonly string[];
}

export type StructureResult = StructurePlan | Refused;

/** Refuses if two folders have the same number, so that no change of one of them is certain. */
export function findDuplicate({ phases }: Project): Refused | undefined {
  const other = phases.find((phase, index) => {
    return index > 0 && comparePhaseNumbers(phases[index - 1]!.number, phase.number) === 0;
  });
  if (other === undefined) return undefined;
  const first = phases.find(({ number }) => comparePhaseNumbers(number, other.number) === 0)!;
  return refuse(
    `Two folders have the number ${
      printPhaseNumber(other.number)
    }: ${first.directory} and ${other.directory}`,
    "Rename one of them first",
  );
}
