import type { AbandonOptions } from "../../../schemas/commands.ts";
import { oneLine } from "../../plan/naming/commit_message.ts";
import { planAbandon } from "../../plan/structure/abandon_phase.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { requireNumber } from "../context/open_project.ts";
import { changeStructure } from "./change_structure.ts";

/** Gives up a phase: cancels it in the roadmap, and keeps its branches under other names. */
export async function abandon(options: AbandonOptions, context: CommandContext): Promise<Outcome> {
  const { phase } = options;
  const why = oneLine(options.why ?? "");
  if (why === "") {
    throw new UsageError("Give the reason", 'For example: wf abandon 3 --why "another product does this"');
  }
  return await changeStructure({
    options,
    target: phase,
    words: ["abandon", phase, "--why", why],
    plan: (input) => planAbandon(requireNumber(input.project, { command: "abandon", phase }), why, input),
  }, context);
}
