import type { GraphOptions } from "../../schemas/commands.ts";
import { phaseGraph } from "../plan/graph.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { drawGraph } from "../report/graph.ts";
import type { CommandContext, Outcome } from "./command.ts";
import { openProject, requireConfig, requirePhase, sourcesOf } from "./open_project.ts";
import { viewRepository } from "./view_repository.ts";
import { wrongDependencies } from "./waves.ts";

/** Draws the waves of a phase. Wrong dependencies are shown on standard error. */
export async function graph(options: GraphOptions, context: CommandContext): Promise<Outcome> {
  const { host, style, progress, progressStyle } = context;
  const opened = await openProject(context);
  const { project } = opened;
  requireConfig(project);
  const phase = requirePhase(project, options.phase);
  const found = wrongDependencies(project, phase);
  progress(diagnosticsText(found, sourcesOf(project), progressStyle));
  const { input } = await viewRepository(host, opened, { phases: [phase] });
  const result = phaseGraph(phase, input);
  const cyclic = result.waves.length === 0 && found.length > 0;
  return {
    exitCode: found.length > 0 ? 1 : 0,
    result,
    text: cyclic ? "" : drawGraph(result, options.format ?? "text", style),
  };
}
