import type { AbandonOptions, PhaseOptions, PlanOptions } from "../../../schemas/commands.ts";
import type { Config } from "../../../schemas/config.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type {
  StructureInput,
  StructurePlan,
  StructureResult,
} from "../../plan/structure/structure_change.ts";
import { UsageError } from "../context/command_context.ts";

export interface StructureCall {
  readonly options: PhaseOptions | PlanOptions | AbandonOptions;
  /** The command with its arguments, without those that only say where to work or that answer. */
  readonly words: readonly string[];
  /** The phase or plan that it names. */
  readonly target: string;
  readonly plan: (input: StructureInput) => StructureResult;
}

/** The place of a change. */
export interface Place {
  readonly call: StructureCall;
  readonly root: string;
  /** The folder of the documents, relative to the root. */
  readonly base: string;
  readonly repository: Repository | undefined;
  /** The words of the call, as a line. */
  readonly command: string;
}

/** A change that can be made. */
export interface Ready {
  readonly plan: StructurePlan;
  readonly config: Config;
  readonly input: StructureInput;
}

/** Throws a UsageError if a verb that takes one argument was given two. */
export function requireOne(
  verb: string,
  { subject, value }: PhaseOptions | PlanOptions,
  hint: string,
): void {
  if (value === undefined) return;
  throw new UsageError(`wf ${verb} takes one argument, not "${subject}" and "${value}"`, hint);
}
