import type { HostedStatus } from "../../../schemas/results/status.ts";
import { optionWords } from "../../plan/command_lines/option_words.ts";
import { planFlag } from "../../plan/command_lines/repeated_flags.ts";
import { runWords } from "../../plan/command_lines/commands.ts";
import { printToken } from "../../plan/run/instruction.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import type { Repository } from "../git/repository.ts";
import { hostedCall } from "./hosted_call.ts";
import { hostedSession, isOpenSession } from "./hosted_session.ts";

/** Returns the command of a project that a host carries out, between two of its calls. */
export async function readHosted(repository: Repository): Promise<HostedStatus | undefined> {
  const { git, project } = repository;
  const [call, run] = await Promise.all([hostedCall(repository).read(git), hostedSession.read(git)]);
  const command = (words: readonly string[]) => words.map(quoteShell).join(" ");
  if (call !== undefined) {
    return {
      command: command([call.command, ...optionWords(call.options)]),
      turns: call.turns.map(printToken),
    };
  }
  if (run === undefined || !isOpenSession(run) || (run.project ?? project) !== project) return undefined;
  const { phase, plan, flags, turns } = run;
  const words = runWords(phase, plan);
  const only = words[0] === "quick" ? [] : planFlag(plan);
  return { command: command([...words, ...only, ...flags]), turns: turns.map(printToken) };
}
