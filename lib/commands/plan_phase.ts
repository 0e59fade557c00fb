import type { PlanPhaseOptions } from "../../schemas/commands.ts";
import type { Config } from "../../schemas/config.ts";
import type { PhaseReference } from "../../schemas/phase.ts";
import type { Question } from "../../schemas/question.ts";
import type { PlanningRole, PlanPhaseResult } from "../../schemas/plan_phase.ts";
import { canAnswer } from "../apply/agent/core/consult.ts";
import type { Agent } from "../apply/agent/core/port.ts";
import type { EventDraft } from "../apply/interaction/interaction.ts";
import { ConfinedFiles } from "../apply/files/confined_files.ts";
import { type PlannedPhase, runPlanning } from "../apply/planning/loop.ts";
import { requireOwnBranch } from "./context/own_branch.ts";
import { openRepository, type Repository } from "../apply/git/repository.ts";
import type { ProjectReader } from "../apply/files/project_reader.ts";
import { takeSnapshot } from "../apply/history/take_snapshot.ts";
import { defined } from "../collections/defined.ts";
import { joinPath } from "../path/paths.ts";
import { parsePhaseNumber } from "../parse/ids/phase_number.ts";
import { planKey } from "../parse/ids/plan_id.ts";
import { baseNameOf } from "../parse/ids/summary_paths.ts";
import { documentIn } from "../parse/ids/locations.ts";
import { findPhase, hasSummary, PROJECT_PATH, STATE_PATH } from "../parse/project/project.ts";
import { REQUIREMENTS_PATH } from "../parse/requirements/requirements.ts";
import { ROADMAP_PATH } from "../parse/roadmap/roadmap.ts";
import type { Project } from "../parse/project/model.ts";
import { parseGaps, parseVerificationStatus } from "../parse/documents/verification.ts";
import { refuseCut } from "../plan/history/cut_plans.ts";
import { targetBranch } from "../plan/naming/target_branch.ts";
import { lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { executePhaseCommand } from "../plan/command_lines/commands.ts";
import { quoteShell } from "../text/quote_shell.ts";
import { openWaves, phasePlans } from "../plan/planning/phase_plans.ts";
import { type PlanningFacts, planningFacts, planPath, replaceable } from "../plan/planning/facts.ts";
import { type PlanningCall, planningCommand, planningCommands } from "../plan/planning/next_commands.ts";
import { replanQuestion } from "../plan/planning/questions.ts";
import { type PlanningChoices, planningRoles, runs } from "../plan/planning/roles.ts";
import { planPhaseEventText, planPhaseText } from "../report/plan_phase.ts";
import { advance } from "./context/auto_advance.ts";
import { type Answers, makeAsker, readAnswers } from "./context/answers.ts";
import type { ExitCode } from "../errors/program_error.ts";
import { type CommandContext, type Outcome, shownNext, UsageError } from "./context/command_context.ts";
import { interruptible, notice, noticeUnused, permitFor } from "./context/consult.ts";
import { actingOverrides, openPhases, requireConfig, requirePlace } from "./context/open_project.ts";
import { showConfigured } from "./trust/require_trust.ts";
import { recordedAgent } from "./context/recorded_agent.ts";
import { RoleView } from "./context/role_view.ts";
import { requireCommits, withLock } from "./context/lock_and_agent.ts";
import { type ProjectConfig, usableAgent } from "./context/usable_agent.ts";
import { withSandbox } from "./context/sandbox.ts";
import { actingConfig } from "./context/configuration.ts";
import { hostHint, refuseNested } from "./context/nested_agent.ts";
import type { Role } from "../plan/agents/tiers.ts";

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
  const place: Place = { options, root, reader, phase, repository, config, origin, answers };
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

/** The repository and configuration of a planning session. */
interface Place {
  readonly options: PlanPhaseOptions;
  readonly root: string;
  readonly reader: ProjectReader;
  readonly phase: PhaseReference;
  readonly repository: Repository;
  readonly config: Config;
  /** The part of the configuration that comes from the project. */
  readonly origin: ProjectConfig;
  readonly answers: Answers;
}

interface Input extends Place {
  readonly facts: PlanningFacts;
  /** The gaps that verification found, with `--gaps`. */
  readonly gaps: readonly string[] | undefined;
  /** Reports the turns of the agents. */
  readonly report?: (event: EventDraft) => void;
}

/** The documents of a project or a workstream to read before planning, after the description of the project. */
const READ = [REQUIREMENTS_PATH, ROADMAP_PATH, STATE_PATH];

/** Returns a function that collects the facts of a phase; begun plans are determined once. */
function factsOf(
  { root, phase, repository, config }: Place,
  { host }: CommandContext,
): (project: Project) => Promise<PlanningFacts> {
  const number = parsePhaseNumber(phase.number)!;
  let begun: ReadonlySet<string> | undefined;
  return async (project) => {
    const read = findPhase(project, number);
    if (begun === undefined) {
      const target = read && targetBranch(project, read, config);
      const { journal, cut } = await takeSnapshot(repository, {
        project,
        target: target?.kind === "name" ? target.branch : undefined,
        commitDocs: config.planning.commit_docs,
      });
      const open = read?.plans.filter((plan) => !hasSummary(read, plan)) ?? [];
      const problem = refuseCut(open, defined({ cut }));
      if (problem !== undefined) throw new UsageError(problem.message, problem.hint);
      begun = new Set(journal.keys());
    }
    const wanted = [PROJECT_PATH, ...READ.map((path) => documentIn(project.base, path))];
    const there = await Promise.all(
      wanted.map(async (path) => (await host.stat(joinPath(root, path)))?.kind === "file"),
    );
    return planningFacts({
      project,
      phase,
      isFixed: (plan) => begun!.has(planKey(plan.id)) || (read !== undefined && hasSummary(read, plan)),
      documents: wanted.filter((_, index) => there[index]),
    });
  };
}

/**
 * Returns the gaps that verification found; undefined without `--gaps`. Throws a UsageError when there are
 * none.
 */
async function gapsOf(
  facts: PlanningFacts,
  { options, root, phase }: Place,
  { host }: CommandContext,
): Promise<readonly string[] | undefined> {
  const verify = `wf verify-phase ${quoteShell(options.phase)}`;
  if (!options.gaps) {
    if (facts.open.length > 0 || facts.fixed.length === 0) return undefined;
    throw new UsageError(
      `All plans of phase ${phase.number} are complete or begun, so there is nothing to plan again`,
      `Execute it (${executePhaseCommand(phase.number)}), or plan what is missing: ${verify}, then --gaps`,
    );
  }
  const text = await new ConfinedFiles(host, root).read(facts.verification);
  if (text === undefined) {
    throw new UsageError(`Phase ${phase.number} is not verified, so no gaps are known`, `Run: ${verify}`);
  }
  const status = parseVerificationStatus(text);
  const gaps = parseGaps(text);
  if (status !== "gaps_found" || gaps.length === 0) {
    throw new UsageError(
      `${facts.verification} names no gaps: its status is ${status}`,
      `Verify the phase as it is now: ${verify}`,
    );
  }
  return gaps;
}

/** A phase to plan, with the decision about its existing plans. */
interface Decided extends Input {
  /** True when the existing plans are kept. */
  readonly keeps: boolean;
}

async function work(input: Input, context: CommandContext): Promise<Outcome> {
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
  const decided: Decided = { ...input, keeps };
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

function rolesOf({ config, options, facts, gaps, keeps }: Decided): readonly PlanningRole[] {
  const choices: PlanningChoices = {
    skipResearch: options["skip-research"] ?? false,
    forceResearch: options.research ?? false,
    skipVerify: options["skip-verify"] ?? false,
    gaps: gaps !== undefined,
    keeps,
    researched: facts.documents.includes(facts.research) ? baseNameOf(facts.research) : undefined,
  };
  return planningRoles(config, choices);
}

/** Returns the agent if any role takes part. Throws a UsageError for an agent without a model. */
async function agentFor(
  roles: readonly PlanningRole[],
  { config, origin, root, repository, phase, answers, options, report }: Decided,
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
      : "Name another, such as --agent claude, or try it with --agent mock; wf agents shows what is installed. " +
        "Plans that you write by hand are checked with --skip-verify --answer replan=keep",
  );
}

interface Cast {
  readonly roles: readonly PlanningRole[];
  readonly agent: Agent;
  readonly signal: AbortSignal;
}

async function plan(
  input: Decided,
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

interface Shown extends Decided {
  readonly roles: readonly PlanningRole[];
}

const NOTHING_YET: Omit<PlannedPhase, "end" | "plans" | "waves"> = {
  rounds: 0,
  problems: [],
  written: [],
  commits: [],
};

function unanswered(question: Question, input: Decided, context: CommandContext): Outcome {
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

function outcomeOf({ end, ...planned }: PlannedPhase, input: Shown, context: CommandContext): Outcome {
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
function callOf({ options, phase }: Decided): PlanningCall {
  const { answer = [] } = options;
  const names = ["research", "skip-research", "skip-verify", "gaps", "yes"] as const;
  return {
    phase: phase.number,
    flags: lastingFlags(options),
    choices: names.filter((name) => options[name]).map((name) => `--${name}`),
    answers: answer,
  };
}

function dryRun(input: Decided, project: Project, context: CommandContext): Outcome {
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
