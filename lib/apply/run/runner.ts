import { fullMessage } from "../../errors/full_message.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { GitError } from "../git/process.ts";
import type { RunContext } from "./context.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import type { AskStep, ExecutionPlan, Lane, PlannedPlan } from "../../../schemas/execution_plan.ts";
import { baseOf } from "../../parse/ids/locations.ts";
import { progressPaths } from "../../parse/project/project.ts";
import { isFinished, type RunState, type ScheduledStep } from "../../plan/run/state_machine.ts";
import type { StepOutcome } from "../../plan/execution/step_outcome.ts";
import { withFolder } from "../../plan/run/question_place.ts";
import { isForWorkers } from "../../plan/executor/task_place.ts";
import type { RemoteLanes } from "../executor/remote_lanes.ts";
import type { RemoteWorker } from "../executor/remote_worker.ts";
import type { Baseline } from "../git/baseline.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { DocumentGuard } from "../seal/document_guard.ts";
import { forgetSeal } from "../seal/sealed_record.ts";
import type { Question } from "../../../schemas/question.ts";
import { checkPlan } from "./check_plan.ts";
import { switchBranch } from "./switch_branch.ts";
import { commitDocuments, writeSummary } from "./summary.ts";
import { mergeBranch } from "../merge/merge_branch.ts";
import { rememberTurns } from "../history/run_costs.ts";
import { type StopReason, TaskWorker } from "./task_worker.ts";
import { Worktrees } from "../worktrees/worktrees.ts";
import { askUser } from "./ask_step.ts";
import { steered } from "./steered_step.ts";
import { verify } from "./verify_step.ts";

/** The outcome of a lane's step. */
export interface Performed {
  readonly lane: string;
  readonly outcome: StepOutcome;
}

/** Carries out the tasks of a lane, on this machine or another. */
type LaneWorker = TaskWorker | RemoteWorker;

/** Performs the steps of a run. Owns the worktrees and a worker for each lane. */
export class Runner {
  readonly #worktrees: Worktrees;
  readonly #guard: DocumentGuard;
  readonly #workers = new Map<string, LaneWorker>();
  readonly #reported = new Set<string>();
  /** The durations of finished turns, in milliseconds. */
  readonly #turns: number[] = [];
  /** The baselines of working trees, including the user's changes while a question was open. */
  readonly #baselines = new Map<Workspace, Baseline>();

  /** @param remote Has lanes carried out on other machines; absent if all run on this one. */
  constructor(readonly plan: ExecutionPlan, readonly context: RunContext, readonly remote?: RemoteLanes) {
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
        return this.#isRemote(lane) ? { kind: "done" } : await this.#worktrees.setUp(step);
      case "replay": {
        const target = this.#worktrees.workspace(lane.worktree);
        const files = this.#filesOf(step.plan);
        await this.#guard.settle(undefined, files);
        return await this.#write(() => this.#worktrees.replay(step, target, files), files);
      }
      case "turn":
      case "check":
      case "commit-task":
        return await steered(next, step, {
          steering: context.steering,
          signal: context.signal,
          worker: this.#worker(next),
        });
      case "write-summary": {
        // The answers at deferred checkpoints are added to a complete plan.
        const isComplete = step.id !== `${step.plan}/summary`;
        const stopped = isComplete ? undefined : await this.#checkAgain(step.plan);
        if (stopped !== undefined) return stopped;
        const paths = [step.path, ...progressPaths({ base: baseOf(step.path) })];
        const { directory } = this.plan.phase;
        const question = await this.#settleLate(lane);
        if (question !== undefined) return { kind: "waiting", question };
        const written = await this.#write(() => writeSummary(step, directory, context), paths);
        await this.#reseal(paths);
        return written;
      }
      case "commit-docs": {
        // Documents that await an answer are restored by now, and those written here are committed.
        const sealed = this.#workerHere(lane)?.sealed;
        const begins = !this.#guard.isActive && sealed === undefined;
        if (begins) await this.#guard.begin(`plan ${step.plan}`);
        else await this.#guard.settle(undefined, step.paths);
        const recorded = sealed ?? this.#guard.files;
        const onCommit = (commit: string) => this.#workerHere(lane)?.accept(commit);
        const committed = await this.#guard.write(
          () => commitDocuments(step, context, { recorded, onCommit }),
          step.paths,
        );
        // A hook may have reformatted the documents, and have changed others.
        await this.#reseal(step.paths);
        const question = begins
          ? await this.#settleLate(lane) ?? this.question
          : await this.#settleHere(lane);
        // Between the plans, the documents are the user's.
        if (begins && this.plan.lanes.every(({ worktree }) => worktree === undefined)) {
          await this.#guard.end();
        }
        return question === undefined ? committed : { kind: "waiting", question };
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
    return this.#planned(plan)?.files ?? [];
  }

  /** Runs the checks of a plan again. */
  async #checkAgain(plan: string): Promise<StepOutcome | undefined> {
    // A program that a hook runs may have changed them since the last task.
    await this.#guard.settle(undefined, [this.#planned(plan)?.path ?? ""]);
    return await checkPlan(plan, this.context);
  }

  #planned(plan: string): PlannedPlan | undefined {
    return this.plan.waves.flatMap(({ plans }) => plans).find(({ id }) => id === plan);
  }

  /** Writes documents, unless changes that others made to them await an answer. */
  async #write(
    action: () => Promise<StepOutcome>,
    paths: readonly string[] = [],
  ): Promise<StepOutcome> {
    const { question } = this;
    return question === undefined ? await this.#guard.write(action, paths) : { kind: "waiting", question };
  }

  /** Restores documents that changed since the last task. Returns the question about it, if it waits for an answer. */
  async #settleLate(lane: Lane): Promise<Question | undefined> {
    await this.#guard.settle();
    return await this.#settleHere(lane);
  }

  /** Does {@link Runner.#settleLate} for a lane in the project's own working tree. */
  async #settleHere(lane: Lane): Promise<Question | undefined> {
    return await this.#workerHere(lane)?.settleLate();
  }

  /** Returns the worker of a lane if it works in the project's own working tree, where a task has begun. */
  #workerHere(lane: Lane): TaskWorker | undefined {
    const worker = this.#workers.get(lane.id);
    return worker instanceof TaskWorker && worker.workspace === this.context.home ? worker : undefined;
  }

  /** Records documents written by wf itself, so that they do not count as changes of a task. */
  async #reseal(paths: readonly string[]): Promise<void> {
    for (const worker of this.#workers.values()) {
      if (worker.workspace === this.context.home) await worker.reseal(paths);
    }
  }

  /**
   * Leaves the documents and settings to the user while a question is open, unless other plans work in worktrees
   * meanwhile. A hosting agent may do so unnoticed.
   */
  async #leaveDocuments({ id }: Lane): Promise<Question | undefined> {
    const { agent, home } = this.context;
    const areOthersAtWork = [...this.#workers].some(([lane, worker]) => {
      return lane !== id && !(worker instanceof TaskWorker && worker.workspace === home);
    });
    if (areOthersAtWork || agent.name === "host") return undefined;
    await this.#guard.end();
    return this.question;
  }

  async #ask(next: ScheduledStep, step: AskStep): Promise<StepOutcome> {
    const waiting = await this.#leaveDocuments(next.lane);
    if (waiting !== undefined) return { kind: "waiting", question: waiting };
    const { worktree } = next.lane;
    // A gate precedes the worktree that it is about.
    const workspace = worktree === undefined ? undefined : this.#worktrees.open.get(worktree);
    const question = workspace === undefined || this.#isRemote(next.lane)
      ? step.question
      : withFolder(step.question, workspace.root);
    const asked = { ...step, question };
    const ask = (signal?: AbortSignal) =>
      askUser(asked, {
        context: this.context,
        signal,
        workspace,
        baselines: this.#baselines,
        worker: () => this.#worker(next),
      });
    const outcome = await (this.context.steering?.asking(asked, ask) ?? ask());
    for (const worker of this.#workers.values()) worker.unseal();
    return outcome.kind === "unanswered" && question !== step.question
      ? { kind: "waiting", question }
      : outcome;
  }

  #worker({ lane }: ScheduledStep): LaneWorker {
    const { context, plan } = this;
    const workspace = this.#worktrees.workspace(lane.worktree);
    const local = () =>
      new TaskWorker({
        context,
        workspace,
        plan,
        worktrees: this.#worktrees,
        baseline: () => this.#baselines.get(workspace) ?? workspace.baseline,
        guard: this.#guard,
        turns: this.#turns,
      });
    const make = () =>
      this.#isRemote(lane)
        ? this.remote!.worker(lane, { context, workspace, plan, worktrees: this.#worktrees, local })
        : local();
    const worker = this.#workers.get(lane.id) ?? make();
    this.#workers.set(lane.id, worker);
    return worker;
  }

  /** Reports whether the tasks of a lane are carried out on other machines. */
  #isRemote(lane: Lane): boolean {
    return this.remote !== undefined && isForWorkers(lane);
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
    const { home, agent } = this.context;
    // A host still works on its task.
    if (!suspended) {
      await this.#guard.end();
      await forgetSeal(home);
    }
    await this.#worktrees.close();
    await rememberTurns(home.repository.git, agent.name, this.#turns);
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
