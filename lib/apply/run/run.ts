import { defined } from "../../collections/defined.ts";
import { fullMessage } from "../../errors/full_message.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { GitError } from "../git/process.ts";
import { askQuestion } from "../interaction/interaction.ts";
import type { RunContext } from "./context.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { AskStep, ExecutionPlan, VerifyStep } from "../../../schemas/execution_plan.ts";
import { STATE_PATH } from "../../parse/project/project.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import {
  advance,
  begin,
  interrupt,
  isFinished,
  nextSteps,
  outcomeOf,
  type RunState,
  type ScheduledStep,
  startRun,
} from "../../plan/run/state_machine.ts";
import { nextRunAsks } from "../../plan/execution/sealed_documents.ts";
import { givenWords } from "../../plan/run/turn_outcome.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { leavesMustHaves } from "../../plan/status/phase_verdict.ts";
import { CONFIRM_PLAN } from "../../plan/verification/questions.ts";
import { verificationPath } from "../../plan/verification/document.ts";
import { addUserChanges, type Baseline, takeBaseline } from "../git/baseline.ts";
import { changedDuringQuestion } from "../../plan/run/changed_during_question.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { DocumentGuard } from "../seal/document_guard.ts";
import type { Question } from "../../../schemas/question.ts";
import { checkPlan } from "./check_plan.ts";
import { switchBranch } from "./switch_branch.ts";
import { commitDocuments, writeSummary } from "./summary.ts";
import { mergeBranch } from "../merge/merge_branch.ts";
import { PlanConversation } from "./plan_conversation.ts";
import { confirmPlans } from "../history/confirmed_plans.ts";
import { rememberCosts } from "../history/run_costs.ts";
import { recordFeedback } from "../history/checkpoint_feedback.ts";
import { type StopReason, TaskWorker } from "./task_worker.ts";
import { verifyPhase } from "../verify/verify.ts";
import { Worktrees } from "../worktrees/worktrees.ts";

/**
 * Runs an execution plan: performs the steps that the state machine returns, some of them concurrently, and
 * reports each outcome to the state machine. It makes no decisions itself.
 *
 * @returns The outcome of the run.
 */
export async function run(plan: ExecutionPlan, context: RunContext): Promise<RunOutcome> {
  const broken = new AbortController();
  const signal = AbortSignal.any([context.signal, broken.signal]);
  const runner = new Runner(plan, { ...context, signal });
  const running = new Map<string, Promise<Performed>>();
  let state = startRun(plan);
  let error: unknown;
  try {
    for (;;) {
      for (const next of nextSteps(state)) {
        state = begin(state, next.lane.id);
        running.set(next.lane.id, runner.perform(next));
      }
      if (running.size === 0) break;
      const { lane, outcome } = await Promise.race(running.values());
      running.delete(lane);
      state = advance(state, lane, outcome);
      if (context.signal.aborted) state = interrupt(state);
      await runner.settle(state, lane);
    }
  } catch (thrown) {
    error = thrown;
    throw thrown;
  } finally {
    // After an error, the other steps in progress are aborted, so that nothing is left running.
    if (running.size > 0) broken.abort();
    await Promise.allSettled(running.values());
    const suspended = [...state.lanes.values()].some(({ stopped }) => stopped?.kind === "suspended");
    await runner.close(suspended, error instanceof Error ? error.message : "The run was interrupted");
  }
  const outcome = outcomeOf(state);
  const question = runner.question;
  if (question === undefined || outcome.kind === "waiting") return outcome;
  if (outcome.kind === "completed") return { kind: "waiting", question };
  // The reason for the stop takes precedence; the next run asks.
  context.report({ kind: "notice", message: nextRunAsks(question) });
  return outcome;
}

interface Performed {
  readonly lane: string;
  readonly outcome: StepOutcome;
}

/** Performs the steps of a run. Owns the worktrees and a worker for each lane. */
class Runner {
  readonly #worktrees: Worktrees;
  readonly #guard: DocumentGuard;
  readonly #workers = new Map<string, TaskWorker>();
  readonly #reported = new Set<string>();
  /** The durations of finished turns, in milliseconds. */
  readonly #turns: number[] = [];
  /** The baselines of working trees, including the user's changes while a question was open. */
  readonly #baselines = new Map<Workspace, Baseline>();

  constructor(readonly plan: ExecutionPlan, readonly context: RunContext) {
    this.#worktrees = new Worktrees(context, plan.steps);
    this.#guard = new DocumentGuard(context);
  }

  /** The open question about documents that changed while tasks ran in worktrees. */
  get question(): Question | undefined {
    return this.#guard.question;
  }

  async perform(next: ScheduledStep): Promise<Performed> {
    const { trace } = this.context.host;
    trace?.write("steps", `${next.step.id} (started)`);
    const end = trace?.begin("steps", next.step.id);
    try {
      const outcome = await this.#perform(next);
      end?.(outcome.kind);
      return { lane: next.lane.id, outcome };
    } catch (error) {
      end?.("threw");
      if (!(error instanceof ProgramError) || !this.#isApart(next)) throw error;
      const { step, lane } = next;
      const who = "task" in step ? `Task ${lane.plan}/${step.task}` : `Plan ${lane.plan}`;
      const output = error instanceof GitError ? error.output : "";
      const message = `${who}: ${fullMessage(error)}`;
      return { lane: lane.id, outcome: { kind: "turn-failed", message, output } };
    }
  }

  /** Reports whether a step belongs to one of several plans, so that the others continue after an error. */
  #isApart({ lane }: ScheduledStep): boolean {
    return lane.plan !== undefined && this.plan.lanes.some(({ worktree }) => worktree !== undefined);
  }

  async #perform(next: ScheduledStep): Promise<StepOutcome> {
    const { step, lane } = next;
    const { context } = this;
    switch (step.kind) {
      case "switch-branch":
        return await switchBranch(step, context);
      case "ask":
        return await this.#ask(next, step);
      case "add-worktree":
        return await this.#worktrees.add(step, this.#filesOf(step.plan));
      case "set-up-worktree":
        return await this.#worktrees.setUp(step);
      case "replay": {
        const target = this.#worktrees.workspace(lane.worktree);
        const files = this.#filesOf(step.plan);
        return await this.#write(() => this.#worktrees.replay(step, target, files), files);
      }
      case "turn":
        return await this.#worker(next).turn(step, next);
      case "check":
        return await this.#worker(next).check(step);
      case "commit-task":
        return await this.#worker(next).commit(step, next);
      case "write-summary": {
        // The answers at deferred checkpoints are added to a complete plan.
        const isComplete = step.id !== `${step.plan}/summary`;
        const stopped = isComplete ? undefined : await checkPlan(step.plan, context);
        if (stopped !== undefined) return stopped;
        const paths = [step.path, STATE_PATH, ROADMAP_PATH];
        const { directory } = this.plan.phase;
        const written = await this.#write(() => writeSummary(step, directory, context), paths);
        await this.#reseal(paths);
        return written;
      }
      case "commit-docs": {
        // Documents that await an answer are restored by now, and those written here are committed.
        await this.#guard.settle();
        const committed = await this.#guard.write(() => commitDocuments(step, context), step.paths);
        // A hook may have reformatted the documents.
        await this.#reseal(step.paths);
        return committed;
      }
      case "verify":
        await this.#guard.end();
        if (this.question !== undefined) return { kind: "waiting", question: this.question };
        return await verify(step, context);
      case "merge":
        await this.#guard.end();
        if (this.question !== undefined) return { kind: "waiting", question: this.question };
        return await mergeBranch(step, {
          mode: step.mode ?? (next.answer === "history" ? "history" : "squash"),
          byHand: next.byHand,
          docs: context.config.planning.commit_docs,
        }, context);
    }
  }

  /** Returns the paths that a plan declares, relative to the project root. */
  #filesOf(plan: string): readonly string[] {
    return this.plan.waves.flatMap(({ plans }) => plans).find(({ id }) => id === plan)?.files ?? [];
  }

  /** Writes documents, unless changes that others made to them await an answer. */
  async #write(
    action: () => Promise<StepOutcome>,
    paths: readonly string[] = [],
  ): Promise<StepOutcome> {
    await this.#guard.settle();
    const { question } = this;
    return question === undefined ? await this.#guard.write(action, paths) : { kind: "waiting", question };
  }

  /** Records documents written by wf itself, so that they do not count as changes of a task. */
  async #reseal(paths: readonly string[]): Promise<void> {
    for (const worker of this.#workers.values()) {
      if (worker.workspace === this.context.home) await worker.reseal(paths);
    }
  }

  /** Asks a question. What the user writes at a checkpoint, or to an agent, is recorded for the commit of the task. */
  async #ask(next: ScheduledStep, step: AskStep): Promise<StepOutcome> {
    const { question, plan, task } = step;
    const outcome = await this.#excludeUserChanges(next, step, () => this.#askWithServer(next, step));
    for (const worker of this.#workers.values()) worker.unseal();
    if (question.id === CONFIRM_PLAN && outcome.kind === "answered" && outcome.value === "yes") {
      const { plans } = await this.context.reader.read();
      await confirmPlans(this.context.home.repository.git, [plans.byId.get(plan!)!.file!]);
    }
    const inWords = outcome.kind === "answered" &&
      (question.kind === "human-verify" || question.kind === "agent") &&
      !question.choices.some(({ value }) => value === outcome.value);
    if (inWords && plan !== undefined && task !== undefined) {
      const text = question.kind === "agent" ? givenWords(question, outcome.value) : outcome.value;
      await recordFeedback(this.context.home.repository, { plan, task, text });
    }
    return outcome;
  }

  /**
   * Asks, and leaves the changes made meanwhile to the user: no task has made them. Only the changes that a
   * human-action asks for go into its commit.
   */
  async #excludeUserChanges(
    { lane: { worktree } }: ScheduledStep,
    { question }: AskStep,
    ask: () => Promise<StepOutcome>,
  ): Promise<StepOutcome> {
    if (question.kind === "human-action") return await ask();
    // A gate precedes the worktree that it is about.
    const workspace = worktree === undefined ? undefined : this.#worktrees.open.get(worktree);
    const place = workspace ?? this.context.home;
    const { git } = place.repository;
    const before = await takeBaseline(git, await git.status());
    const outcome = await ask();
    const left = await addUserChanges(git, this.#baselines.get(place) ?? place.baseline, before);
    if (left.added.length > 0) {
      this.#baselines.set(place, left.baseline);
      this.context.report({ kind: "notice", message: changedDuringQuestion(left.added) });
    }
    return outcome;
  }

  /** Starts the server that the user needs at a checkpoint, then asks. The server runs until the answer. */
  async #askWithServer(next: ScheduledStep, { question, plan, task = 0 }: AskStep): Promise<StepOutcome> {
    const { context } = this;
    const { worktree } = next.lane;
    if (question.kind !== "human-verify" || plan === undefined || context.agent.name === "shell") {
      return await askQuestion(question, context);
    }
    let talk: PlanConversation | undefined;
    try {
      return await askQuestion(question, context, async () => {
        talk = await PlanConversation.open(plan, { context, workspace: this.#worktrees.workspace(worktree) });
        const serving = talk;
        return await this.#worker(next).guard({ plan, task }, () => serving.serve(task));
      });
    } finally {
      await talk?.close();
    }
  }

  #worker({ lane }: ScheduledStep): TaskWorker {
    const workspace = this.#worktrees.workspace(lane.worktree);
    const worker = this.#workers.get(lane.id) ?? new TaskWorker({
      context: this.context,
      workspace,
      plan: this.plan,
      worktrees: this.#worktrees,
      baseline: () => this.#baselines.get(workspace) ?? workspace.baseline,
      guard: this.#guard,
      turns: this.#turns,
    });
    this.#workers.set(lane.id, worker);
    return worker;
  }

  /** Closes the session of a finished lane, and reports a plan that has stopped. */
  async settle(state: RunState, id: string): Promise<void> {
    const lane = this.plan.lanes.find((candidate) => candidate.id === id);
    const stopped = state.lanes.get(id)?.stopped;
    if (stopped === undefined && !isFinished(state, id)) return;
    const worker = this.#workers.get(id);
    await (stopped?.kind === "suspended" ? worker?.close() : worker?.end(stopped && stopReason(stopped)));
    this.#workers.delete(id);
    if (stopped === undefined || lane?.plan === undefined || this.#reported.has(lane.plan)) return;
    if (stopped.kind === "suspended") return;
    this.#reported.add(lane.plan);
    const kept = this.#worktrees.open.get(lane.worktree ?? lane.plan);
    const directory = kept?.repository.git.root;
    const isThere = directory !== undefined && await this.context.host.stat(directory) !== undefined;
    const place = isThere ? { directory } : {};
    this.context.report({ kind: "plan-stopped", plan: lane.plan, outcome: stopped, ...place });
  }

  /** @param reason The reason why the lanes in progress do not reach their end. */
  async close(suspended: boolean, reason: string): Promise<void> {
    const workers = [...this.#workers.values()];
    await Promise.all(
      workers.map((worker) => suspended ? worker.close() : worker.end({ reason, output: "" })),
    );
    // A host still works on its task.
    if (!suspended) await this.#guard.end();
    await this.#worktrees.close();
    const { home, agent } = this.context;
    const measured = { agent: agent.name, turns: this.#turns, ...this.#worktrees.durations };
    await rememberCosts(home.repository.git, measured);
  }
}

function stopReason(outcome: RunOutcome): StopReason {
  switch (outcome.kind) {
    case "failed":
      return { reason: outcome.message, output: outcome.output };
    case "waiting":
    case "declined":
      return { reason: outcome.question.title, output: outcome.question.details };
    default:
      return { reason: "The run was interrupted", output: "" };
  }
}

/** Verifies the must-haves. The run waits for truths that only the user can judge, unless they are deferred. */
async function verify({ directory }: VerifyStep, context: RunContext): Promise<StepOutcome> {
  const { host, reader, home, config, report, judge, signal, log } = context;
  const { verification, verdict, kind, question, output = "", commit } = await verifyPhase({
    host,
    reader,
    repository: home.repository,
    config,
    directory,
    ...defined({ judge }),
    ask: async (question) => {
      const answered = await askQuestion(question, context);
      return answered.kind === "answered" ? answered : undefined;
    },
    signal,
    log,
    notice: (message) => report({ kind: "notice", message }),
    leaves: leavesMustHaves(config),
  });
  if (kind === "interrupted") return { kind };
  if (kind === "refused") return { kind: "hook-refused", output };
  const { status, score, gaps } = verification;
  const path = verificationPath(verification);
  if (question?.id !== CONFIRM_PLAN) report({ kind: "verified", status, verdict, score, path });
  if (commit !== null) {
    const subject = (await home.repository.git.output(["log", "-1", "--format=%s", commit])).trim();
    report({ kind: "committed", commit, subject, files: [path] });
  }
  const outcome = { kind: "verified", status, path, gaps } as const;
  if (question === undefined) return outcome;
  return { ...outcome, review: { question, declined: kind === "declined" } };
}
