import type { Question } from "../../../schemas/question.ts";
import type { Verification } from "../../../schemas/verification.ts";
import { confirmFlag, withLasting } from "../command_lines/repeated_flags.ts";
import { executePhaseCommand } from "../command_lines/commands.ts";
import { gapCommand } from "./gaps.ts";
import { gapCommands } from "../run/next_commands.ts";
import { VERIFICATION } from "./questions.ts";
import { quoteShell } from "../../text/quote_shell.ts";

export interface VerificationCommandsInput {
  readonly question?: Question;
  /** The arguments that a next call needs too. */
  readonly flags: readonly string[];
  readonly agent: string;
  /** True if the user interrupted it before anything was recorded. */
  readonly interrupted?: boolean;
  /** True if the document of someone else was kept. */
  readonly kept?: boolean;
  /** True if `--yes` confirms every gate; a next call does so too. */
  readonly yes?: boolean;
}

/** Returns the sensible commands after a verification, the most likely first. Each can be pasted. */
export function verificationCommands(
  { phase, status, gaps }: Verification,
  { question, agent, flags, interrupted = false, kept = false, yes = false }: VerificationCommandsInput,
): readonly string[] {
  const again = [verifyPhaseCommandLine(phase.number), ...[...flags, ...confirmFlag(yes)].map(quoteShell)]
    .join(" ");
  if (interrupted) return [again];
  if (question !== undefined) {
    const answers = question.choices.map(({ value }) => value);
    if (question.open) answers.push("what is wrong");
    return answers.map((value) => `${again} --answer ${question.id}=${quoteShell(value)}`);
  }
  if (status === "passed") return ["wf status"];
  if (kept) return [`${again} --answer ${VERIFICATION}=replace`];
  const first = gapCommand(gaps);
  if (first !== undefined) return [withLasting(first, flags), again];
  return status === "gaps_found" ? [...gapCommands(phase.number, agent, flags).slice(0, -1), again] : [again];
}

/** Returns the command that verifies a phase; its number as printed. */
export function verifyPhaseCommandLine(number: string): string {
  return executePhaseCommand(number).replace("execute", "verify");
}
