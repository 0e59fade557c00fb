import type { TurnRequest } from "./turn_request.ts";
import type { CheckStep, CommitTaskStep, PlannedPlan, TurnStep } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { ChosenAgent } from "../../../schemas/steering.ts";
import { withGivenAnswers } from "../../plan/run/stopped_work.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { hasCheck } from "../../plan/execution/plan_steps.ts";
import { untrackedSince } from "../git/baseline.ts";
import { GitError } from "../git/process.ts";
import type { PlanningSeal } from "../seal/planning_seal.ts";
import { type SealedTask, TaskSeal } from "../seal/task_seal.ts";
import { type FailedTests, runChecks } from "./run_checks.ts";
import { PlanConversation } from "./plan_conversation.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { keepCommits, type TaskPlace } from "./agent_commits.ts";
import type { RunContext } from "./context.ts";
import { readBegun, rememberBegun } from "../history/begun_plans.ts";
import { deferredTests } from "../history/deferred_tests.ts";
import { readFeedback } from "../history/checkpoint_feedback.ts";
import { WorkRecord } from "./work_record.ts";
import { type CommitInput, commitTask, type CommittingLane } from "./commit_task.ts";
import { returnToBranch } from "../worktrees/return_to_branch.ts";
import { skipTask } from "./skip_task.ts";

/** Options for {@link TaskWorker}. */
export interface WorkerOptions
  extends Pick<CommittingLane, "context" | "workspace" | "plan" | "worktrees" | "baseline" | "guard"> {
  /** Takes the durations of finished turns, in milliseconds. */
  readonly turns: number[];
}

/** The reason why a lane has stopped. */
export interface StopReason {
  readonly reason: string;
  readonly output: string;
}

/** Carries out the tasks of a lane: turns, checks and commits. Holds one conversation with the agent for each plan. */
export class TaskWorker {
  readonly context: RunContext;
  readonly workspace: Workspace;
  #talk: PlanConversation | undefined;
  /** What the user has chosen to retry a task with. */
  #chosen: { readonly task: number; readonly by: ChosenAgent } | undefined;
  /** The last commit that wf made or accepted. */
  #head: string | undefined;
  readonly #seal: TaskSeal;
  readonly #work: WorkRecord;
  /** The run of the current task's tests that failed, as it should before their implementation. */
  #failed: FailedTests | undefined;
  /** True if no program of the task has run since its documents were compared. */
  #isSettled = false;

  /** @param options The context, the working tree and the plan. */
  constructor(readonly options: WorkerOptions) {
    this.context = options.context;
    this.workspace = options.workspace;
    this.#seal = new TaskSeal(options.context, options.workspace);
    const commitDocs = options.context.config.planning.commit_docs;
    this.#work = new WorkRecord({ ...options, commitDocs });
  }

  /** Runs a turn of the agent. */
  async turn(step: TurnStep, request: TurnRequest): Promise<StepOutcome> {
    this.#isSettled = false;
    if (await this.#isDeferred(step)) return { kind: "done" };
    const { report } = this.context;
    const { repository: { git }, branch } = this.workspace;
    this.#head ??= this.context.heads?.[branch] ?? await git.commitOf("HEAD");
    const { guard } = this.options;
    const id = `${step.plan}/${step.task}`;
    const again = request.attempt === 1
      ? await this.#work.resume(this.#sealed(step), hasCheck(this.options.plan, step))
      : undefined;
    if (again?.kind === "asks") return again;
    if (again !== undefined) {
      report({ kind: "notice", message: again.notice });
      if (again.feedback === undefined) return { kind: "done" };
    }
    const given = await readFeedback(this.workspace.repository, step);
    request = again?.feedback === undefined
      ? { ...request, given }
      : { feedback: withGivenAnswers(again.feedback, given), ...request };
    report({
      kind: "turn-started",
      plan: step.plan,
      task: step.task,
      name: step.name,
      attempt: request.attempt,
    });
    if (this.#isMainTree) await guard.end();
    // Documents are read when a conversation begins.
    else await guard.begin(id, this.#isOpen(step) ? [] : undefined);
    if (guard.question !== undefined) return { kind: "waiting", question: guard.question };
    await this.#seal.begin(this.#sealed(step));
    await this.#work.begin(this.#sealed(step));
    const talk = await this.#open(step);
    const { repository } = this.context.home;
    if (await readBegun(repository, step.plan) === undefined) await rememberBegun(repository, talk.file);
    const { host, agent } = this.context;
    request.listen?.((words) => talk.steer(words));
    const begun = host.now();
    const outcome = request.settle(await talk.turn(step, request));
    if (outcome.kind === "suspended") return outcome;
    // A host has worked before it reports.
    if (outcome.kind === "done" && agent.name !== "host") this.options.turns.push(host.now() - begun);
    // First of all, as git may run what the settings name.
    if (!this.#isMainTree) await guard.settle(id);
    await this.#seal.settleLinks(this.#sealed(step));
    const left = await this.#returnToBranch(step);
    const changed = await this.#seal.settle(this.#sealed(step)) ?? left;
    this.#isSettled = true;
    if (outcome.kind === "done") {
      await this.#seal.remember(this.#sealed(step));
    } else this.#head = await keepCommits(step, { ...this.options, head: this.#head });
    await this.#work.end(changed ?? outcome, hasCheck(this.options.plan, step));
    return outcome.kind === "done" ? changed ?? outcome : outcome;
  }

  /** Returns to the branch that the agent left. Scripts are left to their author, and hosts to their user. */
  async #returnToBranch(place: TaskPlace): Promise<StepOutcome | undefined> {
    const { agent, report } = this.context;
    if (agent.name === "shell" || agent.name === "host") return undefined;
    const { branch, repository: { git } } = this.workspace;
    const added = this.options.plan.steps.find((step) =>
      step.kind === "add-worktree" && step.branch === branch
    );
    const left = await returnToBranch({
      ...this.workspace,
      git,
      head: this.#head,
      ...(added?.kind === "add-worktree" ? { onto: added.onto } : {}),
      settle: () => this.#seal.settleSettings(this.#sealed(place)),
    });
    if (left === undefined) return undefined;
    report({
      kind: "notice",
      message: `Task ${place.plan}/${place.task} left "${branch}" for ${left}; wf is back, with its changes`,
    });
    return { kind: "branch-left", place: left };
  }

  /** Runs an action of the agent outside of a task's turn, and restores documents that it changed. */
  async guard<T>(place: TaskPlace, action: () => Promise<T>): Promise<T> {
    this.#isSettled = false;
    await this.#seal.begin(this.#sealed(place));
    const result = await action();
    await this.#seal.settle(this.#sealed(place));
    await this.#seal.end();
    this.#seal.open();
    return result;
  }

  /** Restores documents that changed since the last task. Returns the question about it, if it waits for an answer. */
  async settleLate(): Promise<Question | undefined> {
    return await this.#seal.settleLate(this.#head);
  }

  /** The marks of the documents and settings as recorded; undefined while the user may change them. */
  get sealed(): PlanningSeal["files"] | undefined {
    return this.#seal.files;
  }

  /** Leaves the documents to the user between two tasks. */
  unseal(): void {
    this.#isSettled = false;
    this.#seal.open();
  }

  /** Accepts a commit that wf itself made here after the last task, so that it is not taken for one of others. */
  accept(commit: string): void {
    this.#head = commit;
  }

  /** Records documents that wf itself wrote during a task. */
  async reseal(paths: readonly string[]): Promise<void> {
    await this.#seal.renew(paths);
  }

  #sealed({ plan, task }: TaskPlace): SealedTask {
    return { plan, task, declared: this.#declared(plan)?.files ?? [], head: this.#head };
  }

  /** Runs a task's checks. */
  async check(step: CheckStep, signal: AbortSignal): Promise<StepOutcome> {
    this.#failed = undefined;
    this.#isSettled = false;
    if (await this.#isDeferred(step)) return { kind: "done" };
    const options = { context: { ...this.context, signal }, workspace: this.workspace };
    return await runChecks(step, options, (tests) => this.#failed = tests);
  }

  /**
   * Ends the protection of the documents in the project's own working tree, which plans in worktrees needed: it
   * takes commits that a task makes there for those of others. A checkpoint has no turn, which would have ended it.
   */
  async #takeOver(): Promise<StepOutcome | undefined> {
    const { guard } = this.options;
    if (!this.#isMainTree) return undefined;
    await guard.end();
    return guard.question === undefined ? undefined : { kind: "waiting", question: guard.question };
  }

  /** Commits the changes of a task: one commit, empty when it changed nothing. */
  async commit(step: CommitTaskStep, input: CommitInput): Promise<StepOutcome> {
    const asked = await this.#takeOver();
    if (asked !== undefined) return asked;
    const failedTests = this.#failed;
    this.#failed = undefined;
    const { outcome, head, entry } = await commitTask(step, input, {
      ...this.options,
      seal: this.#seal,
      work: this.#work,
      task: this.#sealed(step),
      isSettled: this.#isSettled,
      failedTests,
    });
    this.#head = head;
    if (entry !== undefined) this.#talk?.committed(step.task, entry);
    return outcome;
  }

  /**
   * Stashes the changes of a task, and closes the session.
   *
   * @param chosen The agent and the model for the task from now on.
   */
  async setAside(step: TaskPlace, chosen?: ChosenAgent): Promise<void> {
    await this.close();
    this.#chosen = chosen && { task: step.task, by: chosen };
    await this.#work.setAside(step, this.context.report);
  }

  /** Records that a task is not to be executed, in an empty commit. */
  async skip(step: CommitTaskStep, why: string): Promise<StepOutcome> {
    const asked = await this.#takeOver();
    if (asked !== undefined) return asked;
    const task = this.#sealed(step);
    const { outcome, head } = await skipTask(step, why, { ...this.options, seal: this.#seal, task });
    this.#head = head;
    return outcome;
  }

  /** Reports whether the tests of a task are written and wait for the commit of a later one. */
  async #isDeferred({ plan, task }: TaskPlace): Promise<boolean> {
    return (await deferredTests(this.workspace.repository, plan)).some((tests) => tests.task === task);
  }

  /** True for the project's own working tree. */
  get #isMainTree(): boolean {
    return this.workspace === this.context.home;
  }

  #declared(plan: string): PlannedPlan | undefined {
    return this.options.plan.waves.flatMap((wave) => wave.plans).find(({ id }) => id === plan);
  }

  /**
   * Ends the work on the lane, also within a task.
   *
   * @param stopped The reason, if the lane does not reach its end, and the output that belongs to it.
   */
  async end(stopped?: StopReason): Promise<void> {
    await this.close();
    await this.#seal.close();
    // The record from the end of the turn remains if the cause prevents a newer one, such as a full disk.
    if (stopped !== undefined) await this.#work.stop(stopped.reason, stopped.output).catch(() => {});
  }

  /** Closes the conversation, if one is open. */
  async close(): Promise<void> {
    const talk = this.#talk;
    this.#talk = undefined;
    await talk?.close();
  }

  #chosenFor({ task }: TaskPlace): ChosenAgent | undefined {
    return this.#chosen?.task === task ? this.#chosen.by : undefined;
  }

  /** Reports whether the conversation about a task is open. */
  #isOpen(place: TaskPlace): boolean {
    return this.#talk?.plan === place.plan && this.#talk.chosen === this.#chosenFor(place);
  }

  async #open(step: TurnStep): Promise<PlanConversation> {
    if (this.#talk !== undefined && this.#isOpen(step)) return this.#talk;
    await this.close();
    const { plan, task } = step;
    const made = () => untrackedSince(this.workspace.repository.git, this.options.baseline());
    const open = () =>
      PlanConversation.open(plan, {
        context: this.context,
        workspace: this.workspace,
        made,
        known: this.#work.session,
        chosen: this.#chosenFor(step),
        // Without it, a later run begins a new session.
        onSession: (session) => void this.#work.setSession(session).catch(() => {}),
      });
    return this.#talk = await open().catch(async (error: unknown) => {
      if (this.#isMainTree || !(error instanceof GitError)) throw error;
      // A concurrent task may have changed or removed the plan's file: it is restored, and read again.
      await this.options.guard.settle(`${plan}/${task}`);
      return await open();
    });
  }
}
