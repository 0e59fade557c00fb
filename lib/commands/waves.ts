import type { WavesOptions } from "../../schemas/commands.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import type { WavesExplanation, WavesResult } from "../../schemas/output.ts";
import { dependencyCycle } from "../check/rules/dependency_cycle.ts";
import { unknownDependency } from "../check/rules/unknown_dependency.ts";
import { selfDependency } from "../check/rules/self_dependency.ts";
import { checkProject } from "../check/rule.ts";
import { phaseDependencies } from "../parse/dependencies.ts";
import { printPhaseNumber } from "../parse/phase_number.ts";
import type { Phase, Project } from "../parse/project.ts";
import type { ConfigOverride } from "../plan/config.ts";
import { serializedPairs } from "../plan/execution_plan.ts";
import { explainWaves } from "../plan/explain.ts";
import { planWaves } from "../plan/waves.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { explanationText } from "../report/explain.ts";
import { wavesText } from "../report/waves.ts";
import type { CommandContext, Outcome } from "./command.ts";
import {
  type OpenProject,
  openProject,
  readOverrides,
  requireConfig,
  requirePhase,
  sourcesOf,
} from "./open_project.ts";
import { viewRepository } from "./view_repository.ts";

/** Shows the execution waves of a phase, or explains them. Wrong dependencies are shown on standard error. */
export async function waves(options: WavesOptions, context: CommandContext): Promise<Outcome> {
  const overrides = readOverrides(options.set);
  const opened = await openProject(context);
  const { project } = opened;
  const phase = requirePhase(project, options.phase);
  const found = wrongDependencies(project, phase);
  context.progress(diagnosticsText(found, sourcesOf(project), context.progressStyle));
  const inputs = [...phaseDependencies(phase, project)].map(([id, dependsOn]) => ({ id, dependsOn }));
  const planned = planWaves(inputs);
  const ordered = planned.kind === "waves" ? planned.waves : [];
  const result: WavesResult = {
    formatVersion: 1,
    phase: printPhaseNumber(phase.number),
    waves: ordered,
    serialized: serializedPairs(phase, ordered),
    ...(options.explain ? { explain: await explain(phase, { opened, overrides, context }) } : {}),
  };
  return {
    exitCode: found.length > 0 ? 1 : 0,
    result,
    text: planned.kind === "waves" ? textOf(result, context) : "",
  };
}

function textOf(result: WavesResult, { style }: CommandContext): string {
  return result.explain === undefined ? wavesText(result, style) : explanationText(result.explain, style);
}

interface ExplainInput {
  readonly opened: OpenProject;
  readonly overrides: readonly ConfigOverride[];
  readonly context: CommandContext;
}

async function explain(
  phase: Phase,
  { opened, overrides, context: { host, progress, progressStyle } }: ExplainInput,
): Promise<WavesExplanation> {
  requireConfig(opened.project, overrides);
  const { input, problem } = await viewRepository(host, opened, { overrides, phases: [phase] });
  if (problem !== undefined) {
    progress(`${progressStyle.yellow("!")} ${problem}: summaries alone tell what is done\n`);
  }
  return explainWaves(phase, input);
}

/** What is wrong with the dependencies of a phase's plans. */
export function wrongDependencies(project: Project, phase: Phase): readonly Diagnostic[] {
  return checkProject(project, [unknownDependency, selfDependency, dependencyCycle])
    .filter(({ span }) => span.path.startsWith(`${phase.directory}/`));
}
