import type { RunOutcome } from "../../../schemas/event.ts";
import type { MilestonePlan } from "../../../schemas/milestone.ts";
import {
  answerCommands,
  commandsAfterPending,
  completeMilestoneCommand,
  executePhaseCommand,
  mergeCommands,
  NEW_MILESTONE,
  planCommandFor,
} from "../command_lines/commands.ts";
import { gapCommands } from "../run/next_commands.ts";

export interface MilestoneCommandsInput {
  /** The called command, without its answers. */
  readonly again: string;
  readonly agent: string;
  /** True if no other milestone is in progress. */
  readonly last?: boolean;
  /** True if its branch is not merged, because the user has skipped that. */
  readonly unmerged?: boolean;
  /** True if the repository has a remote, where a pull request can merge the branch. */
  readonly hasRemote?: boolean;
  /** The arguments of the call that a next command needs too. */
  readonly flags?: readonly string[];
}

/**
 * Returns the sensible commands after completing a milestone, the most likely first.
 *
 * @param outcome The outcome; undefined if the milestone is not complete.
 */
export function milestoneCommands(
  outcome: RunOutcome | undefined,
  { phases, version }: MilestonePlan,
  { again, agent, last = false, unmerged = false, hasRemote = false, flags }: MilestoneCommandsInput,
): readonly string[] {
  switch (outcome?.kind) {
    case undefined: {
      const open = phases.filter(({ problems }) => problems.length > 0).flatMap(
        ({ number, state, verdict }) => {
          if (state === "unplanned") return [planCommandFor(number, agent)];
          return verdict === undefined
            ? [executePhaseCommand(number)]
            : gapCommands(number, agent).slice(0, 1);
        },
      );
      return [...new Set(open), `${again} --allow-incomplete`];
    }
    case "completed":
      if (unmerged) return [...(hasRemote ? ["wf ship"] : []), completeMilestoneCommand(version)];
      return [last ? NEW_MILESTONE : "wf status"];
    case "waiting":
      return answerCommands(outcome.question, again);
    case "conflict":
      return outcome.begun ? commandsAfterPending(outcome, again, flags) : mergeCommands(again);
    case "failed":
    case "gaps":
    case "declined":
    case "suspended":
    case "interrupted":
      return [again];
  }
}
