import type { ReportOptions } from "../../../schemas/commands.ts";
import { hostedCall } from "../../apply/session/hosted_call.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { defined } from "../../collections/defined.ts";
import { questionLine } from "../../plan/run/turn_outcome.ts";
import { parseToken, printToken } from "../../plan/run/instruction.ts";
import { makeAsker } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { advanceHostedCall, type HostedCallInput } from "./hosted_call.ts";
import { advanceHostedRun } from "./hosted_run.ts";
import { withoutTerminal } from "./instruction_outcome.ts";
import { openOwnRepository } from "../context/open_project.ts";

/** Takes a host's report of a task, and returns the next instruction. */
export async function report(options: ReportOptions, context: CommandContext): Promise<Outcome> {
  const token = parseToken(options.token);
  if (token === undefined) {
    throw new UsageError(
      `Cannot read the token "${options.token}"`,
      "Give it as wf next printed it: 01-02/1#1",
    );
  }
  const { cwd, result, words = "" } = options;
  const repository = await openOwnRepository(context);
  const { git, project } = repository;
  const failure = result === "failed" ? words || "the host reports that it failed" : undefined;
  const text = result === "done" || result === "failed" ? words : questionLine(result, words);
  const reported = { ...token, failure, text };
  const [session, call] = await Promise.all([hostedSession.read(git), hostedCall(repository).read(git)]);
  const turn = [...call?.turns ?? [], ...session?.turns ?? []].find((open) => {
    return printToken(open) === printToken(token);
  });
  if (turn?.answer && result !== "failed" && (result !== "done" || words.trim() === "")) {
    throw new UsageError(
      `${options.token} asks for an answer: ${result === "done" ? "there is none" : `${result} is none`}`,
      "Report done with the JSON that its prompt describes, which can contain what is uncertain; or failed with the reason",
    );
  }
  if (call !== undefined) {
    const { options, command } = call;
    const hosted = command as HostedCallInput["command"];
    return await advanceHostedCall({ command: hosted, options, given: [], cwd, report: reported }, context);
  }
  if (session === undefined || (session.project ?? project) !== project) {
    throw new UsageError(
      `No report of ${options.token} is expected`,
      "Ask for the next instruction: wf next execute-phase <phase>",
    );
  }
  const { phase, plan, parallel, flags, yes = false } = session;
  const answers = makeAsker({ answers: new Map(), yes }, withoutTerminal(context));
  const set = flags.filter((_, index) => index % 2 === 1);
  const phaseOptions = { phase, yes, set, ...defined({ plan, cwd }) };
  return await advanceHostedRun(phaseOptions, { answers, parallel, report: reported }, context);
}
