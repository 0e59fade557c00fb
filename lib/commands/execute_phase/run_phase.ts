import type { RunOutcome } from "../../../schemas/event.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import { canAnswer } from "../../apply/agent/core/consult.ts";
import type { Agent } from "../../apply/agent/core/port.ts";
import { completePlans } from "../../apply/history/complete_plans.ts";
import { askAboutChanges } from "../../apply/history/changed_plans.ts";
import { deferredPaths } from "../../apply/history/deferred_tests.ts";
import { agentJudge, type AgentJudgeOptions } from "../../apply/verify/judge_truths.ts";
import type { Preparation } from "../../apply/session/prepare.ts";
import { type ResumedWork, resumeWork } from "../../apply/session/resume_work.ts";
import type { Steering } from "../../apply/steer/steering.ts";
import { defined } from "../../collections/defined.ts";
import { isPlanDocument } from "../../plan/execution/sealed_documents.ts";
import { requirePlanFiles } from "../../apply/run/require_plan_files.ts";
import { projectPath, type Repository, tracksIgnored } from "../../apply/git/repository.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { maskEvent, maskFor, maskStrings } from "../../apply/interaction/secrets.ts";
import type { RemoteLanes } from "../../apply/executor/remote_lanes.ts";
import { runOn } from "../../apply/run/run.ts";
import { settleEarlier, settleLanes } from "../../apply/seal/settle_documents.ts";
import { findInProgress } from "../../apply/git/repair/in_progress.ts";
import type { TruthJudge } from "../../apply/verify/verify.ts";
import { findPhase, PLANNING } from "../../parse/project/project.ts";
import type { Phase } from "../../parse/project/model.ts";
import { phaseVerifications, type VerificationRecord } from "../../parse/documents/verification.ts";
import { findPreset } from "../../plan/agents/presets.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { calledFrom, confirmFlag, planFlag } from "../../plan/command_lines/repeated_flags.ts";
import {
  answerCommands,
  commandsAfterPending,
  executeAgainCommand,
} from "../../plan/command_lines/commands.ts";
import { nextCommands, type StoppedPlan } from "../../plan/run/next_commands.ts";
import { phaseVerdict } from "../../plan/status/phase_verdict.ts";
import { deferredQuestions, plannedQuestions, remainingAnswers } from "../../plan/run/remaining_questions.ts";
import { revertedText } from "../../plan/execution/reverted_tasks.ts";
import { MUST_HAVES } from "../../plan/verification/questions.ts";
import { LATER } from "../../plan/run/questions.ts";
import { type Answers, noQuestion } from "../context/answers.ts";
import type { CommandContext } from "../context/command_context.ts";
import { permitFor } from "../context/consult.ts";
import { resumePendingMerge } from "../context/resume_merge.ts";
import { listenForInterruption } from "../context/interruption.ts";
import type { PhaseInput } from "./open_phase.ts";
import { planRun } from "./plan_run.ts";
import { requireWorkable } from "../context/lock_and_agent.ts";
import { agentNames, runRoles } from "../../plan/agents/role_agents.ts";

export interface PhaseRunInput extends PhaseInput {
  readonly repository: Repository;
  readonly agent: Agent;
  readonly answers: Answers;
  readonly preparation: Preparation;
  readonly report: (event: EventDraft) => void;
  readonly log: RunLog;
  /** Carries out what the user wants of plans during the run; absent if a host carries them out. */
  readonly steering?: Steering;
  /** Connects with other machines that carry out lanes of the plan; undefined if all run on this one. */
  readonly connect?: (plan: ExecutionPlan) => Promise<RemoteLanes | undefined>;
  /** True to stash the uncommitted work of stopped tasks, so that they begin again. */
  readonly restart?: boolean;
  /** True when uncommitted changes belong to work that continues. */
  readonly continues: boolean;
  /** The commits of branches before the reported work on them began, by branch. */
  readonly heads?: Readonly<Record<string, string>>;
}

export interface PhaseRun {
  readonly outcome: RunOutcome;
  readonly next: readonly string[];
  /** Given answers to questions that are still to come, by the ID of their question. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Runs a phase as far as possible, and returns the next commands. */
export async function runPhase(input: PhaseRunInput, context: CommandContext): Promise<PhaseRun> {
  const { root, reader, config, repository, agent, answers, flags, yes } = input;
  let { preparation } = input;
  const { host } = context;
  const stopped: StoppedPlan[] = [];
  const answered: string[] = [];
  let verdict: PhaseVerdict | undefined;
  let unmerged = false;
  let skipped = 0;
  const mask = maskFor(host);
  const report = (event: EventDraft) => {
    if (event.kind === "plan-stopped") stopped.push(event);
    if (event.kind === "question-answered") answered.push(event.question);
    if (event.kind === "question-answered" && event.question === "merge") unmerged = event.answer === "skip";
    if (event.kind === "committed" && event.skipped) skipped++;
    if (event.kind === "verified") verdict = event.verdict;
    input.report(maskEvent(event, mask));
  };
  const notify = (messages: readonly string[]) =>
    messages.forEach((message) => report({ kind: "notice", message }));
  const stop = (outcome: RunOutcome, commands: (again: string) => readonly string[]): PhaseRun => {
    notify(preparation.notices);
    const unused = answers.unused();
    const kept = new Map([...answers.given].filter(([id]) => unused.includes(id)));
    const lasting = [...planFlag(input.only), ...flags, ...confirmFlag(yes)];
    const again = executeAgainCommand(phaseReference(input.phase).number, lasting, kept);
    return { outcome, kept, next: commands(again) };
  };
  const pending = await resumePendingMerge(repository, answers, { report });
  if (pending !== undefined) return stop(pending, (again) => commandsAfterPending(pending, again, flags));
  const here = await repository.git.currentBranch() ?? "";
  const home = { repository, root, branch: here, baseline: preparation.baseline };
  // While a host works on a task here, its changes to documents are handled with its report.
  const waits = input.heads === undefined
    ? await settleEarlier(home, await reader.read(), { ask: answers.ask, report })
    : await settleLanes(home, { ask: answers.ask, report });
  if (waits !== undefined) {
    return stop({ kind: "waiting", question: waits }, (again) => answerCommands(waits, again));
  }
  // The changes of an interrupted run are stashed by now, so the files may have changed.
  const project = await reader.read();
  const phase = findPhase(project, input.phase.number) ?? input.phase;
  const now = { ...input, project, phase };
  let plan: ExecutionPlan;
  let remote: RemoteLanes | undefined;
  try {
    await requirePlanFiles(repository, { project, phase });
    plan = await planRun(now, repository);
    answers.require(plannedQuestions(plan));
    const changed = input.continues
      ? undefined
      : await askAboutChanges(repository, { plan, project, mode: config.mode }, {
        ask: answers.ask,
        report,
      });
    if (changed !== undefined) {
      const { question } = changed;
      return stop(changed, (again) => changed.kind === "waiting" ? answerCommands(question, again) : [again]);
    }
    const { commit_docs: commitDocs } = config.planning;
    const resumed = input.continues ? NO_WORK : await resumeWork(repository, {
      project,
      plan,
      agent: agent.name,
      commitDocs,
      restart: input.restart ?? false,
      ask: answers.ask,
      report,
    });
    if (resumed.question !== undefined) {
      const { question } = resumed;
      return stop({ kind: "waiting", question }, (again) => answerCommands(question, again));
    }
    preparation = await withoutResumed(repository, plan, { preparation, paths: resumed.paths });
    if (!input.continues) {
      const place = { cwd: await context.cwd(), flags };
      await requireWorkable(repository, { phase, plan, status: preparation.status, commitDocs }, place);
    }
    remote = await input.connect?.(plan);
  } catch (error) {
    // Changes that were already stashed must be reported in any case.
    notify(preparation.notices);
    throw error;
  }
  report({ kind: "run-started", plan });
  // A hosted run reports these in its first call. Later changes may be the work of a task.
  const reverted = plan.waves.flatMap(({ plans }) => plans).flatMap(({ id, reverted = [] }) => {
    return reverted.map((task) => `${revertedText(id, task)}: ${task.again}`);
  });
  const first = input.continues ? [] : [
    ...unaskedUses(config),
    ...untrackedFiles(preparation),
    ...changedPlans(repository, phase, preparation),
    ...await tracksIgnored(repository) ? [TRACKED_DOCUMENTS] : [],
  ];
  notify([...preparation.notices, ...reverted, ...first]);
  const interruption = listenForInterruption(context, (message) => report({ kind: "notice", message }));
  const permit = permitFor({ root, config, answers }, context, report);
  const signal = AbortSignal.any([interruption.signal, answers.cancelled]);
  try {
    const ended = await runOn(plan, {
      host,
      home: { repository, root, branch: plan.branch, baseline: preparation.baseline },
      reader,
      config,
      agent,
      signal,
      ask: answers.ask,
      permit,
      heads: input.heads,
      log: input.log,
      steering: input.steering,
      judge: judgeOf(
        {
          answers,
          host,
          agent,
          config,
          directory: root,
          git: repository.git,
          permit,
          signal,
          project,
          phase,
        },
        report,
      ),
      report,
    }, remote);
    const verifications = phaseVerifications((await reader.read()).phases);
    const outcome = withVerdict(maskStrings(ended, mask), {
      verdict,
      plan,
      config,
      skipped,
      record: verifications.get(phase.directory),
    });
    const asked = { plan, answered };
    const kept = remainingAnswers(answers.given, outcome, asked);
    notify([...unusedAnswers(answers, kept, context), ...deferralNotices(deferredQuestions(asked), outcome)]);
    const undo = outcome.kind === "failed" ? (await findInProgress(repository.git))?.undo : undefined;
    const isComplete = await completePlans(repository, { project, config });
    const hasRemote = unmerged && await repository.git.hasRemote();
    const more = {
      flags,
      yes,
      answers: kept,
      stopped,
      isComplete,
      ...defined({ undo }),
      verifications,
      unmerged,
      hasRemote,
    };
    return { outcome, kept, next: calledFrom(nextCommands(outcome, { plan, project, ...more }), flags) };
  } finally {
    interruption.stop();
  }
}

const NO_WORK: ResumedWork = { paths: new Set() };

/**
 * Returns notices about unused answers: those whose question is still to come, and those without one, unless
 * another stage may ask it.
 */
function unusedAnswers(
  answers: Answers,
  kept: ReadonlyMap<string, string>,
  { stage }: CommandContext,
): string[] {
  return answers.unused().flatMap((id) => {
    if (kept.has(id)) return `The question "${id}" was not asked yet, so give --answer ${id} again`;
    return stage === undefined ? noQuestion(id) : [];
  });
}

/** Returns a notice about deferred checkpoints that the run did not reach. */
function deferralNotices(questions: readonly Question[], outcome: RunOutcome): string[] {
  const later = questions.filter(({ id }) => outcome.kind !== "waiting" || outcome.question.id !== id);
  if (later.length === 0 || outcome.kind === "suspended") return [];
  const named = later.map(({ id, title }) => `${id} (${title})`).join(", ");
  return [`Deferred to the end of the phase: ${named}`];
}

/** Leaves out the paths with which the run continues: they belong to its next commit. */
async function withoutResumed(
  { git, project: own }: Repository,
  { waves }: ExecutionPlan,
  { preparation, paths }: { readonly preparation: Preparation; readonly paths: ReadonlySet<string> },
): Promise<Preparation> {
  const plans = waves.flatMap((wave) => wave.plans).filter(({ complete }) => !complete).map(({ id }) => id);
  const left = await git.status();
  const tests = await deferredPaths(
    git,
    left,
    ({ plan, project }) => project === own && plans.includes(plan),
  );
  const resumed = new Set([...paths, ...tests]);
  const others = Object.entries(preparation.baseline).filter(([path]) => !resumed.has(path));
  const status = left.filter(({ path }) => !resumed.has(path));
  return { ...preparation, baseline: Object.fromEntries(others), status };
}

interface VerdictInput {
  /** The verdict of this run's verification. */
  readonly verdict: PhaseVerdict | undefined;
  /** The last recorded verification. */
  readonly record: VerificationRecord | undefined;
  readonly plan: ExecutionPlan;
  /** The number of tasks that the user skipped during the run. */
  readonly skipped: number;
  readonly config: Config;
}

/**
 * Adds the verdict on the phase to a completed run. A recorded verdict does not cover new work without a
 * verifier.
 */
function withVerdict(
  outcome: RunOutcome,
  { verdict, record, plan, config, skipped: now }: VerdictInput,
): RunOutcome {
  if (outcome.kind !== "completed" || plan.alone !== undefined) return outcome;
  const worked = plan.steps.some(({ kind }) => kind === "commit-task");
  const unverified = worked && !config.workflow.verifier;
  const skipped = plan.waves.flatMap(({ plans }) => plans).flatMap(({ skipped = [] }) => skipped);
  return {
    ...outcome,
    verdict: verdict ?? phaseVerdict(unverified ? undefined : record, skipped.length + now),
  };
}

/**
 * Returns the agent as judge of the truths, if it can answer and the user has not judged them with a flag.
 */
function judgeOf(
  { answers, ...options }: Omit<AgentJudgeOptions, "notice"> & { readonly answers: Answers },
  report: (event: EventDraft) => void,
): TruthJudge | undefined {
  const judge = options.agent.members?.("verification")[0]?.agent ?? options.agent;
  if (
    !canAnswer(judge) ||
    (answers.given.get(MUST_HAVES) ?? LATER) !== LATER
  ) return undefined;
  return agentJudge({ ...options, notice: (message) => report({ kind: "notice", message }) });
}

/** Returns notices about actions for which an agent does not ask, although a key of `safety` is on. */
function unaskedUses(config: Config): readonly string[] {
  const { always_confirm_destructive, always_confirm_external_services } = config.safety;
  if (!always_confirm_destructive && !always_confirm_external_services) return [];
  return agentNames(config.agent, runRoles(config)).flatMap((name) => {
    const { title, strict } = findPreset(name) ?? {};
    return strict?.unasked === undefined ? [] : [`${title} ${strict.unasked}`];
  });
}

const TRACKED_DOCUMENTS =
  `git ignores new documents in ${PLANNING}/, or that is a link: wf commits none, also none that git tracks`;

/** Returns a notice about plans with uncommitted changes. */
function changedPlans(repository: Repository, { directory }: Phase, { status }: Preparation): string[] {
  const paths = status.filter(({ kind, gone }) => kind !== "untracked" && !gone)
    .flatMap(({ path }) => projectPath(repository, path) ?? [])
    .filter((path) => path.startsWith(`${directory}/`) && isPlanDocument(path));
  if (paths.length === 0) return [];
  return [`${paths.join(", ")} ${paths.length === 1 ? "is" : "are"} changed and not committed`];
}

/** Returns a notice about untracked files, which the run does not commit unless a task changes them. */
function untrackedFiles({ status }: Preparation): string[] {
  const paths = status.filter(({ kind }) => kind === "untracked").map(({ path }) => path)
    .filter((path) => !path.includes(`${PLANNING}/`));
  if (paths.length === 0) return [];
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : "";
  return [`Untracked files are not touched: ${paths.slice(0, 5).join(", ")}${more}`];
}
