import type { Instruction } from "../../../schemas/instruction.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { isQuickId } from "../../plan/quick/quick_plan.ts";
import { instructionText } from "../../report/run/instruction.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";

/** Returns a context without a terminal: the host puts questions to the user. */
export function withoutTerminal(context: CommandContext): CommandContext {
  return { ...context, json: true, byAgent: () => true };
}

/** Returns the outcome of a call. Its exit code is that of the command only at the end. */
export function instructionOutcome(
  instruction: Instruction,
  { style }: CommandContext,
  ended: ExitCode,
): Outcome {
  const exitCode = instruction.kind === "stopped" ? ended : 0;
  return { exitCode, result: instruction, text: instructionText(instruction, style) };
}

/** Returns the text at the end of a single plan. */
export function doneText(plan: string): string {
  return isQuickId(plan)
    ? `Quick task ${plan} is done. To take it back: wf undo ${plan}`
    : `Plan ${plan} is complete.`;
}
