import type { CheckStep, CommitTaskStep, TurnStep } from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import { defined } from "../../collections/defined.ts";
import type { Feedback, StepOutcome } from "../../plan/execution/step_outcome.ts";
import { ownershipViolations } from "../../plan/execution/ownership.ts";
import { taskWorker } from "../../plan/executor/task_place.ts";
import { projectPath } from "../git/repository.ts";
import { readFeedback, removeFeedback } from "../history/checkpoint_feedback.ts";
import { readBegun, rememberBegun } from "../history/begun_plans.ts";
import type { CommitInput } from "../run/commit_task.ts";
import type { StopReason, TaskWorker, WorkerOptions } from "../run/task_worker.ts";
import type { TaskPlace } from "../run/agent_commits.ts";
import type { TurnRequest } from "../run/turn_request.ts";
import { predictConflicts } from "../worktrees/predict_conflicts.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { stashLeft } from "./left_work.ts";
import type { RemoteLane } from "./remote_lane.ts";

export interface RemoteWorkerOptions
  extends Pick<WorkerOptions, "context" | "workspace" | "plan" | "worktrees"> {
  readonly lane: RemoteLane;
  /** Returns the question about a budget that is used up, if no further task may begin. */
  readonly spent: () => Promise<Question | undefined>;
  /** Makes a worker for the lane on this machine. */
  readonly local: () => TaskWorker;
}

/**
 * Has the tasks of a lane carried out by a worker on another machine. Checkpoints, and everything that follows from
 * their answers, stay on this one.
 */
export class RemoteWorker {
  readonly workspace: Workspace;
  #local: TaskWorker | undefined;
  /** The commits of tasks that a worker has carried out, and this machine has not received. */
  readonly #done = new Map<number, string | undefined>();
  /** The user's words that came after the worker's commit of a task. */
  #late: readonly string[] = [];

  constructor(readonly options: RemoteWorkerOptions) {
    this.workspace = options.workspace;
  }

  /** Has a task carried out, with its checks and its commit. */
  async turn(step: TurnStep, request: TurnRequest): Promise<StepOutcome> {
    const { context, lane, plan } = this.options;
    if (taskWorker(plan, step) === "coordinator") return await this.#onThisMachine.turn(step, request);
    const { signal, settle, feedback } = request;
    if (this.#done.has(step.task)) {
      if (feedback !== undefined) this.#postpone(step, feedback.text);
      return { kind: "done" };
    }
    const question = await this.options.spent();
    if (question !== undefined) return settle({ kind: "waiting", question });
    await this.#rememberBegun(step.plan);
    const words = [...this.#late, ...request.words];
    this.#late = [];
    const given = defined({ feedback: withWords(feedback, words) });
    const written = await readFeedback(context.home.repository, step);
    const progress = await lane.carryOut({ task: step.task, ...given, words: written }, signal);
    if (progress.kind === "open") throw new Error(`Lane ${step.plan} is still open`);
    if (progress.kind !== "committed") {
      const isStopped = progress.kind === "interrupted" && context.signal.aborted;
      return isStopped ? progress : settle(progress);
    }
    this.#done.set(step.task, progress.commit);
    return settle({ kind: "done" });
  }

  /** Runs the checks of a task that stays on this machine. The worker has run those of the others. */
  async check(step: CheckStep, signal: AbortSignal): Promise<StepOutcome> {
    if (this.#done.has(step.task)) return { kind: "done" };
    return await this.#onThisMachine.check(step, signal);
  }

  /** Receives the commit of a task, or makes that of one that stays on this machine. */
  async commit(step: CommitTaskStep, input: CommitInput): Promise<StepOutcome> {
    if (!this.#done.has(step.task)) return await this.#onThisMachine.commit(step, input);
    const commit = this.#done.get(step.task);
    this.#done.delete(step.task);
    // The tests of a task may be in the commit of a later one.
    return commit === undefined ? { kind: "done" } : await this.#receive(step, commit, input);
  }

  /** Takes a task away from the worker. Returns false if the worker has committed it: then it continues. */
  async takeBack(step: TaskPlace): Promise<boolean> {
    const { lane, plan } = this.options;
    if (this.#done.has(step.task)) return false;
    return taskWorker(plan, step) === "coordinator" || await lane.takeBack(step.task);
  }

  /** Records that a task which was taken back is not to be executed. */
  async skip(step: CommitTaskStep, why: string): Promise<StepOutcome> {
    return await this.#onThisMachine.skip(step, why);
  }

  /** Stashes the changes of a task that was taken back. */
  async setAside(step: TaskPlace): Promise<void> {
    const { context, lane, workspace } = this.options;
    await lane.takeWork();
    await stashLeft(workspace.repository, context.report);
    await this.#local?.setAside(step);
  }

  /** Runs an action of the agent on this machine, and restores documents that it changed. */
  async guard<T>(place: TaskPlace, action: () => Promise<T>): Promise<T> {
    return await this.#onThisMachine.guard(place, action);
  }

  /** Leaves the documents to the user between two tasks. */
  unseal(): void {
    this.#local?.unseal();
  }

  /** Records documents that wf itself wrote during a task. */
  async reseal(paths: readonly string[]): Promise<void> {
    await this.#local?.reseal(paths);
  }

  /** Ends the work on the lane, on all machines. */
  async end(stopped?: StopReason): Promise<void> {
    await this.#local?.end(stopped);
    this.#local = undefined;
    if (stopped !== undefined) await this.options.lane.end();
  }

  /** Closes the conversation on this machine, if one is open. */
  async close(): Promise<void> {
    await this.#local?.close();
  }

  #postpone({ plan, task }: TurnStep, text: string): void {
    this.#late = [...this.#late, text];
    const { plan: { steps }, context } = this.options;
    const hasNext = steps.some((step) => step.kind === "turn" && step.plan === plan && step.task > task);
    const who = hasNext
      ? "its agent gets your words with the next task"
      : "as it is the last of its plan, no agent gets your words";
    context.report({ kind: "notice", message: `The worker has committed task ${plan}/${task}; ${who}` });
  }

  get #onThisMachine(): TaskWorker {
    return this.#local ??= this.options.local();
  }

  async #receive(
    step: CommitTaskStep,
    commit: string,
    { concurrentPlans }: CommitInput,
  ): Promise<StepOutcome> {
    const { context: { report }, lane, workspace: { repository }, plan, worktrees } = this.options;
    const files = await lane.filesOf(commit);
    const plans = plan.waves.flatMap((wave) => wave.plans);
    const own = plans.find(({ id }) => id === step.plan);
    const others = plans.filter(({ id }) => concurrentPlans.includes(id));
    const changed = files.map((path) => projectPath(repository, path) ?? `/${path}`);
    const { foreign } = ownershipViolations(changed, { id: step.plan, files: own?.files ?? [] }, others);
    if (foreign.length > 0) return { kind: "ownership-violated", paths: foreign, stops: true };
    // The worker on this machine knows only its own commits.
    await this.#local?.end();
    this.#local = undefined;
    await lane.receive(commit);
    await removeFeedback(repository, step);
    const { git } = repository;
    const [subject = "", parent = ""] = (await git.output(["log", "-1", "--format=%s%n%P", commit, "--"]))
      .split("\n");
    report({ kind: "committed", plan: step.plan, task: step.task, commit, subject, files });
    for (
      const conflict of await predictConflicts(step.plan, concurrentPlans, worktrees, {
        commit,
        parent,
        files,
      })
    ) {
      report(conflict);
    }
    return { kind: "done" };
  }

  async #rememberBegun(plan: string): Promise<void> {
    const { home: { repository }, reader } = this.options.context;
    if (await readBegun(repository, plan) !== undefined) return;
    const file = (await reader.read()).plans.byId.get(plan)?.file;
    if (file !== undefined) await rememberBegun(repository, file);
  }
}

/** Returns the failure or answer for a turn, with the user's words that no prompt contains yet. */
function withWords(feedback: Feedback | undefined, words: readonly string[]): Feedback | undefined {
  if (words.length === 0) return feedback;
  const text = [...feedback === undefined ? [] : [feedback.text], ...words].join("\n\n");
  return { kind: "told", command: "", ...feedback, text };
}
