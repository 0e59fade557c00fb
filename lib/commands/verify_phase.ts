import type { VerifyPhaseOptions } from "../../schemas/commands.ts";
import type { Config } from "../../schemas/config.ts";
import type { VerifyResult } from "../../schemas/verification.ts";
import { canAnswer } from "../apply/agent/core/consult.ts";
import { agentJudge } from "../apply/verify/judge_truths.ts";
import { type VerifyOutcome, verifyPhase } from "../apply/verify/verify.ts";
import { defined } from "../collections/defined.ts";
import { printPhaseNumber } from "../parse/ids/phase_number.ts";
import type { Phase } from "../parse/project/model.ts";
import { lastingFlags } from "../plan/command_lines/repeated_flags.ts";
import { MUST_HAVES } from "../plan/verification/questions.ts";
import { LATER } from "../plan/run/questions.ts";
import { verificationCommands } from "../plan/verification/next_commands.ts";
import { verificationText } from "../report/verification.ts";
import { type Answers, makeAsker, readAnswers } from "./context/answers.ts";
import { requireTrust } from "./trust/require_trust.ts";
import type { ExitCode } from "../errors/program_error.ts";
import { type CommandContext, type Outcome, shownNext, UsageError } from "./context/command_context.ts";
import { callingAtEnd } from "./context/call_user.ts";
import { interruptible, markPrograms, notice, noticeUnused, permitFor } from "./context/consult.ts";
import { actingOverrides, openPhases, requireConfig, requirePhase } from "./context/open_project.ts";
import type { RunLog } from "../apply/log/run_log.ts";
import { requireOwnBranch } from "./context/own_branch.ts";
import { recordedAgent } from "./context/recorded_agent.ts";
import { openOrNone, requireCommits, withLock } from "./context/lock_and_agent.ts";
import { usableAgent } from "./context/usable_agent.ts";
import { withSandbox } from "./context/sandbox.ts";
import { actingConfig } from "./context/configuration.ts";
import { refuseNested } from "./context/nested_agent.ts";
import { roleAgent } from "../plan/agents/role_agents.ts";

/** Verifies the must-haves of a phase and records the result. */
export async function verifyPhaseCommand(
  options: VerifyPhaseOptions,
  context: CommandContext,
): Promise<Outcome> {
  const { root, project, reader } = await openPhases(["verify-phase", options.phase], context);
  const overrides = actingOverrides(options, context);
  const given = readAnswers(options.answer);
  const answers = makeAsker({ answers: given, yes: options.yes ?? false }, context);
  requireConfig(project, overrides);
  const phase = requirePhase(project, { command: "verify-phase", phase: options.phase, overrides });
  requirePlans(phase);
  const repository = await openOrNone({ root, base: project.base }, context);
  const config = await actingConfig(repository, { file: project.config.file, overrides }, context);
  const dryRun = options["dry-run"] ?? false;
  // The agent does not judge what the user has judged with a flag.
  const judge = roleAgent(config.agent, "verification");
  const asksAgent = canAnswer(judge) && !dryRun && (given.get(MUST_HAVES) ?? LATER) === LATER;
  if (asksAgent) refuseNested({ command: "verify-phase", options, config }, context);
  // The checks of the plans run again.
  const origin = { file: project.config.file, overrides, plans: true };
  const use = { root, config: { ...config, agent: judge }, ...origin, agent: asksAgent };
  if (!dryRun) await requireTrust(use, context);
  const place = { root, config, repository };
  return dryRun ? await run(context, []) : await withSandbox(place, context, run);

  async function run(context: CommandContext, first: readonly string[]): Promise<Outcome> {
    const { host } = context;
    for (const message of first) notice(message, context);
    const agent = asksAgent
      ? await usableAgent({ root, config, project: origin, roles: ["verification"] }, context)
      : undefined;
    const verify = async (signal: AbortSignal, log?: RunLog) => {
      if (repository !== undefined) await requireOwnBranch(repository, { project, phase, config });
      const permit = permitFor({ root, config, answers }, context);
      const notify = (message: string) => {
        if (!context.hosting?.agent.isRepeating) notice(message, context);
      };
      const place = { host, config, directory: root, git: repository?.git, permit, signal, project, phase };
      const number = printPhaseNumber(phase.number);
      const recorded = agent && repository !== undefined
        ? await recordedAgent(agent, {
          repository,
          config,
          phase: number,
          log,
          used: context.used,
          ask: answers.ask,
        })
        : agent;
      const judge = recorded && agentJudge({ ...place, agent: recorded, notice: notify });
      return await verifyPhase({
        host,
        reader,
        repository,
        config,
        directory: phase.directory,
        ...defined({ judge }),
        ask: answers.ask,
        signal,
        notice: notify,
        dryRun,
        log,
      });
    };
    const work = (log?: RunLog) =>
      interruptible(
        async (signal) => outcomeOf(await verify(signal, log), config, answers, options, context),
        answers,
        context,
      );
    if (repository === undefined) markPrograms(context);
    if (dryRun) return await work();
    if (repository === undefined) return await callingAtEnd(`verify-phase ${options.phase}`, context, work);
    if (config.planning.commit_docs) await requireCommits(repository);
    return await withLock(repository, `verify-phase ${options.phase}`, async ({ notices }, log) => {
      for (const message of notices) notice(message, context);
      return await work(log);
    }, { leavesNothing: true, config, context });
  }
}

function requirePlans(phase: Phase): void {
  if (phase.plans.some(({ frontmatter }) => frontmatter.kind !== "missing")) return;
  throw new UsageError(
    `Phase ${printPhaseNumber(phase.number)} has no plans, so there is nothing to verify`,
    `Write plans into ${phase.directory}/`,
  );
}

function outcomeOf(
  outcome: VerifyOutcome,
  config: Config,
  answers: Answers,
  options: VerifyPhaseOptions,
  context: CommandContext,
): Outcome {
  noticeUnused(answers, context);
  const { verification, verdict, written, commit, question, kind } = outcome;
  const exitCode = exitCodeOf(outcome);
  const result: VerifyResult = {
    formatVersion: 1,
    ...verification,
    verdict,
    written,
    commit,
    ...(question === undefined || kind !== "waiting" ? {} : { question }),
    next: shownNext(
      verificationCommands(outcome.verification, {
        ...(kind === "waiting" && question !== undefined ? { question } : {}),
        agent: roleAgent(config.agent, "planning").name,
        flags: lastingFlags(options),
        interrupted: kind === "interrupted",
        kept: kind === "kept",
        // A declined gate is asked again.
        yes: (options.yes ?? false) && kind !== "declined",
      }),
      exitCode,
      context,
    ),
  };
  const dryRun = options["dry-run"] ?? false;
  return {
    exitCode,
    result,
    text: verificationText(result, { style: context.style, kind, output: outcome.output ?? "", dryRun }),
  };
}

function exitCodeOf({ kind, verification, left = false }: VerifyOutcome): ExitCode {
  if (kind === "waiting" || kind === "declined") return 3;
  if (kind === "refused") return 1;
  if (kind === "interrupted") return 130;
  if (left) return 0;
  return verification.status === "passed" ? 0 : verification.status === "gaps_found" ? 1 : 3;
}
