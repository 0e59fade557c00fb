import type { RedoOptions } from "../../../schemas/commands.ts";
import { planUndo } from "../../plan/undo/undo_plan.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { changeWork } from "./change_work.ts";

/** Has a phase, plan or task executed again, on top of its commits or after reverting them. */
export function redo(options: RedoOptions, context: CommandContext): Promise<Outcome> {
  const { undo = false } = options;
  return changeWork(
    {
      command: ["redo", ...undo ? ["--undo"] : []],
      plan: (target, input) => planUndo(target, { ...input, keeps: !undo }),
    },
    options,
    context,
  );
}
