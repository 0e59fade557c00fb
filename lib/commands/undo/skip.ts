import type { SkipOptions } from "../../../schemas/commands.ts";
import { planSkip } from "../../plan/undo/skip_plan.ts";
import { oneLine } from "../../plan/naming/commit_message.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { changeWork } from "./change_work.ts";

/** Records that a task, or the open tasks of a plan, are not to be executed, and why. */
export function skip(options: SkipOptions, context: CommandContext): Promise<Outcome> {
  const why = oneLine(options.why ?? "");
  if (why === "") {
    throw new UsageError("Give the reason", 'For example: wf skip 01-02/1 --why "the API already does this"');
  }
  const command = ["skip", "--why", why] as const;
  return changeWork({ command, plan: (target, input) => planSkip(target, why, input) }, options, context);
}
