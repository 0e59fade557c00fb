import type { QuickOptions } from "../../../schemas/commands.ts";
import type { QuickResult } from "../../../schemas/results/quick.ts";
import { roleAgent } from "../../plan/agents/role_agents.ts";
import { NO_PLANNER } from "../../plan/command_lines/commands.ts";
import { lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import type { QuickTask } from "../../plan/quick/quick_plan.ts";
import { quickText } from "../../report/run/quick.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { noQuestion, readAnswers } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { callAtEnd } from "../context/call_user.ts";
import { notice } from "../context/consult.ts";
import { hostHint, refuseNested } from "../context/nested_agent.ts";
import { executeWith, withAgent } from "../execute_phase/execute_phase.ts";
import { openQuick, quickInput, quickStage, recordQuick } from "./open_quick.ts";

/**
 * Does a small task without a phase: writes a plan for it, and executes it on the current branch, without a
 * verification at the end.
 */
export async function quick(options: QuickOptions, context: CommandContext): Promise<Outcome> {
  const answers = readAnswers(options.answer);
  const opened = await openQuick(options, context);
  const { task, config, state } = opened;
  if (state === "new" && roleAgent(config.agent, "execution").name === NO_PLANNER) {
    requireScript(options, context);
  }
  if (state === "complete") return ended("done", task, options, context);
  if (options["dry-run"]) return ended("planned", task, options, context, opened.text);
  refuseNested({ command: "quick", options, config }, context);
  const stage = quickStage(task.id);
  const call = { command: stage.again.slice(3), answer: options.answer ?? [] };
  const { exitCode } = await withAgent(opened, { ...context, stage }, async (ready) => {
    await recordQuick(opened, ready.context);
    return await executeWith(await quickInput(opened), call, ready);
  });
  if (exitCode === 0) {
    await callAtEnd(call.command, { exitCode, reason: "" }, context);
    for (const id of answers.keys()) if (!stage.answered.has(id)) notice(noQuestion(id), context);
  }
  return { ...ended(exitCode === 0 ? "done" : "stopped", task, options, context), exitCode };
}

/** Throws a UsageError when a text is not a task for the agent without a model. */
function requireScript(options: QuickOptions, { byAgent }: CommandContext): void {
  if (/^```sh$/m.test(options.task)) return;
  throw new UsageError(
    "The agent shell runs only the sh blocks of a task, and this one has none",
    byAgent() ? hostHint("quick", options) : "Choose another agent: wf agents",
  );
}

function ended(
  outcome: QuickResult["outcome"],
  { id, name, path }: QuickTask,
  options: QuickOptions,
  { style }: CommandContext,
  plan?: string,
): Outcome {
  const flags = lastingFlags(options).map(quoteShell);
  const next = outcome === "planned"
    ? [
      [
        "wf quick",
        quoteShell(options.task),
        ...(options.check ?? []).flatMap((check) => ["--check", quoteShell(check)]),
        ...flags,
      ].join(" "),
    ]
    : outcome === "stopped"
    ? [["wf quick", id, ...flags].join(" ")]
    : [];
  const result: QuickResult = {
    formatVersion: 1,
    outcome,
    id,
    name,
    path,
    ...plan === undefined ? {} : { plan },
    next,
    ...outcome === "done" ? { back: `wf undo ${id}` } : {},
  };
  return { exitCode: 0, result, text: quickText(result, style) };
}
