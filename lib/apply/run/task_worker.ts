import type { TurnRequest } from "./turn_request.ts";
import type {
  CheckStep,
  CommitTaskStep,
  ExecutionPlan,
  PlannedPlan,
  TurnStep,
} from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { withGivenAnswers } from "../../plan/run/stopped_work.ts";
import type { OwnershipViolation, StepOutcome } from "../../plan/execution/step_outcome.ts";
import {
  PLAN_TRAILER,
  TASK_TRAILER,
  withAnswers,
  withFailedTests,
  withNotes,
  withTests,
} from "../../plan/naming/commit_message.ts";
import { hasCheck } from "../../plan/execution/plan_steps.ts";
import { ownershipViolations } from "../../plan/execution/ownership.ts";
import { maskFor } from "../interaction/secrets.ts";
import { type Baseline, changedSince, untrackedSince } from "../git/baseline.ts";
import { ignoredFiles } from "../worktrees/carry_over.ts";
import { commitAgain, commitPaths, fileTimes } from "../git/commit.ts";
import { GitError } from "../git/process.ts";
import { predictConflicts } from "../worktrees/predict_conflicts.ts";
import type { DocumentGuard } from "../seal/document_guard.ts";
import { type SealedTask, TaskSeal } from "../seal/task_seal.ts";
import { isOfTask } from "../session/stopped_record.ts";
import { projectPath } from "../git/repository.ts";
import { type FailedTests, runChecks } from "./run_checks.ts";
import { PlanConversation } from "./plan_conversation.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { keepCommits, type TaskPlace, undoAgentCommits } from "./agent_commits.ts";
import type { RunContext } from "./context.ts";
import { excludedPaths } from "./excluded_paths.ts";
import { readBegun, rememberBegun } from "../history/begun_plans.ts";
import { deferredTests, deferTests, forgetTests } from "../history/deferred_tests.ts";
import { hookRunsTests } from "../../plan/checks/hook_runs_tests.ts";
import { readFeedback, removeFeedback } from "../history/checkpoint_feedback.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";
import { WorkRecord } from "./work_record.ts";

/** Options for {@link TaskWorker}. */
export interface WorkerOptions {
  /** The context of the run. */
  readonly context: RunContext;
  /** The working tree of its lane. */
  readonly workspace: Workspace;
  /** The execution plan of the run. */
  readonly plan: ExecutionPlan;
  /** The other working trees. */
  readonly worktrees: Worktrees;
  /** The baseline of the working tree, including the user's changes while a question was open. */
  readonly baseline: () => Baseline;
  /** Guards the documents of the project's own working tree. */
  readonly guard: DocumentGuard;
  /** Takes the durations of finished turns, in milliseconds. */
  readonly turns: number[];
}

/** The reason why a lane has stopped. */
export interface StopReason {
  readonly reason: string;
  readonly output: string;
}

/** Options for {@link TaskWorker.commit}, in addition to the step. */
export interface CommitInput {
  /** The answer at a checkpoint. */
  readonly answer?: string;
  /** IDs of the other plans in progress. */
  readonly concurrentPlans: readonly string[];
}

/** Carries out the tasks of a lane: turns, checks and commits. Holds one conversation with the agent for each plan. */
export class TaskWorker {
  readonly context: RunContext;
  readonly workspace: Workspace;
  #talk: PlanConversation | undefined;
  /** The last commit that wf made or accepted. */
  #head: string | undefined;
  readonly #seal: TaskSeal;
  readonly #work: WorkRecord;
  /** The run of the current task's tests that failed, as it should before their implementation. */
  #failed: FailedTests | undefined;

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
    if (await this.#isDeferred(step)) return { kind: "done" };
    const { report } = this.context;
    const { repository: { git }, branch } = this.workspace;
    this.#head ??= this.context.heads?.[branch] ?? await git.commitOf("HEAD");
    const { guard } = this.options;
    const id = `${step.plan}/${step.task}`;
    const again = request.attempt === 1
      ? await this.#work.resume(this.#sealed(step), hasCheck(this.options.plan, step))
      : undefined;
    if (again === "finished") {
      report({
        kind: "notice",
        message: `Task ${id} was finished when an earlier run stopped; wf checks its work`,
      });
      return { kind: "done" };
    }
    if (again?.kind === "asks") return again;
    if (again !== undefined) {
      report({ kind: "notice", message: `Task ${id} continues with the work that an earlier run left` });
      const answers = await readFeedback(this.workspace.repository, step);
      request = { feedback: withGivenAnswers(again, answers), ...request };
    }
    report({
      kind: "turn-started",
      plan: step.plan,
      task: step.task,
      name: step.name,
      attempt: request.attempt,
    });
    if (this.#isMainTree) await guard.end();
    else await guard.begin(id);
    if (guard.question !== undefined) return { kind: "waiting", question: guard.question };
    await this.#seal.begin(this.#sealed(step));
    await this.#work.begin(this.#sealed(step));
    const talk = await this.#open(step);
    const { repository } = this.context.home;
    if (await readBegun(repository, step.plan) === undefined) await rememberBegun(repository, talk.file);
    const { host, agent } = this.context;
    const begun = host.now();
    const outcome = await talk.turn(step, request);
    if (outcome.kind === "suspended") return outcome;
    // A host has worked before it reports.
    if (outcome.kind === "done" && agent.name !== "host") this.options.turns.push(host.now() - begun);
    // First of all, as git may run what the settings name.
    if (!this.#isMainTree) await guard.settle(id);
    const changed = await this.#seal.settle(this.#sealed(step));
    if (outcome.kind === "done") {
      await this.#seal.remember(this.#sealed(step));
    } else this.#head = await keepCommits(step, { ...this.options, head: this.#head });
    await this.#work.end(changed ?? outcome, hasCheck(this.options.plan, step));
    return outcome.kind === "done" ? changed ?? outcome : outcome;
  }

  /** Runs an action of the agent outside of a task's turn, and restores documents that it changed. */
  async guard<T>(place: TaskPlace, action: () => Promise<T>): Promise<T> {
    await this.#seal.begin(this.#sealed(place));
    const result = await action();
    await this.#seal.settle(this.#sealed(place));
    await this.#seal.end();
    this.#seal.open();
    return result;
  }

  /** Leaves the documents to the user between two tasks. */
  unseal(): void {
    this.#seal.open();
  }

  /** Records documents that wf itself wrote during a task. */
  async reseal(paths: readonly string[]): Promise<void> {
    await this.#seal.renew(paths);
  }

  #sealed({ plan, task }: TaskPlace): SealedTask {
    return { plan, task, declared: this.#declared(plan)?.files ?? [], head: this.#head };
  }

  /** Runs a task's checks. */
  async check(step: CheckStep): Promise<StepOutcome> {
    this.#failed = undefined;
    if (await this.#isDeferred(step)) return { kind: "done" };
    const options = { context: this.context, workspace: this.workspace };
    return await runChecks(step, options, (tests) => this.#failed = tests);
  }

  /** Commits the changes of a task: one commit, empty when it changed nothing. */
  async commit(step: CommitTaskStep, { answer, concurrentPlans }: CommitInput): Promise<StepOutcome> {
    const { report } = this.context;
    const { repository } = this.workspace;
    const earlier = await deferredTests(repository, step.plan);
    if (earlier.some(({ task }) => task === step.task)) return { kind: "done" };
    const baseline = this.options.baseline();
    // A check may also have changed documents.
    const settle = () => this.options.guard.settle(`${step.plan}/${step.task}`);
    const restorations = this.#isMainTree ? 0 : await settle();
    const failed = await this.#seal.settle(this.#sealed(step));
    if (failed !== undefined) return failed;
    const tree = await undoAgentCommits(step, { ...this.options, head: this.#head });
    this.#head = tree.head;
    const { commit: head, status } = tree;
    const changed = await changedSince(repository.git, baseline, status);
    const declared = this.#declared(step.plan)?.files ?? [];
    const commitDocs = this.context.config.planning.commit_docs;
    const mine = changed.filter((path) => isOfTask(repository, path, { declared, commitDocs }));
    const excluded = await excludedPaths(repository.git, mine);
    for (const [path, reason] of excluded) {
      report({ kind: "notice", message: `Not committed, because ${reason}: ${path}` });
    }
    const paths = mine.filter((path) => !excluded.has(path));
    const violations = this.#checkOwnership(step, paths, concurrentPlans);
    if (violations.length > 0) return { kind: "ownership-violated", paths: violations };
    const given = [...await readFeedback(repository, step), ...answer === undefined ? [] : [answer]];
    const answers = given.map(maskFor(this.context.host));
    const failedTests = this.#failed;
    this.#failed = undefined;
    const message = withAnswers(
      failedTests === undefined
        ? step.message
        : withFailedTests(step.message, { ...step, command: failedTests.command }),
      answers,
    );
    // A commit of wf itself is not one of others, should the run be killed now.
    await this.#seal.remember(this.#sealed(step), true);
    const request = {
      message: withNotes(withTests(message, earlier), step, this.#work.notes),
      paths,
      status,
      ...defined({ head }),
    };
    const times = await fileTimes(repository.git, paths);
    let result = await commitPaths(repository.git, request);
    // A concurrent task changed git's settings meanwhile, which git may have used.
    if (!this.#isMainTree && await settle() !== restorations) {
      result = await commitAgain(repository.git, result, request);
    }
    const isLast = result.kind === "committed" && result.head === result.commit;
    if (isLast && times !== await fileTimes(repository.git, paths)) {
      result = await commitAgain(repository.git, result, request);
    }
    const { deferTo } = step;
    if (
      result.kind === "refused" && deferTo !== undefined && hookRunsTests(result.output, failedTests?.output)
    ) {
      await deferTests(repository, { plan: step.plan, task: step.task, message, paths });
      await this.#work.forget();
      const tests = `the tests of task ${step.plan}/${step.task}`;
      report({
        kind: "notice",
        message: `A git hook refuses ${tests} while they fail, so they are committed with task ${deferTo}`,
      });
      return await this.#finish();
    }
    if (result.kind === "refused") {
      const { output } = result;
      report({ kind: "hook-refused", plan: step.plan, task: step.task, output });
      // The hook may also have changed documents.
      await this.#seal.renew();
      const left = await repository.git.status();
      const reformatted = left.some(({ path, kind }) => kind === "changed" && paths.includes(path));
      return { kind: "hook-refused", output, ...reformatted ? { reformatted } : {} };
    }
    const { commit, head: last, subject, body, files } = result;
    requireTrailers(step, commit, body);
    await removeFeedback(repository, step);
    await forgetTests(repository, step.plan);
    await this.#work.forget();
    this.#head = last;
    this.#talk?.committed(step.task, { commit, subject, answers });
    const tests = earlier.length === 0 ? undefined : earlier.map(({ task }) => task);
    report({
      kind: "committed",
      plan: step.plan,
      task: step.task,
      ...defined({ tests }),
      commit,
      subject,
      files,
    });
    if (files.length === 0) await this.#reportIgnored(step);
    const { worktrees } = this.options;
    for (const conflict of await predictConflicts(step.plan, concurrentPlans, worktrees, result)) {
      report(conflict);
    }
    return await this.#finish();
  }

  /** Ends a task, or asks about documents that changed during it. */
  async #finish(): Promise<StepOutcome> {
    const question = await this.#seal.end() ?? this.options.guard.question;
    return question === undefined ? { kind: "done" } : { kind: "waiting", question };
  }

  /** Reports whether the tests of a task are written and wait for the commit of a later one. */
  async #isDeferred({ plan, task }: TaskPlace): Promise<boolean> {
    return (await deferredTests(this.workspace.repository, plan)).some((tests) => tests.task === task);
  }

  /** Reports ignored files as the reason why the commit of a finished task may be empty. */
  async #reportIgnored({ plan, task }: CommitTaskStep): Promise<void> {
    const ignored = await ignoredFiles(this.#declared(plan)?.files ?? [], this.workspace);
    if (ignored.length === 0) return;
    this.context.report({
      kind: "notice",
      message: `Task ${plan}/${task} has an empty commit: its plan declares files that git ignores (${
        ignored.join(", ")
      })`,
    });
  }

  /** True for the project's own working tree. */
  get #isMainTree(): boolean {
    return this.workspace === this.context.home;
  }

  #declared(plan: string): PlannedPlan | undefined {
    return this.options.plan.waves.flatMap((wave) => wave.plans).find(({ id }) => id === plan);
  }

  /** Reports paths that the plan does not declare, and returns those that belong to a concurrent plan. */
  #checkOwnership(
    { plan, task }: CommitTaskStep,
    paths: readonly string[],
    concurrentPlans: readonly string[],
  ): readonly OwnershipViolation[] {
    const { report } = this.context;
    const { repository } = this.workspace;
    const changed = paths.map((path) => projectPath(repository, path) ?? `/${path}`);
    const plans = this.options.plan.waves.flatMap((wave) => wave.plans);
    const own = this.#declared(plan);
    const others = plans.filter(({ id }) => concurrentPlans.includes(id));
    const { foreign, undeclared } = ownershipViolations(changed, own ?? { id: plan, files: [] }, others);
    // A plan that names no files, such as a quick task, leaves them open.
    if (undeclared.length > 0 && own !== undefined && own.files.length > 0) {
      report({
        kind: "notice",
        message: `Task ${plan}/${task} changes files that its plan does not name: ${undeclared.join(", ")}`,
      });
    }
    return foreign;
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

  async #open({ plan, task }: TurnStep): Promise<PlanConversation> {
    if (this.#talk?.plan === plan) return this.#talk;
    await this.close();
    const made = () => untrackedSince(this.workspace.repository.git, this.options.baseline());
    const open = () =>
      PlanConversation.open(plan, {
        context: this.context,
        workspace: this.workspace,
        made,
        known: this.#work.session,
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

/** Throws a GitError if a hook removed the trailers that record the task in the history. */
function requireTrailers({ plan, task }: CommitTaskStep, commit: string, body: string): void {
  const trailers = [`${PLAN_TRAILER}: ${plan}`, `${TASK_TRAILER}: ${task}`];
  const lines = body.split("\n").map((line) => line.trimEnd());
  if (trailers.every((trailer) => lines.includes(trailer))) return;
  const words = trailers.map((trailer) => `--trailer "${trailer}"`).join(" ");
  throw new GitError(
    `Cannot record task ${plan}/${task}: a hook has changed the message of its commit ${
      commit.slice(0, 7)
    }, which lacks ${trailers.join(" and ")}`,
    `Make the hook keep lines that begin with Wf-; then git commit --amend --no-edit ${words}, and run the same command`,
  );
}
