import { commands } from "../../../generated/commands.ts";
import type { NextOptions } from "../../../schemas/commands.ts";
import { defined } from "../../collections/defined.ts";
import { printPhaseNumber, readWholeNumber } from "../../parse/ids/phase_number.ts";
import { bareNumber } from "../../plan/command_lines/commands.ts";
import { makeAsker, readAnswers } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { advanceHostedCall } from "./hosted_call.ts";
import { advanceHostedQuick } from "./hosted_quick.ts";
import { advanceHostedRun } from "./hosted_run.ts";
import { withoutTerminal } from "./instruction_outcome.ts";

/** Advances a hosted command without an agent, and returns the one instruction for the host. */
export async function next(options: NextOptions, context: CommandContext): Promise<Outcome> {
  const { command, phase, answer: given = [], cwd, parallel = false } = options;
  const hosted = optionsOf(options);
  if (command !== "execute-phase" && command !== "quick") {
    return await advanceHostedCall({ command, options: hosted, given, cwd }, context);
  }
  const { yes = false, plan, set, check } = options;
  const answers = makeAsker({ answers: readAnswers(given), yes }, withoutTerminal(context));
  const how = { yes, ...defined({ set, cwd }) };
  const run = { report: undefined, answers, parallel };
  return command === "quick"
    ? await advanceHostedQuick({ ...how, task: phase!, ...defined({ check }) }, run, context)
    : await advanceHostedRun({ ...how, phase: phase!, ...defined({ plan }) }, run, context);
}

/** The options of `next` itself, and those that are passed on in another way. */
const OWN: readonly string[] = ["command", "phase", "answer", "cwd", "json", "quiet", "parallel"];

/** Returns the options of the hosted command. Throws a UsageError for an option that it does not have. */
function optionsOf({ command, phase, ...options }: NextOptions): Readonly<Record<string, unknown>> {
  const { positionals, flags } = commands.find(({ name }) => name === command)!;
  const given = Object.entries(options).filter(([name, value]) => {
    return !OWN.includes(name) && value !== undefined && value !== false;
  });
  for (const [name] of given) {
    if (flags.some((flag) => flag.name === name)) continue;
    throw new UsageError(`${command} has no option --${name}`, `See its options: wf ${command} --help`);
  }
  const [argument] = positionals;
  if (phase === undefined && argument?.required) {
    const example = argument.name === "task" ? '"fix the typo in the title"' : "3";
    throw new UsageError(`${command} needs a ${argument.name}`, `For example: wf next ${command} ${example}`);
  }
  const number = argument?.name === "phase" ? readWholeNumber(phase ?? "") : undefined;
  const first = number === undefined ? phase : bareNumber(printPhaseNumber(number));
  return { ...defined({ [argument!.name]: first }), ...Object.fromEntries(given) };
}
