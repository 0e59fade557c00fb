import type { QuickOptions } from "../../../schemas/commands.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { phasePart } from "../../parse/ids/plan_id.ts";
import { makeInstruction } from "../../plan/run/instruction.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { openQuick, recordQuick } from "../quick/open_quick.ts";
import { hostedConfig } from "../context/configuration.ts";
import { requireTrust } from "../trust/require_trust.ts";
import { requireNoOpenTurn } from "./other_turn.ts";
import { advanceHostedRun, type HostedRunOptions } from "./hosted_run.ts";
import { doneText, instructionOutcome, withoutTerminal } from "./instruction_outcome.ts";

/** Advances a quick task as {@link advanceHostedRun} does, and records a new one first. */
export async function advanceHostedQuick(
  options: Omit<QuickOptions, "answer" | "dry-run">,
  hosted: HostedRunOptions,
  context: CommandContext,
): Promise<Outcome> {
  const opened = await openQuick(options, { ...context, byAgent: () => true });
  const { task: { id }, state, repository, root, overrides } = opened;
  const { git, project } = repository;
  if (state === "complete") {
    const outcome = { kind: "completed" } as const;
    const nothing = { next: [], notes: [], turns: [], again: [], cwd: [] };
    return instructionOutcome(makeInstruction({ outcome, text: doneText(id), ...nothing }), context, 0);
  }
  const session = await hostedSession.read(git);
  if (session?.plan !== id || (session.project ?? project) !== project) {
    const config = hostedConfig(opened.config);
    const { file } = opened.project.config;
    const use = { root, file, overrides, config, agent: false, plans: true };
    await requireTrust(use, withoutTerminal(context));
    await requireNoOpenTurn(repository);
    await recordQuick(opened, context);
  }
  return await advanceHostedRun({ ...options, phase: phasePart(id), plan: id }, hosted, context);
}
