import { noticeText } from "../report/terminal/notice_text.ts";
import type { WavesOptions } from "../../schemas/commands.ts";
import type { WavesExplanation, WavesResult } from "../../schemas/results/waves.ts";
import { dependencyCycle } from "../check/rules/dependency_cycle.ts";
import { unknownDependency } from "../check/rules/unknown_dependency.ts";
import { selfDependency } from "../check/rules/self_dependency.ts";
import { withoutHistory } from "../check/history.ts";
import { checkProject } from "../check/rule.ts";
import { printPhaseNumber, readWholeNumber } from "../parse/ids/phase_number.ts";
import type { Phase, Project } from "../parse/project/model.ts";
import { sourcesOf } from "../parse/project/sources_of.ts";
import { leftOutPlans } from "../parse/project/unknown_content.ts";
import type { ConfigOverride } from "../plan/config/resolve.ts";
import { serializedPairs } from "../plan/execution/execution_plan.ts";
import { explainWaves } from "../plan/status/explain.ts";
import { phaseWaves } from "../plan/execution/waves.ts";
import { diagnosticsText } from "../report/findings/diagnostics.ts";
import { explanationText } from "../report/explain.ts";
import { leftOutText, wavesText } from "../report/run/waves.ts";
import type { CommandContext, Outcome } from "./context/command_context.ts";
import {
  noticeConfig,
  openPhase,
  type OpenProject,
  openProject,
  readOverrides,
  requireOwnPhases,
  requirePhase,
} from "./context/open_project.ts";
import { viewRepository } from "./context/view_repository.ts";

/** Shows the execution waves of a phase, or explains them. Problems are shown on standard error. */
export async function waves(options: WavesOptions, context: CommandContext): Promise<Outcome> {
  const overrides = readOverrides(options.set);
  const number = options.explain ? undefined : readWholeNumber(options.phase);
  const opened = number === undefined ? await openProject(context) : await openPhase(context, number);
  await requireOwnPhases(["waves", options.phase], opened, context);
  const { project } = opened;
  const phase = requirePhase(project, { command: "waves", phase: options.phase, overrides });
  const isWrong = warnOfErrors(project, phase, context);
  const planned = phaseWaves(phase, project);
  const ordered = planned.kind === "waves" ? planned.waves : [];
  const result: WavesResult = {
    formatVersion: 1,
    phase: printPhaseNumber(phase.number),
    waves: ordered,
    serialized: serializedPairs(phase, ordered),
    ...(options.explain ? { explain: await explain(phase, { opened, overrides, context }) } : {}),
  };
  return { exitCode: isWrong ? 1 : 0, result, text: planned.kind === "waves" ? textOf(result, context) : "" };
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
  { opened, overrides, context }: ExplainInput,
): Promise<WavesExplanation> {
  const { host, progress, progressStyle } = context;
  noticeConfig(opened.project, overrides, context);
  const { input, problem } = await viewRepository(host, opened, { overrides, phases: [phase] });
  if (problem !== undefined) {
    progress(noticeText(`${problem}: only summaries show what is done`, progressStyle));
  }
  return explainWaves(phase, input);
}

/**
 * Prints the problems that affect the waves of a phase on standard error: wrong dependencies and unreadable
 * plans.
 *
 * @returns True when there are any.
 */
export function warnOfErrors(
  project: Project,
  phase: Phase,
  { progress, progressStyle }: CommandContext,
): boolean {
  const found = withoutHistory(checkProject(project, [unknownDependency, selfDependency, dependencyCycle]))
    .filter(({ span }) => span.path.startsWith(`${phase.directory}/`));
  const leftOut = leftOutPlans(phase);
  progress(diagnosticsText(found, sourcesOf(project), progressStyle) + leftOutText(leftOut, progressStyle));
  return found.length + leftOut.length > 0;
}
