import type { CompletionInput } from "./input.ts";
import type { Config } from "../../../schemas/config.ts";
import type { CompletionStep, MilestonePhase, MilestonePlan } from "../../../schemas/milestone.ts";
import { defined } from "../../collections/defined.ts";
import { comparePhaseNumbers, parsePhaseNumber, printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { milestonePhases, milestoneTitle } from "../progress/milestone_phases.ts";
import { leavesMustHaves, verdictText } from "../status/phase_verdict.ts";
import { acceptanceQuestion, UNVERIFIED } from "../run/questions.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { verificationPath } from "../verification/document.ts";
import { phaseStatus } from "../status/status.ts";
import { tasksOf } from "../status/totals.ts";

/** The lane of all steps, which run one after the other. */
export const MILESTONE_LANE = "milestone";

/** Returns the phases of the milestone, with the reasons why each is not complete. */
export function completionPhases(input: CompletionInput): readonly MilestonePhase[] {
  const { folders, listed } = milestonePhases(input.project, input.milestone.version);
  const found = folders.map((phase): MilestonePhase => {
    const { number, name, state, plans, verdict, done } = phaseStatus(phase, input);
    const open = plans.filter((plan) => plan.state !== "complete").map(({ id }) => id);
    const gaps = input.verifications?.get(phase.directory)?.status === "gaps_found"
      ? verificationPath({ phase: phaseReference(phase) })
      : undefined;
    return {
      number,
      name,
      state,
      ...defined({ verdict }),
      accepted: done,
      ...defined({ gaps }),
      plans: { done: plans.length - open.length, total: plans.length },
      tasks: tasksOf(plans),
      problems: [
        ...(state === "unplanned" ? ["it has no plans"] : []),
        ...(open.length === 0 ? [] : [`${open.join(", ")} ${open.length === 1 ? "is" : "are"} not complete`]),
        ...(gaps === undefined ? [] : [`its verification found gaps: ${gaps}`]),
      ],
    };
  });
  const unplanned = listed.map(({ number, name }): MilestonePhase => {
    const none = { done: 0, total: 0 };
    return {
      number: printPhaseNumber(number),
      name,
      state: "unplanned",
      accepted: false,
      plans: none,
      tasks: none,
      problems: ["it has no plans"],
    };
  });
  return [...found, ...unplanned].sort((a, b) => {
    return comparePhaseNumbers(parsePhaseNumber(a.number)!, parsePhaseNumber(b.number)!);
  });
}

/** Lists the phases that are executed but not verified, and those that `--allow-incomplete` accepts. */
export function phaseWarnings(
  phases: readonly MilestonePhase[],
  { config, allowIncomplete }: CompletionInput,
): readonly string[] {
  const incomplete = allowIncomplete ? phases.filter(({ problems }) => problems.length > 0) : [];
  const open = phases.filter((phase) => phase.problems.length === 0 && isUnverified(phase, config));
  const named = open.map(({ number, verdict }) => `phase ${number} (${verdictText(verdict!)})`);
  return [
    ...incomplete.map((phase) => `Not complete: phase ${phase.number} (${incompleteReason(phase)})`),
    ...(named.length === 0 ? [] : [`Not verified: ${named.join(", ")}`]),
  ];
}

/**
 * Reports whether a phase is executed but not verified, or has gaps. A tick in the roadmap is enough, unless
 * nothing verifies or gaps were found.
 */
function isUnverified(phase: MilestonePhase, { workflow }: Config): boolean {
  const { accepted, verdict, gaps } = phase;
  if (gaps !== undefined) return true;
  return verdict !== undefined && (!accepted || (verdict.word === "executed" && !workflow.verifier));
}

/** Describes why a phase is not complete or not verified. */
function incompleteReason({ problems, verdict }: MilestonePhase): string {
  return problems.length > 0 ? problems.join("; ") : verdictText(verdict!);
}

/**
 * Returns the question whether to accept unverified phases. The configuration answers it for phases that
 * nothing verifies or that need a person, but never if there are gaps.
 */
export function acceptanceSteps(
  { version, name, phases }: MilestonePlan,
  config: Config,
): readonly CompletionStep[] {
  const open = phases.filter((phase) => isUnverified(phase, config));
  if (open.length === 0) return [];
  const leaves = leavesMustHaves(config);
  const question = acceptanceQuestion(
    `${open.length === 1 ? "1 phase" : `${open.length} phases`} of milestone ${
      milestoneTitle({ version, name })
    } ${open.length === 1 ? "is" : "are"} not verified. Complete it anyway?`,
    open.map((phase) => `Phase ${phase.number} (${phase.name}): ${incompleteReason(phase)}`).join("\n"),
    open.every(({ accepted, gaps }) => gaps === undefined && (accepted || leaves)),
  );
  return [{ kind: "ask", id: UNVERIFIED, lane: MILESTONE_LANE, question }];
}
