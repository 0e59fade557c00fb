import type { GraphOptions } from "../../schemas/commands.ts";
import { phaseGraph } from "../plan/status/graph.ts";
import { drawGraph } from "../report/graph/graph.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";
import { noticeConfig, openPhases, requirePhase } from "./context/open_project.ts";
import { viewRepository } from "./context/view_repository.ts";
import { warnOfErrors } from "./waves.ts";

/** Draws the waves of a phase. Problems are shown on standard error. */
export async function graph(options: GraphOptions, context: CommandContext): Promise<Outcome> {
  const { host, style } = context;
  const opened = await openPhases(["graph", options.phase], context);
  const { project } = opened;
  noticeConfig(project, [], context);
  const phase = requirePhase(project, { command: "graph", phase: options.phase });
  const isWrong = warnOfErrors(project, phase, context);
  const { input } = await viewRepository(host, opened, { phases: [phase] });
  const result = phaseGraph(phase, input);
  const cyclic = result.waves.length === 0 && isWrong;
  return {
    exitCode: isWrong ? 1 : 0,
    result,
    text: cyclic ? "" : drawGraph(result, options.format ?? "text", style),
  };
}
