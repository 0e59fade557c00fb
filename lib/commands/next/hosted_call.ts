import type { HostedCommand } from "../../../schemas/commands.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { Question } from "../../../schemas/question.ts";
import type { HostedReport } from "../../apply/agent/hosted.ts";
import { openRepository } from "../../apply/git/repository.ts";
import { hostedCall } from "../../apply/session/hosted_call.ts";
import { defined } from "../../collections/defined.ts";
import { makeInstruction, noReport, printToken } from "../../plan/run/instruction.ts";
import { optionWords } from "../../plan/command_lines/option_words.ts";
import { lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { makeStyle } from "../../report/terminal/style.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { Hosting } from "../context/hosting.ts";
import { openOwnRepository } from "../context/open_project.ts";
import { instructionOutcome, withoutTerminal } from "./instruction_outcome.ts";
import { requireNoOpenTurn, requireNoOtherTurn } from "./other_turn.ts";

export interface HostedCallInput {
  readonly command: Exclude<HostedCommand, "execute-phase" | "quick">;
  /** The options of the command, without its answers and its folder. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The values of `--answer`. */
  readonly given: readonly string[];
  /** `--cwd`, if it was given. */
  readonly cwd: string | undefined;
  readonly report?: HostedReport;
}

/** What the results of the commands have in common. */
interface CommandResult {
  readonly question?: Question;
  /** The open questions of a discussion. */
  readonly open?: readonly Question[];
  readonly next?: readonly string[];
  readonly error?: { readonly message: string; readonly hint: string };
}

/** The options that only the first call of a command uses. */
const FIRST: readonly string[] = ["from"];

/**
 * Advances a command that writes documents until the host or the user has to act, and returns the instruction for
 * that. Each call runs the command from its recorded progress; the reports of the host are its agent's answers.
 */
export async function advanceHostedCall(
  { command, options, given, cwd, report }: HostedCallInput,
  context: CommandContext,
): Promise<Outcome> {
  const repository = command === "new-project"
    ? await openRepository(context.host, await context.cwd())
    : await openOwnRepository(context);
  await requireNoOtherTurn(repository);
  const { git, project } = repository;
  const record = hostedCall(repository);
  const lasting = Object.fromEntries(Object.entries(options).filter(([name]) => !FIRST.includes(name)));
  const found = await record.read(git);
  const isSame = found?.command === command && JSON.stringify(found.options) === JSON.stringify(lasting);
  if (report === undefined && !isSame) await requireNoOpenTurn(repository);
  const before = isSame && options["from"] === undefined ? found : undefined;
  const isExpected = report !== undefined &&
    before?.turns.some((turn) => printToken(turn) === printToken(report));
  const hosting = new Hosting(before, isExpected ? report : undefined);
  const notes: string[] = [];
  const note = (text: string) =>
    notes.push(...text.split("\n").map((line) => line.replace(/^! /, "")).filter(Boolean));
  const plain = makeStyle(false);
  const answer = [...before?.given ?? [], ...given];
  const outcome = await context.call(command, { ...options, ...defined({ cwd }), answer }, {
    ...withoutTerminal(context),
    hosting,
    style: plain,
    progressStyle: plain,
    progress: note,
  });
  const { turns } = hosting.agent.left;
  const result: CommandResult = outcome.result ?? {};
  const question = outcome.exitCode === 3 ? result.question ?? result.open?.[0] : undefined;
  if (turns.length === 0 && question === undefined) await record.remove(git);
  else {
    await record.write(git, {
      tree: git.root,
      project,
      command,
      options: lasting,
      given: turns.length === 0 ? [] : answer,
      ...hosting.agent.left,
      ...defined({ planning: hosting.planning, guarded: hosting.guarded.state }),
    });
  }
  if (report !== undefined && !isExpected) notes.push(noReport(report));
  const place = lastingFlags(defined({ cwd }));
  const again = [command, ...optionWords(lasting), ...place];
  const instruction = makeInstruction({
    outcome: outcomeOf(outcome, question),
    text: textOf(outcome),
    next: result.next ?? (outcome.exitCode === 0 ? [] : [`wf ${again.map(quoteShell).join(" ")}`]),
    notes,
    turns,
    again,
    cwd: place,
  });
  return instructionOutcome(instruction, context, outcome.exitCode);
}

function outcomeOf(outcome: Outcome, question: Question | undefined): RunOutcome {
  if (question !== undefined) return { kind: "waiting", question };
  if (outcome.exitCode === 0) return { kind: "completed" };
  if (outcome.exitCode === 130) return { kind: "interrupted" };
  return { kind: "failed", message: textOf(outcome), output: "" };
}

/** Returns the text of an outcome without its next commands. */
function textOf({ text = "" }: Outcome): string {
  return text.split(/^Next:$/m)[0]!.trim();
}
