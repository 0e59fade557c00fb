import type { UndoOptions } from "../../../schemas/commands.ts";
import { planUndo } from "../../plan/undo/undo_plan.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { changeWork } from "./change_work.ts";

/** Reverts the commits of a phase, plan or task, so that the next run executes it again. */
export function undo(options: UndoOptions, context: CommandContext): Promise<Outcome> {
  return changeWork({ command: ["undo"], plan: planUndo }, options, context);
}
