import type { TurnRequest } from "./turn_request.ts";
import type {
  CheckStep,
  CommitTaskStep,
  ExecutionPlan,
  PlannedPlan,
  TurnStep,
} from "../../../schemas/execution_plan.ts";
import type { Question } from "../../../schemas/question.ts";
import type { OutputLimit } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { checkScript } from "../../plan/checks/check_script.ts";
import type { OwnershipViolation, StepOutcome } from "../../plan/execution/step_outcome.ts";
import { PLAN_TRAILER, TASK_TRAILER, withAnswers } from "../../plan/naming/commit_message.ts";
import { trespasses } from "../../plan/execution/ownership.ts";
import { isPlanDocument, isSealed } from "../../plan/execution/sealed_documents.ts";
import { AGENT_MARK, isMovedByOthers } from "../agent/core/agent_mark.ts";
import { type Baseline, changedSince } from "../git/baseline.ts";
import { ignoredFiles } from "../worktrees/carry_over.ts";
import { commitPaths } from "../git/commit.ts";
import type { WorkingTree } from "../git/output.ts";
import { restoreCommits } from "../git/restore_commits.ts";
import { CLEAN_GIT_ENVIRONMENT, GitError } from "../git/process.ts";
import { predictConflicts } from "../worktrees/predict_conflicts.ts";
import type { HomeGuard } from "../seal/home_guard.ts";
import { type PlanningSeal, resealed, takeSeal } from "../seal/planning_seal.ts";
import { projectPath } from "../git/repository.ts";
import { PlanConversation } from "./plan_conversation.ts";
import { requireBranchIs } from "../worktrees/require_branch.ts";
import type { RunContext } from "./context.ts";
import { forgetSaid, recallSaid } from "../history/checkpoint_feedback.ts";
import { forgetSealed, readSealed, writeSealed } from "../seal/sealed_record.ts";
import { settleDocuments } from "../seal/settle_documents.ts";
import { TimeLimit } from "./time_limit.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";

/** How much is kept of what a check prints, for people and agents. */
const CHECK_OUTPUT: OutputLimit = { length: 20_000, beyond: "cut" };

/** What a {@link TaskWorker} works with. */
export interface WorkerOptions {
  /** What the run works with. */
  readonly context: RunContext;
  /** The working tree of its lane. */
  readonly workspace: Workspace;
  /** What the run does. */
  readonly plan: ExecutionPlan;
  /** The other working trees. */
  readonly worktrees: Worktrees;
  /** How the working tree was found, with what a person changed since while a question waited. */
  readonly baseline: () => Baseline;
  /** Guards the documents of the project's own working tree. */
  readonly guard: HomeGuard;
}

/** A task of a plan. */
export interface TaskPlace {
  /** Plan ID. */
  readonly plan: string;
  /** Task number, from 1. */
  readonly task: number;
}

/** What a commit is told beside its step. */
export interface CommitInput {
  /** The answer a checkpoint got. */
  readonly answer?: string;
  /** IDs of the other plans that are being worked on. */
  readonly beside: readonly string[];
}

/** Carries out the tasks of a lane: turns, checks and commits. Keeps a conversation with the agent for each plan. */
export class TaskWorker {
  readonly context: RunContext;
  readonly workspace: Workspace;
  #talk: PlanConversation | undefined;
  /** The last commit that is known to be ours. */
  #head: string | undefined;
  /** The documents before the task that is being carried out. */
  #seal: PlanningSeal | undefined;
  /** Asks what becomes of documents that changed during the task. */
  #waits: Question | undefined;

  /** @param options What the worker works with. */
  constructor(readonly options: WorkerOptions) {
    this.context = options.context;
    this.workspace = options.workspace;
  }

  /** Lets the agent take a turn. */
  async turn(step: TurnStep, request: TurnRequest): Promise<StepOutcome> {
    const { report } = this.context;
    report({
      kind: "turn-started",
      plan: step.plan,
      task: step.task,
      name: step.name,
      attempt: request.attempt,
    });
    const { repository: { git }, branch } = this.workspace;
    this.#head ??= this.context.heads?.[branch] ?? await git.commitOf("HEAD");
    const { guard } = this.options;
    const id = `${step.plan}/${step.task}`;
    if (this.#isHome) await guard.end();
    else await guard.begin(id);
    if (guard.question !== undefined) return { kind: "waiting", question: guard.question };
    await this.#sealDocuments(step);
    const outcome = await (await this.#open(step)).turn(step, request);
    if (outcome.kind !== "done") await this.#keepCommits(step);
    if (outcome.kind === "suspended") return outcome;
    if (!this.#isHome) await guard.settle(id);
    const changed = await this.#settleDocuments(step);
    return outcome.kind === "done" && changed !== undefined ? changed : outcome;
  }

  /** Lets the agent do something that is no turn of a task, and puts back what it did to documents. */
  async guard<T>(place: TaskPlace, action: () => Promise<T>): Promise<T> {
    await this.#sealDocuments(place);
    const result = await action();
    await this.#settleDocuments(place);
    this.#seal = undefined;
    return result;
  }

  /** Notes the documents before a task; those that a host was given the task with count where it reports. */
  async #sealDocuments({ plan, task }: TaskPlace): Promise<void> {
    const { workspace } = this;
    const id = `${plan}/${task}`;
    const known = this.context.heads === undefined || this.#seal !== undefined
      ? undefined
      : await readSealed(workspace);
    this.#seal ??= known?.kind === "open" && known.task === id ? known.seal : await takeSeal(workspace);
    // A question that waits is remembered until it is answered.
    if (this.#waits !== undefined) return;
    const declared = this.#declared(plan)?.files ?? [];
    await writeSealed(workspace, { kind: "open", task: id, declared, seal: this.#seal });
  }

  /** Puts back what was done to documents; gives an outcome where the turn fails for it. */
  async #settleDocuments({ plan, task }: TaskPlace): Promise<StepOutcome | undefined> {
    const { context, workspace } = this;
    const seal = this.#seal;
    if (seal === undefined) return undefined;
    // What a hosting agent starts carries no mark: there every commit is taken for the agent's.
    const hosted = context.heads !== undefined;
    const { git } = workspace.repository;
    const isMoved = async () =>
      !hosted && this.#head !== undefined && await git.commitOf("HEAD") !== this.#head &&
      await isMovedByOthers(git, this.#head);
    const id = `${plan}/${task}`;
    const settled = await settleDocuments(workspace, {
      seal,
      task: id,
      declared: this.#declared(plan)?.files ?? [],
      shared: this.#isHome,
      isMovedByOthers: isMoved,
    }, {
      ...context,
      // Who interrupts a run is not asked any more.
      ask: (question) => context.signal.aborted ? Promise.resolve(undefined) : context.ask(question),
    });
    if (settled.kind === "waiting") this.#waits = settled.question;
    else if (this.#waits === undefined) await forgetSealed(workspace);
    if (settled.kind !== "unchanged") this.#seal = await takeSeal(workspace);
    const plans = settled.kind === "settled" ? settled.restored.filter(isPlanDocument) : [];
    if (plans.length === 0) return undefined;
    return {
      kind: "turn-failed",
      message: `Task ${id} changed ${plans.join(", ")}, and no task may change plans`,
      output: "",
    };
  }

  /** Notes documents that the tool itself has written while a task is carried out. */
  async reseal(paths: readonly string[]): Promise<void> {
    if (this.#seal === undefined) return;
    this.#seal = resealed(this.#seal, await takeSeal(this.workspace), paths);
  }

  /**
   * Runs a task's checks, each in a process of its own, up to the first that fails. Reports name a check
   * as its author wrote it.
   */
  async check(step: CheckStep): Promise<StepOutcome> {
    const { host, report, config, signal } = this.context;
    const cwd = joinPath(this.workspace.root, step.directory);
    for (const command of step.commands) {
      const limit = new TimeLimit(config.agent.turn_timeout_minutes, signal);
      const argv = ["sh", "-c", checkScript(command)] as const;
      const env = { ...CLEAN_GIT_ENVIRONMENT, ...AGENT_MARK };
      const result = await host.run({ argv, cwd, env, signal: limit.signal, keep: CHECK_OUTPUT });
      limit.end();
      if (signal.aborted) return { kind: "interrupted" };
      const passed = result.code === 0 && !limit.passed;
      const printed = (result.stdout + result.stderr).trimEnd();
      const output = passed
        ? ""
        : limit.passed
        ? limit.message(command)
        : printed || `exit code ${result.code}`;
      report({ kind: "check-finished", plan: step.plan, task: step.task, command, passed, output });
      if (!passed) return { kind: "check-failed", command, output };
    }
    return { kind: "done" };
  }

  /** Commits what a task changed: one commit, empty when it changed nothing. */
  async commit(step: CommitTaskStep, { answer, beside }: CommitInput): Promise<StepOutcome> {
    const { report } = this.context;
    const { repository } = this.workspace;
    const baseline = this.options.baseline();
    // A check may have written what the turn did not.
    if (!this.#isHome) await this.options.guard.settle(`${step.plan}/${step.task}`);
    const failed = await this.#settleDocuments(step);
    if (failed !== undefined) return failed;
    const { commit: head, status } = await this.#putRight(step);
    const changed = await changedSince(repository.git, baseline, status);
    const declared = this.#declared(step.plan)?.files ?? [];
    const mine = changed.filter((path) => this.#belongsToTask(projectPath(repository, path), declared));
    // A repository inside of this one is listed as a folder; as a commit's entry it could not be checked out again.
    const paths = mine.filter((path) => !path.endsWith("/"));
    const trespassed = this.#look(step, mine, beside);
    if (trespassed.length > 0) return { kind: "trespassed", paths: trespassed };
    const answers = answer === undefined ? [] : [...await recallSaid(repository, step), answer];
    const result = await commitPaths(repository.git, {
      message: withAnswers(step.message, answers),
      paths,
      status,
      ...(head === undefined ? {} : { head }),
    });
    if (result.kind === "refused") {
      report({ kind: "hook-refused", plan: step.plan, task: step.task, output: result.output });
      return { kind: "hook-refused", output: result.output };
    }
    const { commit, subject, body, files } = result;
    requireTrailers(step, commit, body);
    await forgetSaid(repository, step);
    this.#head = commit;
    this.#talk?.committed(step.task, { commit, subject, answers });
    report({ kind: "committed", plan: step.plan, task: step.task, commit, subject, files });
    if (files.length === 0) await this.#reportIgnored(step);
    for (const foreseen of await predictConflicts(step.plan, beside, this.options.worktrees)) {
      report(foreseen);
    }
    this.#seal = undefined;
    const question = this.#waits ?? this.options.guard.question;
    this.#waits = undefined;
    return question === undefined ? { kind: "done" } : { kind: "waiting", question };
  }

  /**
   * Takes back the commits that an agent made by itself, so that the task becomes one commit with our
   * message. Its files stay as they are, and its commits are found in git's log of the branch.
   */
  async #putRight({ plan, task }: CommitTaskStep): Promise<WorkingTree> {
    const { repository, branch } = this.workspace;
    const { git } = repository;
    const found = await git.workingTree();
    const { commit } = found;
    requireBranchIs(branch, found.branch);
    if (this.#head === undefined || commit === this.#head) return found;
    const lost = commit === undefined ? undefined : await restoreCommits(git, this.#head, commit);
    if (lost !== undefined && lost.length > 0) {
      throw new GitError(
        `Cannot commit task ${plan}/${task}: it removed commits from "${branch}" and their changes are lost from the working tree (${
          lost.join(", ")
        })`,
        "wf has restored the commits; check the working tree, then run the same command",
      );
    }
    // What a hosting agent starts carries no mark: there every commit is taken for the agent's.
    const hosted = this.context.heads !== undefined;
    if (lost === undefined && !hosted && await isMovedByOthers(git, this.#head)) {
      this.context.report({
        kind: "notice",
        message:
          `Another process committed to "${branch}" during task ${plan}/${task}; wf keeps those commits`,
      });
      this.#head = commit;
      return found;
    }
    if (lost === undefined) await git.output(["reset", "--quiet", "--soft", this.#head]);
    this.context.report({
      kind: "notice",
      message: `Task ${plan}/${task}: the agent made its own commit (${
        commit?.slice(0, 7)
      }); wf moves its changes into the task's commit`,
    });
    return await git.workingTree();
  }

  /** Tells why a commit may be empty though the task has done its work. */
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

  /** Whether the working tree is the project's own. */
  get #isHome(): boolean {
    return this.workspace === this.context.home;
  }

  #declared(plan: string): PlannedPlan | undefined {
    return this.options.plan.waves.flatMap((wave) => wave.plans).find(({ id }) => id === plan);
  }

  /** Leaves a turn that failed no way to take commits of the tasks before it along. */
  async #keepCommits({ plan, task }: TurnStep): Promise<void> {
    const { repository: { git }, branch } = this.workspace;
    const [current, commit] = await Promise.all([git.currentBranch(), git.commitOf("HEAD")]);
    if (this.#head === undefined || commit === undefined || commit === this.#head || current !== branch) {
      return;
    }
    if (await restoreCommits(git, this.#head, commit) === undefined) return;
    this.context.report({
      kind: "notice",
      message: `Task ${plan}/${task} removed commits from "${branch}"; wf has restored them`,
    });
  }

  /** Tells of paths that the plan does not name, and gives those that belong to a plan beside it. */
  #look(
    { plan, task }: CommitTaskStep,
    paths: readonly string[],
    beside: readonly string[],
  ): readonly OwnershipViolation[] {
    const { report } = this.context;
    const { repository } = this.workspace;
    const inner = paths.filter((path) => path.endsWith("/"));
    if (inner.length > 0) {
      report({
        kind: "notice",
        message: `Not committed, because it is a separate repository: ${inner.join(", ")}`,
      });
    }
    const changed = paths.filter((path) => !path.endsWith("/"))
      .map((path) => projectPath(repository, path) ?? `/${path}`);
    const plans = this.options.plan.waves.flatMap((wave) => wave.plans);
    const own = this.#declared(plan);
    const others = plans.filter(({ id }) => beside.includes(id));
    const { foreign, undeclared } = trespasses(changed, own ?? { id: plan, files: [] }, others);
    if (undeclared.length > 0 && own !== undefined) {
      report({
        kind: "notice",
        message: `Task ${plan}/${task} changes files that its plan does not name: ${undeclared.join(", ")}`,
      });
    }
    return foreign;
  }

  /** Ends the conversation that is open. */
  async close(): Promise<void> {
    const talk = this.#talk;
    this.#talk = undefined;
    await talk?.close();
  }

  /** Documents are a task's only where its plan declares them, and may be kept out of git. */
  #belongsToTask(path: string | undefined, declared: readonly string[]): boolean {
    if (path === undefined || !path.startsWith(`${PLANNING}/`)) return true;
    return this.context.config.planning.commit_docs && !isSealed(path, declared);
  }

  async #open({ plan, task }: TurnStep): Promise<PlanConversation> {
    if (this.#talk?.plan === plan) return this.#talk;
    await this.close();
    const open = () => PlanConversation.open(plan, this.context, this.workspace);
    return this.#talk = await open().catch(async (error: unknown) => {
      if (this.#isHome || !(error instanceof GitError)) throw error;
      // A concurrent task may have changed or removed the plan's file: it is put back, and read again.
      await this.options.guard.settle(`${plan}/${task}`);
      return await open();
    });
  }
}

/** Throws a GitError when a hook has taken out of a message what makes history the journal. */
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
