import type { PlanningRole, PlanPhaseResult } from "../../../schemas/plan_phase.ts";
import type { PlannedPhase } from "../../apply/planning/loop.ts";
import { defined } from "../../collections/defined.ts";
import type { Project } from "../../parse/project/model.ts";
import { lastingFlags } from "../../plan/command_lines/repeated_flags.ts";
import { openWaves, phasePlans } from "../../plan/planning/phase_plans.ts";
import { planPath } from "../../plan/planning/facts.ts";
import { type PlanningCall, planningCommand, planningCommands } from "../../plan/planning/next_commands.ts";
import { runs } from "../../plan/planning/roles.ts";
import { planPhaseText } from "../../report/plan_phase.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { type CommandContext, type Outcome, shownNext } from "../context/command_context.ts";
import { type DecidedPlanning, rolesOf } from "./planning_session.ts";

interface Shown extends DecidedPlanning {
  readonly roles: readonly PlanningRole[];
}

export function outcomeOf({ end, ...planned }: PlannedPhase, input: Shown, context: CommandContext): Outcome {
  const exitCode = EXIT_CODES[end.kind];
  const question = end.kind === "waiting" || end.kind === "declined" ? end.question : undefined;
  const message = end.kind === "failed"
    ? [end.message, end.hint].filter((text) => text !== "").join(". ")
    : "";
  const result: PlanPhaseResult = {
    formatVersion: 1,
    phase: input.phase,
    status: end.kind,
    roles: input.roles,
    plans: planned.plans,
    waves: planned.waves,
    rounds: planned.rounds,
    problems: planned.problems,
    written: planned.written,
    commits: planned.commits,
    ...defined({ question }),
    ...(message === "" ? {} : { message }),
    next: shownNext(
      planningCommands(end, { ...callOf(input), plans: planned.plans.length > 0 }),
      exitCode,
      context,
    ),
  };
  const output = end.kind === "failed" || end.kind === "refused" ? end.output : "";
  return { exitCode, result, text: planPhaseText(result, { style: context.style, output }) };
}

const EXIT_CODES: Readonly<Record<PlannedPhase["end"]["kind"], ExitCode>> = {
  planned: 0,
  invalid: 1,
  failed: 1,
  refused: 1,
  waiting: 3,
  declined: 3,
  interrupted: 130,
};

/** Returns this call in the form that repeats it. */
function callOf({ options, phase }: DecidedPlanning): PlanningCall {
  const { answer = [] } = options;
  const names = ["research", "skip-research", "skip-verify", "gaps", "yes"] as const;
  return {
    phase: phase.number,
    flags: lastingFlags(options),
    choices: names.filter((name) => options[name]).map((name) => `--${name}`),
    answers: answer,
  };
}

export function dryRun(input: DecidedPlanning, project: Project, context: CommandContext): Outcome {
  const { facts, phase, gaps, config } = input;
  const roles = rolesOf(input);
  const written = [
    ...(runs(roles, "research") ? [facts.research] : []),
    ...(facts.open.length > 0 && gaps === undefined
      ? facts.open.map(({ source }) => source.path)
      : [planPath(phase, 1).replace(/\d{2}-PLAN\.md$/, "MM-PLAN.md")]),
    ...(config.workflow.nyquist_validation ? [facts.validation] : []),
  ];
  const result: PlanPhaseResult = {
    formatVersion: 1,
    phase,
    status: "dry-run",
    roles,
    plans: phasePlans(facts.open),
    waves: openWaves(facts, project),
    rounds: 0,
    problems: [],
    written,
    commits: [],
    next: [planningCommand(callOf(input))],
  };
  return { exitCode: 0, result, text: planPhaseText(result, { style: context.style, output: "" }) };
}
