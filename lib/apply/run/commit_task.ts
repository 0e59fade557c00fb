import type { CommitTaskStep, ExecutionPlan } from "../../../schemas/execution_plan.ts";
import { defined } from "../../collections/defined.ts";
import { hookRunsTests } from "../../plan/checks/hook_runs_tests.ts";
import { ownershipViolations } from "../../plan/execution/ownership.ts";
import type { OwnershipViolation, StepOutcome } from "../../plan/execution/step_outcome.ts";
import type { JournalEntry } from "../../plan/history/journal.ts";
import {
  PLAN_TRAILER,
  TASK_TRAILER,
  withAnswers,
  withFailedTests,
  withNotes,
  withTests,
} from "../../plan/naming/commit_message.ts";
import { pathKey, plainPath, withFolders } from "../../parse/plan_file/declared_files.ts";
import { joinPath } from "../../path/paths.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type Baseline, changedSince } from "../git/baseline.ts";
import {
  commitAgain,
  commitPaths,
  type CommitRequest,
  type CommitResult,
  fileTimes,
} from "../git/commit/commit.ts";
import type { StatusEntry } from "../git/output.ts";
import { GitError } from "../git/process.ts";
import { projectPath, repositoryPath } from "../git/repository.ts";
import { stashWork } from "../git/stash.ts";
import { readFeedback, removeFeedback } from "../history/checkpoint_feedback.ts";
import { type DeferredTests, deferredTests, deferTests, forgetTests } from "../history/deferred_tests.ts";
import { maskFor } from "../interaction/secrets.ts";
import type { DocumentGuard } from "../seal/document_guard.ts";
import { withoutSmuggled } from "../seal/smuggled_documents.ts";
import type { SealedTask, TaskSeal } from "../seal/task_seal.ts";
import { isOfTask } from "../session/stopped_record.ts";
import { ignoredFiles } from "../worktrees/carry_over.ts";
import { predictConflicts } from "../worktrees/predict_conflicts.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { Worktrees } from "../worktrees/worktrees.ts";
import { undoAgentCommits } from "./agent_commits.ts";
import type { RunContext } from "./context.ts";
import { excludedPaths } from "./excluded_paths.ts";
import type { FailedTests } from "./run_checks.ts";
import type { WorkRecord } from "./work_record.ts";

/** The lane whose task is committed. */
export interface CommittingLane {
  readonly context: RunContext;
  /** The working tree of the lane. */
  readonly workspace: Workspace;
  /** The execution plan of the run. */
  readonly plan: ExecutionPlan;
  /** The other working trees. */
  readonly worktrees: Worktrees;
  /** The baseline of the working tree, including the user's changes while a question was open. */
  readonly baseline: () => Baseline;
  /** Guards the documents of the project's own working tree. */
  readonly guard: DocumentGuard;
  readonly seal: TaskSeal;
  readonly work: WorkRecord;
  /** The task, with the last commit that wf made or accepted. */
  readonly task: SealedTask;
  /** True if no program of the task has run since its documents were compared. */
  readonly isSettled: boolean;
  /** The run of the task's tests that failed, as it should before their implementation. */
  readonly failedTests: FailedTests | undefined;
}

/** Options for {@link commitTask}, in addition to the step. */
export interface CommitInput {
  /** The answer at a checkpoint. */
  readonly answer?: string;
  /** IDs of the other plans in progress. */
  readonly concurrentPlans: readonly string[];
}

export interface TaskCommit {
  readonly outcome: StepOutcome;
  /** The last commit that wf made or accepted. */
  readonly head: string | undefined;
  /** The commit, if one was made. */
  readonly entry?: JournalEntry;
}

/** Commits the changes of a task: one commit, empty when it changed nothing. */
export async function commitTask(
  step: CommitTaskStep,
  { answer, concurrentPlans }: CommitInput,
  lane: CommittingLane,
): Promise<TaskCommit> {
  const { context, workspace, seal, work, worktrees, task } = lane;
  const { report } = context;
  const { repository } = workspace;
  const earlier = await deferredTests(repository, step.plan);
  const at = { head: task.head };
  if (earlier.some(({ task }) => task === step.task)) return { ...at, outcome: { kind: "done" } };
  // A check may also have changed documents.
  const among = lane.isSettled ? [] : undefined;
  const restorations = await settleOthers(lane, among);
  const failed = await seal.settle(task, among);
  if (failed !== undefined) return { ...at, outcome: failed };
  const { head, commit, status } = await undoAgentCommits(step, { ...lane, head: task.head });
  const changed = await changedSince(repository.git, lane.baseline(), status);
  const paths = await committedPaths(changed, status, lane);
  const violations = checkOwnership(paths, concurrentPlans, lane);
  if (violations.length > 0) return { head, outcome: await restoreForeign(violations, lane) };
  const given = [...await readFeedback(repository, step), ...answer === undefined ? [] : [answer]];
  const answers = given.map(maskFor(context.host));
  const message = messageOf(step, answers, lane);
  await seal.remember(task);
  const request = {
    message: withNotes(withTests(message, earlier), step, work.notes),
    paths,
    status,
    // The commit of the plan's documents follows.
    maintains: false,
    ...defined({ head: commit }),
  };
  await work.commit(true);
  const made = await makeCommit(request, restorations, lane);
  const accepted = { repository, declared: task.declared, files: seal.files };
  const result = await withoutSmuggled(made, request, accepted);
  if (result.kind === "refused") {
    await work.commit(false);
    const rest = { message, paths, output: result.output };
    const outcome = await refused(step, rest, { ...lane, task: { ...task, head } });
    return { head, outcome };
  }
  const { subject, body, files } = result;
  requireTrailers(step, result.commit, body);
  await removeFeedback(repository, step);
  await forgetTests(repository, step.plan);
  const outcome = await finish(lane);
  // Until here it shows a later run that the commit is wf's.
  await work.forget();
  reportCommit(step, result, earlier, report);
  if (files.length === 0) await reportIgnored(lane);
  for (const conflict of await predictConflicts(step.plan, concurrentPlans, worktrees, result)) {
    report(conflict);
  }
  const entry = { commit: result.commit, subject, answers };
  return { head: result.head, outcome, entry };
}

/**
 * Restores settings and documents of the project's own working tree.
 *
 * @param among The documents to inspect; by default all.
 * @returns The number of restorations of settings so far.
 */
async function settleOthers(
  { context, workspace, guard, task }: CommittingLane,
  among?: readonly string[],
): Promise<number> {
  return workspace === context.home ? 0 : await guard.settle(`${task.plan}/${task.task}`, among);
}

/**
 * Returns those of the changed paths that belong to the task and can be committed.
 *
 * @throws {GitError} When the plan declares files in a submodule, and they are not committed there.
 */
async function committedPaths(
  changed: readonly string[],
  status: readonly StatusEntry[] | undefined,
  { context: { config, report }, workspace: { repository }, task }: CommittingLane,
): Promise<readonly string[]> {
  const { declared } = task;
  const commitDocs = config.planning.commit_docs;
  const mine = changed.filter((path) => isOfTask(repository, path, { declared, commitDocs }));
  const submodules = new Map((status ?? await repository.git.status()).flatMap(({ path, uncommitted }) => {
    return uncommitted === undefined ? [] : [[path, uncommitted] as const];
  }));
  const files = declared.map((path) => repositoryPath(repository, pathKey(plainPath(path))));
  const open = mine.find((path) =>
    submodules.has(path) && files.some((file) => withFolders(file).includes(path))
  );
  if (open !== undefined) {
    const folder = quoteShell(joinPath(repository.git.root, open));
    throw new GitError(
      `Cannot commit task ${task.plan}/${task.task}: it changes files in the submodule ${open}, where only you commit`,
      `Commit them there, then run the same command: git -C ${folder} add --all && git -C ${folder} commit`,
    );
  }
  const excluded = await excludedPaths(repository.git, mine, submodules);
  for (const [path, reason] of excluded) {
    report({ kind: "notice", message: `Not committed, because ${reason}: ${path}` });
  }
  return mine.filter((path) => !excluded.has(path));
}

/** Reports paths that the plan does not declare, and returns those that belong to a concurrent plan. */
function checkOwnership(
  paths: readonly string[],
  concurrentPlans: readonly string[],
  { context: { report }, workspace: { repository }, plan, task: { plan: id, task, declared } }:
    CommittingLane,
): readonly OwnershipViolation[] {
  const changed = paths.map((path) => projectPath(repository, path) ?? `/${path}`);
  const plans = plan.waves.flatMap((wave) => wave.plans);
  const others = plans.filter((other) => concurrentPlans.includes(other.id));
  const { foreign, undeclared } = ownershipViolations(changed, { id, files: declared }, others);
  // A plan that names no files, such as a quick task, leaves them open.
  if (undeclared.length > 0 && declared.length > 0) {
    report({
      kind: "notice",
      message: `Task ${id}/${task} changes files that its plan does not name: ${undeclared.join(", ")}`,
    });
  }
  return foreign;
}

/** Stashes the changes to files of concurrent plans. A script would only make them again. */
async function restoreForeign(
  paths: readonly OwnershipViolation[],
  { context: { agent, report }, workspace: { repository }, task: { plan, task } }: CommittingLane,
): Promise<StepOutcome> {
  if (agent.name === "shell") return { kind: "ownership-violated", paths, stops: true };
  const name = `wf: changed by task ${plan}/${task}, and not its own`;
  const stashed = await stashWork(
    repository.git,
    paths.map(({ path }) => repositoryPath(repository, path)),
    name,
  );
  const owners = [...new Set(paths.map(({ plan }) => plan))].join(", ");
  report({
    kind: "notice",
    message: `Task ${plan}/${task} changed files of plan ${owners}, which runs at the same time: ${
      stashed.join(", ")
    } are restored, and its version is in the stash as "${name}"`,
  });
  return { kind: "ownership-violated", paths };
}

function messageOf(
  step: CommitTaskStep,
  answers: readonly string[],
  { failedTests }: CommittingLane,
): string {
  const message = failedTests === undefined
    ? step.message
    : withFailedTests(step.message, { ...step, command: failedTests.command });
  return withAnswers(message, answers);
}

/**
 * Commits, and again if the files or git's settings changed meanwhile.
 *
 * @param restorations The number of restorations of settings before the commit.
 */
async function makeCommit(
  request: CommitRequest,
  restorations: number,
  lane: CommittingLane,
): Promise<CommitResult> {
  const { git } = lane.workspace.repository;
  const times = await fileTimes(git, request.paths);
  let result = await commitPaths(git, request);
  // A concurrent task changed git's settings meanwhile, which git may have used.
  if (await settleOthers(lane, []) !== restorations) result = await commitAgain(git, result, request);
  const isLast = result.kind === "committed" && result.head === result.commit;
  return isLast && times !== await fileTimes(git, request.paths)
    ? await commitAgain(git, result, request)
    : result;
}

/** Handles a commit that a hook refused. Tests that the hook runs, and that have to fail, are committed later. */
async function refused(
  { plan, task, deferTo }: CommitTaskStep,
  { message, paths, output }: Pick<CommitRequest, "message" | "paths"> & { readonly output: string },
  lane: CommittingLane,
): Promise<StepOutcome> {
  const { context: { report }, workspace: { repository }, seal, work, task: sealed, failedTests } = lane;
  if (deferTo !== undefined && hookRunsTests(output, failedTests?.output)) {
    await deferTests(repository, { plan, task, message, paths });
    await work.forget();
    const tests = `the tests of task ${plan}/${task}`;
    report({
      kind: "notice",
      message: `A git hook refuses ${tests} while they fail, so they are committed with task ${deferTo}`,
    });
    return await finish(lane);
  }
  report({ kind: "hook-refused", plan, task, output });
  // The hook may also have changed documents, as may code of the task that it runs.
  await seal.settle(sealed);
  const left = await repository.git.status();
  const reformatted = left.some(({ path, kind }) => kind === "changed" && paths.includes(path));
  return { kind: "hook-refused", output, ...reformatted ? { reformatted } : {} };
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

function reportCommit(
  { plan, task }: CommitTaskStep,
  { commit, subject, files }: Extract<CommitResult, { readonly kind: "committed" }>,
  earlier: readonly DeferredTests[],
  report: RunContext["report"],
): void {
  const tests = earlier.length === 0 ? undefined : earlier.map(({ task }) => task);
  report({ kind: "committed", plan, task, ...defined({ tests }), commit, subject, files });
}

/** Reports ignored files as the reason why the commit of a finished task may be empty. */
async function reportIgnored({ context, workspace, task }: CommittingLane): Promise<void> {
  const ignored = await ignoredFiles(task.declared, workspace);
  if (ignored.length === 0) return;
  context.report({
    kind: "notice",
    message: `Task ${task.plan}/${task.task} has an empty commit: its plan declares files that git ignores (${
      ignored.join(", ")
    })`,
  });
}

/** Ends a task, or asks about documents that changed during it. */
export async function finish({ seal, guard }: Pick<CommittingLane, "seal" | "guard">): Promise<StepOutcome> {
  const question = await seal.end() ?? guard.question;
  return question === undefined ? { kind: "done" } : { kind: "waiting", question };
}
