import type { RunOutcome } from "../../../schemas/event.ts";
import type { Instruction } from "../../../schemas/instruction.ts";
import { HostedAgent, type HostedReport, type HostedTurns } from "../../apply/agent/hosted.ts";
import { takeBaseline } from "../../apply/git/baseline.ts";
import {
  type HostedSession,
  hostedSession,
  isOpenSession,
  readHostedHeads,
  repairBranch,
} from "../../apply/session/hosted_session.ts";
import type { Repository } from "../../apply/git/repository.ts";
import type { Preparation } from "../../apply/session/prepare.ts";
import { Steering } from "../../apply/steer/steering.ts";
import type { Asker, EventDraft } from "../../apply/interaction/interaction.ts";
import { loggedAgent } from "../../apply/log/logged_agent.ts";
import type { RunLog } from "../../apply/log/run_log.ts";
import { advanceView, EMPTY_VIEW } from "../../plan/run/live_view.ts";
import { summarizeRun } from "../../plan/run/summary.ts";
import { defined } from "../../collections/defined.ts";
import { confirmFlag, lastingFlags, planFlag } from "../../plan/command_lines/repeated_flags.ts";
import { answerFlags, bareNumber, runWords } from "../../plan/command_lines/commands.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import { isQuickId } from "../../plan/quick/quick_plan.ts";
import { makeInstruction, noReport, noteOf, printToken } from "../../plan/run/instruction.ts";
import { ALL_PLANS, type Answers, isBeforePlan, withAllPlans } from "../context/answers.ts";
import { hostedConfig } from "../context/configuration.ts";
import { type CommandContext, type Outcome, shownNext } from "../context/command_context.ts";
import {
  type OpenedPhase,
  openPhase,
  type PhaseInput,
  type PhaseOptions,
} from "../execute_phase/open_phase.ts";
import { type PhaseRun, runPhase } from "../execute_phase/run_phase.ts";
import { openQuick, quickInput, quickStage } from "../quick/open_quick.ts";
import { requireTrust } from "../trust/require_trust.ts";
import { doneText, instructionOutcome, withoutTerminal } from "./instruction_outcome.ts";
import { requireNoOpenTurn, requireNoOtherTurn } from "./other_turn.ts";
import { withSandbox } from "../context/sandbox.ts";
import { exitCodeOf, RunInProgress, withLock } from "../context/lock_and_agent.ts";

export interface HostedRunOptions {
  readonly answers: Answers;
  /** True when tasks of several plans may be in progress at the same time. */
  readonly parallel: boolean;
  /** The report of the host, if it has one. */
  readonly report: HostedReport | undefined;
}

/**
 * Advances a phase, or the quick task that is its only plan, until the host or the user has to act, and returns the
 * instruction for that. Waits while another call of the host advances it: several of its agents may report at the
 * same time.
 */
export async function advanceHostedRun(
  options: PhaseOptions,
  hosted: HostedRunOptions,
  context: CommandContext,
): Promise<Outcome> {
  for (;;) {
    try {
      return await advance(options, hosted, context);
    } catch (error) {
      if (!(error instanceof RunInProgress) || !error.by.hosted) throw error;
      await new Promise((done) => setTimeout(done, POLL));
    }
  }
}

/** Time between two attempts to take the lock, in milliseconds. */
const POLL = 200;

async function advance(
  options: PhaseOptions,
  hosted: HostedRunOptions,
  context: CommandContext,
): Promise<Outcome> {
  const set = [...options.set ?? [], ...(hosted.parallel ? [] : ["parallelization.enabled=false"])];
  const found = await openWork({ ...options, set }, { ...context, byAgent: () => true });
  if (found.kind === "findings") return found.outcome;
  const { root, project: { config: { file } }, overrides } = found.input;
  const config = hostedConfig(found.input.config);
  await requireTrust({ root, file, overrides, config, agent: false, plans: true }, withoutTerminal(context));
  const repository = found.input.repository!;
  await requireNoOtherTurn(repository);
  const { only: plan } = found.input;
  const phase = bareNumber(printPhaseNumber(found.input.phase.number));
  const words = runWords(phase, plan);
  const { git, project } = repository;
  const known = await hostedSession.read(git);
  const isSame = known?.phase === phase && known.plan === plan && (known.project ?? project) === project;
  const continues = isSame ? known : undefined;
  const isOpen = isSame && isOpenSession(known);
  // The concurrent turns of the host are still expected.
  if (isOpen && known.parallel && !hosted.parallel) {
    return await advance(options, { ...hosted, parallel: true }, context);
  }
  if (hosted.report === undefined && !isOpen) await requireNoOpenTurn(repository);
  const whole = { ...options, phase, ...defined({ plan }) };
  const call = { options: whole, hosted, input: { ...found.input, config, repository }, continues };
  const action = async (preparation: Preparation, log: RunLog) => {
    const state = await runToHost(call, preparation, log, context);
    await keepSession(call, state, preparation, log);
    return instructionOutcome(instructionFor(call, state), context, exitCodeOf(state.outcome));
  };
  return await withLock(repository, words.join(" "), action, {
    // The session records the unfinished work.
    leavesNothing: true,
    hosted: true,
    config,
    context,
    ...defined({ continues }),
  });
}

/** A call of the host about its run. */
interface HostedRunCall {
  readonly options: PhaseOptions;
  readonly hosted: HostedRunOptions;
  readonly input: PhaseInput & { readonly repository: Repository };
  /** The run that it continues, as the call before left it. */
  readonly continues: HostedSession | undefined;
}

/** The state of a run when the host or the user has to act. */
interface HostedRunState extends PhaseRun {
  readonly left: HostedTurns;
  /** The run that it continues, if the report is about one of its open turns. */
  readonly reported: HostedSession | undefined;
  /** The answers to gates, by question. */
  readonly gates: Readonly<Record<string, string>>;
  /** The progress and notices for the user. */
  readonly notes: readonly string[];
}

/** Runs the work until the host or the user has to act. */
async function runToHost(
  { options, hosted: { answers, report }, input, continues }: HostedRunCall,
  preparation: Preparation,
  log: RunLog,
  context: CommandContext,
): Promise<HostedRunState> {
  const isOpen = report !== undefined &&
    continues?.turns.some((turn) => printToken(turn) === printToken(report));
  const reported = isOpen ? continues : undefined;
  const notes = reported === undefined ? [] : [...await repairBranch(input.repository.git, reported)];
  const record = recorder(log);
  const agent = new HostedAgent(isOpen ? report : undefined, continues);
  const gates: Record<string, string> = { ...continues?.gates };
  const reportEvent = (event: EventDraft) => {
    record.report(event);
    const news = noteOf(event);
    notes.push(...news);
    for (const message of news) context.watch?.(message);
  };
  // Nobody steers this run, but an earlier one may have left tasks to skip.
  const steering = Steering.open({
    repository: input.repository,
    run: log.id,
    agents: [],
    isElsewhere: () => false,
    report: reportEvent,
  });
  const work = {
    ...input,
    flags: lastingFlags(options),
    agent: loggedAgent(agent, log),
    log,
    answers: {
      ...answers,
      ask: rememberGates(answers, gates),
      require: (questions) => answers.require(questions.map(withAllPlans)),
    } satisfies Answers,
    preparation,
    continues: continues !== undefined,
    ...defined({ heads: reported?.heads }),
    steering,
    report: reportEvent,
  };
  const ended = await withSandbox(work, context, async (context, first) => {
    if (continues === undefined) notes.push(...first);
    return await runPhase(work, context);
  }).finally(() => steering.close());
  const { left } = agent;
  // A verification that waits for the host has recorded nothing.
  const isSuspended = left.turns.some(({ task }) => task === 0);
  const outcome: RunOutcome = isSuspended ? { kind: "suspended" } : ended.outcome;
  record.finish(outcome, ended.next);
  if (report !== undefined && !agent.used) notes.push(noReport(report));
  return { ...ended, outcome, left, reported, gates, notes };
}

/** Keeps the state for the next call of the host. */
async function keepSession(
  { options, hosted: { parallel }, input: { root, repository } }: HostedRunCall,
  { outcome, left, reported, gates }: HostedRunState,
  { baseline }: Preparation,
  log: RunLog,
): Promise<void> {
  const { git, project } = repository;
  if (outcome.kind === "completed") return await hostedSession.remove(git);
  if (outcome.kind === "interrupted" && reported !== undefined) {
    // The same report is expected again.
    return await hostedSession.write(git, { ...reported, gates });
  }
  const { phase, plan, yes = false } = options;
  const isIdle = outcome.kind === "waiting" && left.turns.every(({ directory }) => directory !== root);
  const asked = isIdle ? await takeBaseline(git, await git.status()) : undefined;
  await hostedSession.write(git, {
    project,
    phase,
    ...defined({ plan, asked }),
    flags: setFlags(options),
    yes,
    parallel,
    startedAt: log.record.startedAt,
    run: log.id,
    gates,
    ...left,
    baseline,
    ...await readHostedHeads(repository),
  });
}

function instructionFor(
  { options, hosted: { parallel }, input: { phase: { plans } } }: HostedRunCall,
  { outcome, next, kept, left: { turns }, notes }: HostedRunState,
): Instruction {
  const { phase, plan, yes } = options;
  const words = runWords(phase, plan);
  const isQuick = words[0] === "quick";
  const cwd = lastingFlags(defined({ cwd: options.cwd }));
  const how = [
    ...isQuick ? [] : planFlag(plan),
    ...setFlags(options),
    ...confirmFlag(yes),
    ...(parallel ? ["--parallel"] : []),
    ...answerFlags(kept),
  ];
  const offersAll = plan === undefined && plans.length > 1;
  return makeInstruction({
    outcome: outcome.kind === "waiting" && offersAll
      ? { ...outcome, question: withAllPlans(outcome.question) }
      : outcome,
    ...defined({ text: plan !== undefined && outcome.kind === "completed" ? doneText(plan) : undefined }),
    next: isQuick ? shownNext(next, exitCodeOf(outcome), { stage: quickStage(plan!) }) : next,
    notes,
    turns,
    again: [...words, ...how, ...cwd],
    cwd,
  });
}

function setFlags({ set }: PhaseOptions): readonly string[] {
  return lastingFlags(defined({ set }));
}

async function openWork(options: PhaseOptions, context: CommandContext): Promise<OpenedPhase> {
  const { plan } = options;
  if (plan === undefined || !isQuickId(plan)) return await openPhase(options, context);
  return { kind: "opened", input: await quickInput(await openQuick({ ...options, task: plan }, context)) };
}

/** Adds the events of a call to the log. The run ends with the call that leaves nothing to the host. */
function recorder(log: RunLog) {
  let view = EMPTY_VIEW;
  const report = (draft: EventDraft) => {
    const event = log.timed(draft);
    view = advanceView(view, event);
    log.event(event);
  };
  const finish = (outcome: RunOutcome, next: readonly string[]) => {
    if (outcome.kind === "suspended") return;
    const elapsed = log.elapsed();
    const summary = summarizeRun({ ...view, elapsed });
    log.event(
      log.timed({ kind: "run-finished", outcome, commits: summary.commits.length, summary, next }, elapsed),
    );
  };
  return { report, finish };
}

/** Returns an asker that remembers gates across calls, as git has no record of their answers. */
function rememberGates({ ask }: Answers, gates: Record<string, string>): Asker {
  return async (question) => {
    if (question.kind !== "gate") return await ask(question);
    const known = gates[question.title] ?? (isBeforePlan(question) ? gates[ALL_PLANS.value] : undefined);
    if (known !== undefined) return { value: known, by: "person" };
    const answer = await ask(withAllPlans(question));
    const isForAll = answer?.value === ALL_PLANS.value;
    if (isForAll || answer?.value === "yes") gates[isForAll ? ALL_PLANS.value : question.title] = "yes";
    return isForAll ? { ...answer, value: "yes" } : answer;
  };
}
