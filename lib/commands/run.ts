import type { RunOptions } from "../../schemas/commands.ts";
import type { EndedStage, RunResult, Stage } from "../../schemas/results/run.ts";
import type { StatusResult } from "../../schemas/results/status.ts";
import { defined } from "../collections/defined.ts";
import type { ExitCode } from "../errors/program_error.ts";
import { calledFrom, confirmFlag, lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { unknownPhase } from "../plan/command_lines/phase_argument.ts";
import { nextStage } from "../plan/milestone/next_stage.ts";
import { runText } from "../report/milestone/run.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { noQuestion, readAnswers } from "./context/answers.ts";
import {
  type CommandContext,
  type Outcome,
  type StageContext,
  UsageError,
} from "./context/command_context.ts";
import { notice } from "./context/consult.ts";
import { callAtEnd } from "./context/call_user.ts";
import { actingOverrides, openPhases, requireConfig } from "./context/open_project.ts";
import { readStatus } from "./context/read_status.ts";
import { parsePhaseNumber, type PhaseNumber, printPhaseNumber } from "../parse/ids/phase_number.ts";

/**
 * Plans, executes and verifies the phases in the order that the status suggests, until nothing is left or a
 * person is needed.
 */
export async function run(options: RunOptions, context: CommandContext): Promise<Outcome> {
  const { until } = options;
  const last = until === undefined ? undefined : parsePhaseNumber(until);
  if (until !== undefined && last === undefined) {
    throw new UsageError(
      `Cannot read --until ${until}: expected the number of a phase`,
      "For example: --until 3",
    );
  }
  const given = readAnswers(options.answer);
  const answered = new Set<string>();
  const stages: EndedStage[] = [];
  const end = (result: Omit<RunResult, "formatVersion" | "stages">, exitCode: ExitCode) => {
    const next = calledFrom(result.next, lastingFlags(options));
    return ended({ ...result, stages, next }, exitCode, context);
  };
  while (true) {
    const status = await statusNow(options, context);
    requirePhase(last, status);
    const decided = nextStage(status, { done: stages, ...defined({ until }) });
    if (decided.kind !== "stage") {
      const exitCode = decided.kind === "completed" ? 0 : 1;
      const reason = decided.kind === "completed" ? "" : decided.message;
      await callAtEnd("run", { exitCode, reason }, context);
    }
    if (decided.kind === "stopped") {
      return end({ outcome: "stopped", message: decided.message, next: decided.next }, 1);
    }
    if (decided.kind === "completed") {
      for (const id of given.keys()) if (!answered.has(id)) notice(noQuestion(id), context);
      return end({ outcome: "completed", next: status.next }, 0);
    }
    const { stage } = decided;
    if (options["dry-run"]) {
      return end({ outcome: "planned", first: stage, next: [againCommand(options)] }, 0);
    }
    const command = `wf ${stage.command} ${stage.phase}`;
    context.progress(`\n${context.progressStyle.bold(command)}\n`);
    const shared = { answered, commands: [command], again: againCommand({}, until) };
    const exitCode = await carryOut(stage, options, shared, context);
    stages.push({ ...stage, exitCode });
    if (exitCode !== 0) return end({ outcome: "stopped", next: [againCommand(options)] }, exitCode);
  }
}

async function statusNow(options: RunOptions, context: CommandContext): Promise<StatusResult> {
  const opened = await openPhases(["run"], context);
  const overrides = actingOverrides(options, context);
  requireConfig(opened.project, overrides);
  return (await readStatus(opened, overrides, context)).status;
}

/** Carries out a stage and shows its result. */
async function carryOut(
  { command, phase }: Stage,
  { cwd, agent, set, budget, answer, yes }: RunOptions,
  stage: StageContext,
  context: CommandContext,
): Promise<ExitCode> {
  const options = { phase, ...defined({ cwd, agent, set, budget, answer, yes }) };
  const { result, text = "", exitCode } = await context.call(command, options, { stage });
  if (!context.json) context.conclude(text);
  else if (result !== undefined) context.emit(result);
  return exitCode;
}

/** Throws a UsageError when a phase, such as a mistyped one, is not among those of the project. */
function requirePhase(number: PhaseNumber | undefined, { phases }: StatusResult): void {
  const numbers = phases.map((phase) => phase.number);
  if (number === undefined || numbers.length === 0 || numbers.includes(printPhaseNumber(number))) return;
  const known = numbers.flatMap((printed) => parsePhaseNumber(printed) ?? []);
  const { message, hint } = unknownPhase(number, known);
  throw new UsageError(message, hint);
}

/** Returns the command that continues. The answers are not repeated: the stages have used them, or say what is missing. */
function againCommand(options: RunOptions, until = options.until): string {
  const words = [
    ...(until === undefined ? [] : ["--until", until]),
    ...lastingFlags(options),
    ...confirmFlag(options.yes),
  ];
  return ["wf run", ...words.map(quoteShell)].join(" ");
}

function ended(
  result: Omit<RunResult, "formatVersion">,
  exitCode: ExitCode,
  { style }: CommandContext,
): Outcome {
  const shown: RunResult = { formatVersion: 1, ...result };
  return { exitCode, result: shown, text: runText(shown, style) };
}
