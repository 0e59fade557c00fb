import type { RunOutcome } from "../../../schemas/event.ts";
import type { Config } from "../../../schemas/config.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { PhaseVerdict } from "../../../schemas/verification.ts";
import { canAnswer } from "../../apply/agent/core/consult.ts";
import { shellBlocks } from "../../apply/agent/shell/blocks.ts";
import { agentJudge, type AgentJudgeOptions } from "../../apply/verify/judge_truths.ts";
import { defined } from "../../collections/defined.ts";
import type { EventDraft } from "../../apply/interaction/interaction.ts";
import { maskEvent, maskFor, maskStrings } from "../../apply/interaction/secrets.ts";
import { runOn } from "../../apply/run/run.ts";
import { findInProgress } from "../../apply/git/repair/in_progress.ts";
import type { TruthJudge } from "../../apply/verify/verify.ts";
import { phaseVerifications, type VerificationRecord } from "../../parse/documents/verification.ts";
import type { Project } from "../../parse/project/model.ts";
import { phaseReference } from "../../parse/project/phase_reference.ts";
import { calledFrom, confirmFlag, planFlag } from "../../plan/command_lines/repeated_flags.ts";
import { executeAgainCommand } from "../../plan/command_lines/commands.ts";
import { correctionOf, type FailedTask } from "../../plan/run/task_place.ts";
import { todoBefore } from "../../plan/project/undescribed_phase.ts";
import { nextCommands, type StoppedPlan } from "../../plan/run/next_commands.ts";
import { phaseVerdict } from "../../plan/status/phase_verdict.ts";
import { deferredQuestions, remainingAnswers } from "../../plan/run/remaining_questions.ts";
import { revertedText } from "../../plan/execution/reverted_tasks.ts";
import { MUST_HAVES } from "../../plan/verification/questions.ts";
import { LATER, PHASE_ORDER } from "../../plan/run/questions.ts";
import { type Answers, noQuestion } from "../context/answers.ts";
import type { CommandContext } from "../context/command_context.ts";
import { permitFor } from "../context/consult.ts";
import { listenForInterruption } from "../context/interruption.ts";
import type { PhaseRunInput } from "./run_input.ts";
import { prepareRun } from "./prepare_run.ts";
import { firstNotices } from "./first_notices.ts";
import { suggestedCommands } from "./suggested_commands.ts";

export interface PhaseRun {
  readonly outcome: RunOutcome;
  readonly next: readonly string[];
  /** What to do before the first of them, in words. */
  readonly todo?: string;
  /** Given answers to questions that are still to come, by the ID of their question. */
  readonly kept: ReadonlyMap<string, string>;
}

/** Records at which task each plan failed, from the events of a run. */
class FailureRecord {
  readonly #last = new Map<string, Pick<FailedTask, "task" | "check">>();
  readonly #said = new Set<string>();
  readonly #plans = new Map<string, string>();

  add(event: EventDraft): void {
    if (event.kind === "turn-started") this.#last.set(event.plan, { task: event.task, check: false });
    if (event.kind === "check-finished" && !event.passed && event.expected === undefined) {
      this.#last.set(event.plan, { task: event.task, check: true });
    }
    if (event.kind === "agent-output") this.#said.add(event.plan);
    // What the hook printed says what to do.
    if (event.kind === "hook-refused") this.#last.delete(event.plan);
    if (event.kind === "plan-stopped" && event.outcome.kind === "failed") {
      this.#plans.set(event.outcome.message, event.plan);
    }
  }

  /** Returns what the user corrects or reads after the failure of a run; undefined if its message alone says it. */
  correction(message: string, agent: string, { plans }: Project): string | undefined {
    const id = this.#plans.get(message);
    const last = this.#last.get(id ?? "");
    const plan = id === undefined ? undefined : plans.byId.get(id);
    const task = plan?.tasks.find(({ task }) => task.number === last?.task)?.task;
    if (plan === undefined || last === undefined || task?.type !== "auto") return undefined;
    if (agent !== "shell") {
      return last.check || this.#said.has(plan.id)
        ? correctionOf(plan, { ...last, script: undefined })
        : undefined;
    }
    const script = shellBlocks(task.action).length > 0 ? "run" : "missing";
    return correctionOf(plan, { ...last, script });
  }
}

/** Runs a phase as far as possible, and returns the next commands. */
export async function runPhase(input: PhaseRunInput, context: CommandContext): Promise<PhaseRun> {
  const { root, reader, config, repository, agent, answers, flags, yes } = input;
  const { host } = context;
  const stopped: StoppedPlan[] = [];
  const answered: string[] = [];
  const failures = new FailureRecord();
  let verdict: PhaseVerdict | undefined;
  let skipped = 0;
  const mask = maskFor(host);
  const report = (event: EventDraft) => {
    if (event.kind === "plan-stopped") stopped.push(event);
    failures.add(event);
    if (event.kind === "question-answered") answered.push(event.question);
    if (event.kind === "committed" && event.skipped) skipped++;
    if (event.kind === "verified") verdict = event.verdict;
    input.report(maskEvent(event, mask));
  };
  const notify = (messages: readonly string[]) =>
    messages.forEach((message) => report({ kind: "notice", message }));
  const prepared = await prepareRun(input, context, report).catch((error) => {
    // Changes that were already stashed must be reported in any case.
    notify(input.preparation.notices);
    throw error;
  });
  if (prepared.kind === "stopped") {
    notify(input.preparation.notices);
    const unused = answers.unused();
    const kept = new Map([...answers.given].filter(([id]) => unused.includes(id)));
    const lasting = [...planFlag(input.only), ...flags, ...confirmFlag(yes)];
    const again = executeAgainCommand(phaseReference(input.phase).number, lasting, kept);
    return { outcome: prepared.outcome, kept, next: prepared.commands(again) };
  }
  const { project, phase, plan, preparation, remote } = prepared;
  report({ kind: "run-started", plan });
  // A hosted run reports these in its first call. Later changes may be the work of a task.
  const reverted = plan.waves.flatMap(({ plans }) => plans).flatMap(({ id, reverted = [] }) => {
    return reverted.map((task) => `${revertedText(id, task)}: ${task.again}`);
  });
  const first = input.continues ? [] : await firstNotices(repository, { config, phase, preparation });
  notify([...preparation.notices, ...reverted, ...first]);
  const interruption = listenForInterruption(context, (message) => notify([message]), () => {
    input.close?.();
    notify(["Stopped immediately. Everything is kept; run the same command to continue"]);
  });
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
    const record = phaseVerifications((await reader.read()).phases).get(phase.directory);
    const outcome = withVerdict(maskStrings(ended, mask), { verdict, plan, config, skipped, record });
    const asked = { plan, answered };
    const kept = remainingAnswers(answers.given, outcome, asked);
    notify([...unusedAnswers(answers, kept, context), ...deferralNotices(deferredQuestions(asked), outcome)]);
    const undo = outcome.kind === "failed" ? (await findInProgress(repository.git))?.undo : undefined;
    // The stages of a run continue on their own.
    const isOver = outcome.kind === "completed" ||
      ((outcome.kind === "declined" || outcome.kind === "waiting") && outcome.question.id === PHASE_ORDER);
    const suggested = isOver && context.stage === undefined
      ? await suggestedCommands(input, repository, context)
      : [];
    const more = { flags, yes, answers: kept, stopped, suggested, ...defined({ undo }) };
    const next = calledFrom(nextCommands(outcome, { plan, ...more }), flags);
    const todo = ended.kind === "failed"
      ? failures.correction(ended.message, agent.name, project)
      : todoBefore(next, await reader.read());
    return { outcome, kept, next, ...defined({ todo }) };
  } finally {
    interruption.stop();
  }
}

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
