import type { NextOptions } from "../../../schemas/commands.ts";
import { makeAsker, readAnswers } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { lead, silent } from "./hosted_run.ts";

/** For a hosting agent: does all that needs no agent, and gives the one thing to do next. */
export async function next(options: NextOptions, context: CommandContext): Promise<Outcome> {
  if (options.command !== "execute-phase") {
    throw new UsageError(
      `Cannot lead through "${options.command}"`,
      "It is execute-phase that is led through; run the others themselves, with --json",
    );
  }
  const answers = makeAsker(
    { answers: readAnswers(options.answer), yes: options.yes ?? false },
    silent(context),
  );
  return await lead(options, { answers, parallel: options.parallel ?? false, report: undefined }, context);
}
