import type { RunOutcome } from "../../schemas/event.ts";
import type { MilestonePlan } from "../../schemas/milestone.ts";
import { answerCommands, commandsAfterPending, executePhaseCommand, mergeCommands } from "./next_commands.ts";

/**
 * The commands that make sense after completing a milestone was tried, the likeliest first.
 *
 * @param outcome How it ended; undefined when the milestone is not complete.
 * @param again The command that was called, without what it answered.
 */
export function milestoneCommands(
  outcome: RunOutcome | undefined,
  { phases }: MilestonePlan,
  again: string,
): readonly string[] {
  switch (outcome?.kind) {
    case undefined: {
      const open = phases.filter(({ plans }) => plans.done < plans.total);
      return [...open.map(({ number }) => executePhaseCommand(number)), `${again} --allow-incomplete`];
    }
    case "completed":
      return ["wf status"];
    case "waiting":
      return answerCommands(outcome.question, again);
    case "conflict":
      return outcome.begun ? commandsAfterPending(outcome, again) : mergeCommands(again);
    case "failed":
    case "gaps":
    case "declined":
    case "suspended":
    case "interrupted":
      return [again];
  }
}
