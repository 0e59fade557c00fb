import type { ReportOptions } from "../../../schemas/commands.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { openRepository } from "../../apply/git/repository.ts";
import { defined } from "../../collections/defined.ts";
import { questionLine } from "../../plan/run/turn_outcome.ts";
import { parseToken } from "../../plan/run/instruction.ts";
import { makeAsker } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { advanceHostedRun, withoutTerminal } from "./hosted_run.ts";
import { findRoot } from "../context/open_project.ts";

/** Takes a host's report of a task, and returns the next instruction. */
export async function report(options: ReportOptions, context: CommandContext): Promise<Outcome> {
  const token = parseToken(options.token);
  if (token === undefined) {
    throw new UsageError(
      `Cannot read the token "${options.token}"`,
      "Give it as wf next printed it: 01-02/1#1",
    );
  }
  const root = await findRoot(context);
  const session = await hostedSession.read((await openRepository(context.host, root)).git);
  if (session === undefined) {
    throw new UsageError(
      `No report of ${options.token} is expected`,
      "Ask for the next instruction: wf next execute-phase <phase>",
    );
  }
  const { result, words = "" } = options;
  const failure = result === "failed" ? words || "the host reports that it failed" : undefined;
  const text = result === "done" || result === "failed" ? words : questionLine(result, words);
  const { phase, plan, parallel, flags, yes = false } = session;
  const answers = makeAsker({ answers: new Map(), yes }, withoutTerminal(context));
  const set = flags.filter((_, index) => index % 2 === 1);
  const phaseOptions = { phase, yes, set, ...defined({ plan, cwd: options.cwd }) };
  return await advanceHostedRun(
    phaseOptions,
    { answers, parallel, report: { ...token, failure, text } },
    context,
  );
}
