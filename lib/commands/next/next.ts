import type { NextOptions } from "../../../schemas/commands.ts";
import { makeAsker, readAnswers } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { advanceHostedRun, withoutTerminal } from "./hosted_run.ts";

/** Advances a hosted run without an agent, and returns the one instruction for the host. */
export async function next(options: NextOptions, context: CommandContext): Promise<Outcome> {
  if (options.command !== "execute-phase") {
    throw new UsageError(
      `Cannot host "${options.command}"`,
      "Only execute-phase can be hosted; run the other commands directly, with --json",
    );
  }
  const { answer, yes = false, parallel = false } = options;
  const answers = makeAsker({ answers: readAnswers(answer), yes }, withoutTerminal(context));
  return await advanceHostedRun(options, { answers, parallel, report: undefined }, context);
}
