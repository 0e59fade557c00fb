import type { ExecutePhaseOptions } from "../../../schemas/commands.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Agent } from "../../apply/agent/core/port.ts";
import { teamNames } from "../../apply/agent/team.ts";
import { Steering } from "../../apply/steer/steering.ts";
import { defined } from "../../collections/defined.ts";
import { isForWorkers } from "../../plan/executor/task_place.ts";
import { assumedSnapshot } from "../../plan/history/repo_snapshot.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { executionPlanText } from "../../report/run/execution.ts";
import { makeAsker, readAnswers } from "../context/answers.ts";
import type { CommandContext, Outcome } from "../context/command_context.ts";
import { recordedAgent } from "../context/recorded_agent.ts";
import { EventReporter } from "./event_reporter.ts";
import { openPhase, type PhaseInput, planPhase, snapshotFor } from "./open_phase.ts";
import type { openRemoteRun, RemoteRun } from "./remote_run.ts";
import { runPhase } from "./run_phase.ts";
import { showConfigured } from "../trust/require_trust.ts";
import { refuseNested } from "../context/nested_agent.ts";
import { withSandbox } from "../context/sandbox.ts";
import { exitCodeOf, withLock } from "../context/lock_and_agent.ts";
import { type ProjectConfig, usableAgent } from "../context/usable_agent.ts";
import { runRoles } from "../../plan/agents/role_agents.ts";

/** Executes the plans of a phase, or with `--dry-run` shows the steps. */
export async function executePhase(options: ExecutePhaseOptions, context: CommandContext): Promise<Outcome> {
  const opened = await openPhase(options, context, options["dry-run"]);
  if (opened.kind === "findings") return opened.outcome;
  const { input } = opened;
  if (options["dry-run"]) {
    showConfigured({ ...originOf(input), config: input.config, agent: true }, context);
    return dryRun(input, context);
  }
  const { phase, answer, restart } = options;
  refuseNested({ command: "execute-phase", options, config: input.config }, context);
  return await execute(
    input,
    { command: `execute-phase ${phase}`, ...defined({ answer, restart }) },
    context,
  );
}

export interface ExecutionCall {
  /** The command, for the message of a run that finds the lock held. */
  readonly command: string;
  /** The values of `--answer`. */
  readonly answer?: readonly string[];
  /** True to stash the uncommitted work of stopped tasks, so that they begin again. */
  readonly restart?: boolean;
}

/** Executes the plans of a phase that was opened, which holds the lock meanwhile. */
export async function execute(
  input: PhaseInput,
  call: ExecutionCall,
  context: CommandContext,
): Promise<Outcome> {
  return await withAgent(input, context, (ready) => executeWith(input, call, ready));
}

/** The agent of an execution, known to start. */
export interface ReadyAgent {
  readonly agent: Agent;
  readonly context: CommandContext;
  /** The notices to show first. */
  readonly notices: readonly string[];
}

/** Runs work with the agent of an execution. Throws a UsageError before the work begins if it cannot start. */
export async function withAgent(
  input: Pick<PhaseInput, "root" | "config" | "repository" | "project" | "overrides">,
  context: CommandContext,
  work: (ready: ReadyAgent) => Promise<Outcome>,
): Promise<Outcome> {
  return await withSandbox(input, context, async (context, notices) => {
    const { root, config } = input;
    const agent = await usableAgent(
      { root, config, project: originOf(input), roles: runRoles(config) },
      context,
    );
    return await work({ agent, context, notices });
  });
}

/** Executes the plans of a phase with an agent that is ready. */
export async function executeWith(
  input: PhaseInput,
  { command, answer, restart }: ExecutionCall,
  { agent, context, notices: first }: ReadyAgent,
): Promise<Outcome> {
  const answers = readAnswers(answer);
  const repository = input.repository!;
  return await withLock(repository, command, async (prepared, log) => {
    const { report, finish, pauseOutput, close } = new EventReporter(context, log);
    const asked = makeAsker({ answers, yes: input.yes }, { ...context, log }, pauseOutput);
    let remote: RemoteRun | undefined;
    const steering = Steering.open({
      repository,
      run: log.id,
      agents: teamNames(agent),
      isElsewhere: (plan) => remote?.lanes.has(plan) ?? false,
      report,
    });
    const work = {
      ...input,
      repository,
      agent: await recordedAgent(agent, {
        repository,
        config: input.config,
        phase: printPhaseNumber(input.phase.number),
        log,
        used: context.used,
        ask: asked.ask,
        report,
      }),
      log,
      steering,
      answers: asked,
      preparation: { ...prepared, notices: [...first, ...prepared.notices] },
      report,
      close,
      continues: false,
      ...defined({ restart }),
    };
    const connect = async (plan: ExecutionPlan) => {
      remote = await openRemote(plan, { ...work, ask: asked.ask }, context);
      return remote?.lanes;
    };
    try {
      const ended = await runPhase({ ...work, connect }, context)
        .finally(() => remote?.close())
        .finally(() => steering.close());
      finish(ended);
      return { exitCode: exitCodeOf(ended.outcome) };
    } finally {
      close();
    }
  }, { config: input.config, context });
}

/**
 * Connects with other machines if the configuration wants that and a plan can go there. The code for it is loaded
 * only then.
 */
async function openRemote(
  { lanes, waves }: ExecutionPlan,
  input: PhaseInput & Omit<Parameters<typeof openRemoteRun>[1], "waves">,
  context: CommandContext,
): Promise<RemoteRun | undefined> {
  if (input.config.executor.name === "local") return undefined;
  const { hasLeftRun, openRemoteRun } = await import("./remote_run.ts");
  const phase = printPhaseNumber(input.phase.number);
  if (!lanes.some(isForWorkers) && !await hasLeftRun(input.repository, phase)) return undefined;
  return await openRemoteRun(input, { ...input, waves }, context);
}

function originOf(
  { project: { config: { file } }, overrides }: Pick<PhaseInput, "project" | "overrides">,
): ProjectConfig & { readonly plans: true } {
  return { file, overrides, plans: true };
}

async function dryRun(input: PhaseInput, context: CommandContext): Promise<Outcome> {
  const { repository, project } = input;
  const snapshot = repository === undefined
    ? assumedSnapshot(project.phases.flatMap(({ summaries }) => [...summaries]))
    : await snapshotFor(input, repository);
  const plan = await planPhase(input, snapshot);
  return { exitCode: 0, result: plan, text: executionPlanText(plan, context.style) };
}
