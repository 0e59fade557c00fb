import type { PlanPhaseOptions } from "../../../schemas/commands.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PlanningRole } from "../../../schemas/plan_phase.ts";
import { canAnswer } from "../../apply/agent/core/consult.ts";
import type { Agent } from "../../apply/agent/core/port.ts";
import { type PlannedPhase, runPlanning } from "../../apply/planning/loop.ts";
import { requireOwnBranch } from "../context/own_branch.ts";
import { openRepository } from "../../apply/git/repository.ts";
import { defined } from "../../collections/defined.ts";
import { phasePlans } from "../../plan/planning/phase_plans.ts";
import { replaceable } from "../../plan/planning/facts.ts";
import { replanQuestion } from "../../plan/planning/questions.ts";
import { runs } from "../../plan/planning/roles.ts";
import { planPhaseEventText } from "../../report/plan_phase.ts";
import { advance } from "../context/auto_advance.ts";
import { makeAsker, readAnswers } from "../context/answers.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { interruptible, notice, noticeUnused, permitFor } from "../context/consult.ts";
import { actingOverrides, openPhases, requireConfig, requirePlace } from "../context/open_project.ts";
import { showConfigured } from "../trust/require_trust.ts";
import { recordedAgent } from "../context/recorded_agent.ts";
import { RoleView } from "../context/role_view.ts";
import { requireCommits, withLock } from "../context/lock_and_agent.ts";
import { usableAgent } from "../context/usable_agent.ts";
import { withSandbox } from "../context/sandbox.ts";
import { actingConfig } from "../context/configuration.ts";
import { hostHint, refuseNested } from "../context/nested_agent.ts";
import type { Role } from "../../plan/agents/tiers.ts";
import { type DecidedPlanning, type PlanningInput, type PlanningPlace, rolesOf } from "./planning_session.ts";
import { factsOf, gapsOf } from "./phase_facts.ts";
import { dryRun, outcomeOf } from "./planning_outcome.ts";

/** Plans a phase, or with `--dry-run` shows the agents that would take part. */
export async function planPhase(options: PlanPhaseOptions, context: CommandContext): Promise<Outcome> {
  if (options.research && options["skip-research"]) {
    throw new UsageError("--research and --skip-research exclude each other", "Give one of them");
  }
  const { root, project, reader } = await openPhases(["plan-phase", options.phase], context);
  const overrides = actingOverrides(options, context);
  const answers = makeAsker({ answers: readAnswers(options.answer), yes: options.yes ?? false }, context);
  requireConfig(project, overrides);
  const phase = requirePlace(project, { command: "plan-phase", phase: options.phase });
  const repository = await openRepository(context.host, root, project.base);
  const config = await actingConfig(repository, { file: project.config.file, overrides }, context);
  const origin = { file: project.config.file, overrides };
  const place: PlanningPlace = { options, root, reader, phase, repository, config, origin, answers };
  const facts = await factsOf(place, context)(project);
  if (options.gaps && facts.read !== undefined) {
    await requireOwnBranch(repository, { project, phase: facts.read, config });
  }
  const gaps = await gapsOf(facts, place, context);
  if (options["dry-run"]) {
    showConfigured({ ...origin, config, agent: true, plans: false }, context);
    return dryRun({ ...place, facts, gaps, keeps: false }, project, context);
  }
  refuseNested({ command: "plan-phase", options, config }, context);
  if (config.planning.commit_docs) await requireCommits(repository);
  const done = await withLock(repository, `plan-phase ${options.phase}`, async ({ notices }, log) => {
    return await withSandbox(place, { ...context, log }, async (context, first) => {
      for (const message of [...notices, ...first]) notice(message, context);
      const view = new RoleView(context);
      const input = { ...place, facts, gaps, answers: view.answers(answers), report: view.report };
      return await work(input, view.context).finally(() => view.close());
    });
  }, { leavesNothing: true, config, context });
  return await advance("execute-phase", done, { phase: phase.number, options, config }, context);
}

async function work(input: PlanningInput, context: CommandContext): Promise<Outcome> {
  const { facts, gaps, config, answers } = input;
  const { hosting } = context;
  let keeps = hosting?.planning?.keeps ?? false;
  const open = replaceable(facts, gaps !== undefined);
  if (open.length > 0 && hosting?.planning === undefined) {
    const question = replanQuestion({ ...facts, open }, config.mode);
    const answer = await answers.ask(question);
    if (answer === undefined) return unanswered(question, { ...input, keeps }, context);
    keeps = answer.value === "keep";
  }
  const decided: DecidedPlanning = { ...input, keeps };
  const roles = hosting?.planning?.roles ?? rolesOf(decided);
  const agent = await agentFor(roles, decided, context);
  const planning = async (signal: AbortSignal) => {
    const planned = await plan(decided, { roles, agent, signal }, context);
    // A later stage may still ask a question for an unused answer.
    if (!config.workflow.auto_advance) noticeUnused(answers, context);
    return outcomeOf(planned, { ...decided, roles }, context);
  };
  return await interruptible(planning, answers, context);
}

/** Returns the agent if any role takes part. Throws a UsageError for an agent without a model. */
async function agentFor(
  roles: readonly PlanningRole[],
  { config, origin, root, repository, phase, answers, options, report }: DecidedPlanning,
  context: CommandContext,
): Promise<Agent> {
  const { log, used } = context;
  const [first = "planning", ...others] = roles.filter((role) => role.runs).map(({ role }) => role as Role);
  const found = await usableAgent({ root, config, project: origin, roles: [first, ...others] }, context);
  const place = {
    repository,
    config,
    phase: phase.number,
    log,
    used,
    ask: answers.ask,
    ...defined({ report }),
  };
  const agent = await recordedAgent(found, place);
  const silent = roles.find((role) => role.runs && !canAnswer({ name: role.agent }));
  if (silent === undefined) return agent;
  throw new UsageError(
    `Agent "${silent.agent}" has no model, so it cannot plan a phase`,
    context.byAgent()
      ? hostHint("plan-phase", options)
      : "Name another, such as --agent claude, or rehearse with --agent mock; wf agents shows what is installed. " +
        "Plans that you write yourself are checked by wf validate",
  );
}

interface Cast {
  readonly roles: readonly PlanningRole[];
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

async function plan(
  input: DecidedPlanning,
  { roles, agent, signal }: Cast,
  context: CommandContext,
): Promise<PlannedPhase> {
  const { root, reader, repository, config, answers, gaps } = input;
  const { host, hosting } = context;
  return await runPlanning({
    host,
    root,
    reader,
    repository,
    agent,
    config,
    permit: permitFor({ root, config, answers }, context),
    signal,
    notice: (message) => notice(message, context),
    facts: factsOf(input, context),
    settings: {
      research: runs(roles, "research"),
      planner: runs(roles, "planning"),
      check: runs(roles, "plan check"),
      confirmBreakdown: config.gates.confirm_breakdown,
    },
    ...defined({ gaps }),
    ask: answers.ask,
    ...defined({ progress: hosting?.planning?.progress, guarded: hosting?.guarded }),
    onProgress: (progress) => hosting?.plan({ keeps: input.keeps, roles, progress }),
    report: (event) => {
      if (!context.json) context.progress(planPhaseEventText(event, roles, context.progressStyle));
    },
  });
}

function unanswered(question: Question, input: DecidedPlanning, context: CommandContext): Outcome {
  const { facts, answers } = input;
  const end = answers.cancelled.aborted
    ? { kind: "interrupted" } as const
    : { kind: "waiting", question } as const;
  const planned = { ...NOTHING_YET, end, waves: [] };
  return outcomeOf(
    { ...planned, plans: phasePlans(facts.open) },
    { ...input, roles: rolesOf(input) },
    context,
  );
}

const NOTHING_YET: Omit<PlannedPhase, "end" | "plans" | "waves"> = {
  rounds: 0,
  problems: [],
  written: [],
  commits: [],
};
