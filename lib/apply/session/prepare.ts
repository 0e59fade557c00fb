import { defined } from "../../collections/defined.ts";
import { joinPath } from "../../path/paths.ts";
import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { Phase } from "../../parse/project/model.ts";
import { runWords } from "../../plan/command_lines/commands.ts";
import { isProgressPath, PLANNING } from "../../parse/project/project.ts";
import { rememberUntracked } from "../git/commit/index_file.ts";
import { addUserChanges, type Baseline, changedSince, takeBaseline } from "../git/baseline.ts";
import { changedDuringQuestion } from "../../plan/run/changed_during_question.ts";
import type { Git } from "../git/git.ts";
import type { StatusEntry } from "../git/output.ts";
import { type HostedSession, hostedSession } from "./hosted_session.ts";
import { acquireLock, type LockInfo, startOf } from "./lock.ts";
import { identityOf } from "./process_identity.ts";
import { removeLeftLocks } from "../git/repair/left_locks.ts";
import { stashWork } from "../git/stash.ts";
import { deferredPaths } from "../history/deferred_tests.ts";
import { covers, readCompletion } from "../milestone/pending.ts";
import { undoHalfCommit } from "./half_commit.ts";
import { ensureMergeDriver } from "../git/merge/merge_driver.ts";
import { MERGES_WITH_WF } from "../../plan/integrations/merge_driver_text.ts";
import { undoKilledGit } from "./undo_killed_git.ts";
import { GitError } from "../git/process.ts";
import { changesPath, readPendingChange } from "../structure/pending_change.ts";
import { lastSignOfLife } from "../log/read_log.ts";
import { readStopped, writeStopped } from "./stopped_record.ts";
import { forgetRemovedTrees } from "../seal/removed_trees.ts";
import { recoverWorktrees } from "../worktrees/recover.ts";
import { repositoryAt, rootIn } from "../worktrees/workspace.ts";
import { leftTemporaryWorktrees, removeTemporaryWorktree } from "../worktrees/temporary_worktree.ts";
import { removeUnfinished } from "../worktrees/unfinished_entries.ts";
import { returnToWork } from "./return_to_work.ts";
import { isWorktree, MAKING } from "../worktrees/worktree_entries.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";

/** A locked repository that is ready for a run. */
export interface Preparation {
  /** The state of the working tree. */
  readonly baseline: Baseline;
  /** The entries of the status at that time. */
  readonly status: readonly StatusEntry[];
  /** The time when the run started, ISO 8601. */
  readonly startedAt: string;
  /** Notices for the user. */
  readonly notices: readonly string[];
  /** Releases the lock. */
  release(): Promise<void>;
  /** Leaves the lock after an interruption, as it records the documents before this run for the next one. */
  leave(): Promise<void>;
}

/** The result of {@link prepareRun}. */
export type PrepareResult =
  | { readonly kind: "prepared"; readonly preparation: Preparation }
  | { readonly kind: "held"; readonly by: LockInfo };

/** Options for {@link prepareRun}. */
export interface PrepareOptions {
  /** True for a call of a hosting agent. */
  readonly hosted?: boolean;
  /** The hosted run that continues: its work in progress is kept. */
  readonly continues?: HostedSession;
  /** True if documents are committed. If not, the documents of an earlier run are kept. */
  readonly commitDocs: boolean;
  /** True for a worker, whose clone is not set up to merge documents. */
  readonly worker?: boolean;
}

/**
 * Takes the lock. After an interrupted run, ends the programs that it left running and stashes its uncommitted
 * changes under a name. Does the same for a hosted run that does not continue.
 *
 * @param command The command of this run, shown to users who find the repository locked.
 */
export async function prepareRun(
  repository: Repository,
  command: string,
  options: PrepareOptions,
): Promise<PrepareResult> {
  const { continues, hosted = false } = options;
  const { git, prefix, project } = repository;
  const { host } = git;
  const startedAt = new Date(host.now()).toISOString();
  const baseline = continues?.baseline ?? await takeBaseline(git, await git.status());
  const mark = `${host.pid}-${startedAt}`;
  const identity = await identityOf(host, host.pid);
  const info: LockInfo = {
    ...identity,
    startedAt,
    command,
    mark,
    root: git.root,
    project: { prefix, project },
    baseline,
    hosted,
  };
  const lock = await acquireLock(host, git.commonDirectory, info);
  if (lock.kind === "held") return lock;
  const { stale } = lock;
  if (continues !== undefined && stale === undefined && !await isCurrent(git, continues)) {
    await lock.release();
    return { kind: "held", by: info };
  }
  const leave = () => lock.leave(git.writes.killed === true ? "killed" : "ended");
  const release = () => git.writes.killed === true ? lock.leave("killed") : lock.release();
  host.markPrograms(mark);
  const notices: string[] = [];
  try {
    const left = await settleKilled(repository, stale, options, notices);
    if (continues === undefined) {
      notices.push(...await recoverWorktrees(repository));
      await forgetRemovedTrees(git);
      await rememberUntracked(git, joinPath(git.commonDirectory, "wf", "times"));
      const merges = options.commitDocs && options.worker !== true;
      if (merges && await ensureMergeDriver(git)) notices.push(MERGES_WITH_WF);
    }
    const status = await git.status();
    const before = continues !== undefined
      ? await baselineOf(git, continues, notices)
      : left
      ? await takeBaseline(git, status)
      : baseline;
    return {
      kind: "prepared",
      preparation: { baseline: before, status, startedAt, notices, release, leave },
    };
  } catch (error) {
    // The lock of an interrupted run is kept: it records the state before that run.
    if (stale === undefined) await release();
    throw withNotices(error, notices);
  }
}

/** Reports whether no other call of the host has advanced a session since it was read. */
async function isCurrent(git: Git, session: HostedSession): Promise<boolean> {
  return JSON.stringify(await hostedSession.read(git)) === JSON.stringify(session);
}

/** Adds the notices of a preparation that failed to the hint of its error, as they are reported nowhere else. */
function withNotices(error: unknown, notices: readonly string[]): unknown {
  if (!(error instanceof GitError) || notices.length === 0) return error;
  const hint = [error.hint, `Before that: ${notices.join("; ")}`].filter((part) => part !== "").join(". ");
  return new GitError(error.message, hint, error.output, { cause: error });
}

/**
 * Ends the programs of an interrupted run, undoes what git was doing, and stashes its uncommitted changes.
 *
 * @param stale The lock of a run that was killed.
 * @returns True if there was an interrupted run.
 */
async function settleKilled(
  repository: Repository,
  stale: LockInfo | undefined,
  { continues, commitDocs }: PrepareOptions,
  notices: string[],
): Promise<boolean> {
  const { git } = repository;
  // Programs of that run may still write. Git is left alone: it ends on its own, and killed it would leave its locks.
  const ended = stale?.mark === undefined ? 0 : await git.host.endMarked(stale.mark, ["git"]);
  if (ended > 0) notices.push(`Programs left running by an earlier run, now ended: ${ended}`);
  const place = await placeOf(repository, stale);
  await removeUnfinished(git, rootIn(repository));
  const killed = stale === undefined || stale.ended === true ? undefined : Date.parse(startOf(stale));
  for (const folder of await leftTemporaryWorktrees(git, killed)) {
    await removeTemporaryWorktree(git, joinPath(folder, "tree"), MAKING);
  }
  const locks = await removeLeftLocks(place.git, killed);
  if (locks.length > 0) notices.push(`Removed locks that killed git processes left: ${locks.join(", ")}`);
  if (continues !== undefined) return false;
  const left: Left | undefined = stale ?? await hostedRun(git);
  if (left === undefined) return false;
  const hosted = stale === undefined ? ", an agent hosted it" : "";
  const when = left.startedAt.slice(0, 16).replace("T", " ");
  notices.push(
    `An earlier run ${left.ending ?? "was interrupted"} (${left.command}${hosted}, ${when} UTC)`,
  );
  const work = await readStopped(place);
  const isKilled = work?.state === "turn" || (work?.committing === true && work.reason === "");
  if (stale !== undefined && isKilled) {
    await writeStopped(place, { ...work, killedAt: await lastSignOfLife(git) });
    if (work.state === "turn") notices.push(...await returnToWork(place.git, work));
  }
  await undoHalfCommit(place);
  const locked = locks.some((path) => path.endsWith("/index.lock"));
  const undone = stale?.ended === true ? [] : await undoKilledGit(place, { baseline: left.baseline, locked });
  if (undone !== undefined) notices.push(...undone, ...await stashLeftovers(place, left, commitDocs));
  await hostedSession.remove(git);
  return true;
}

/** Returns the project of a killed run in its working tree, which may be others of the repository. */
async function placeOf(repository: Repository, stale: LockInfo | undefined): Promise<Repository> {
  const { git } = repository;
  const { root = git.root, project } = stale ?? {};
  const place = { ...repository, ...project };
  return root === git.root || !await isWorktree(git, root) ? place : repositoryAt(place, git.at(root));
}

/**
 * Returns the baseline of a hosted run that continues. Changes while a question was open belong to no task.
 */
async function baselineOf(
  git: Git,
  { baseline, asked }: HostedSession,
  notices: string[],
): Promise<Baseline> {
  if (asked === undefined) return baseline;
  const left = await addUserChanges(git, baseline, asked);
  if (left.added.length > 0) notices.push(changedDuringQuestion(left.added));
  return left.baseline;
}

type Left = Pick<LockInfo, "command" | "startedAt" | "baseline" | "ended"> & {
  /** What it was doing, unless it was interrupted. */
  readonly ending?: string;
};

/** Returns a hosted run that does not continue. */
async function hostedRun(git: Git): Promise<Left | undefined> {
  const session = await hostedSession.read(git);
  if (session === undefined) return undefined;
  const { asked, turns, phase, plan } = session;
  const ending = turns.length > 0 ? undefined : asked === undefined ? "had stopped" : "waited for an answer";
  return { ...session, command: runWords(phase, plan).join(" "), ...defined({ ending }) };
}

/** Stashes the uncommitted changes of a run. */
async function stashLeftovers(
  repository: Repository,
  { command, startedAt, baseline, ended }: Left,
  commitDocs: boolean,
): Promise<readonly string[]> {
  const pending = await readCompletion(repository);
  const change = await readPendingChange(repository.git.host, rootIn(repository));
  const status = await repository.git.status();
  // The run continues with the work of a task; see resumeWork().
  const isTask = ended === true || await readStopped(repository) !== undefined;
  const deferred = await deferredPaths(repository.git, status);
  const changed = await changedSince(repository.git, baseline, status);
  const left = changed.filter((path) => {
    const document = projectPath(repository, path);
    if (isTask && !document?.startsWith(`${PLANNING}/`)) return false;
    return (isOurs(document) || isVerification(document)) && !deferred.has(path) &&
      (commitDocs || !isDocument(document)) &&
      !covers(pending, repository, path) && (change === undefined || !changesPath(change, document ?? ""));
  });
  if (left.length === 0) return [];
  const name = `wf: left by ${command}, started ${startedAt}`;
  const stashed = await stashWork(repository.git, left, name);
  if (stashed.length === 0) return [];
  return [
    `Its uncommitted changes (${
      stashed.join(", ")
    }) are in the stash as "${name}"; git stash pop restores them`,
  ];
}

/** Reports whether a path is a document, and not a partly written file. */
function isDocument(path: string | undefined): boolean {
  return path !== undefined && path.startsWith(`${PLANNING}/`) && !HALF_WRITTEN.test(path);
}

/** Reports whether a path is a verification, which counts once it is committed with the roadmap. */
function isVerification(path: string | undefined): boolean {
  return path !== undefined && path.startsWith(`${PLANNING}/`) && path.endsWith("-VERIFICATION.md");
}

/** Matches a file that a run was writing when it was killed. */
const HALF_WRITTEN = /(?:^|\/)\.[^/]+\.[0-9a-f]{8}\.tmp$/;

/** Reports whether a run may have written a path. Some documents under `.planning/` are only written by users. */
function isOurs(path: string | undefined): boolean {
  if (path === undefined || !path.startsWith(`${PLANNING}/`)) return true;
  return isProgressPath(path) || /SUMMARY\.md$/i.test(path) ||
    HALF_WRITTEN.test(path);
}

/**
 * Returns the paths that make the working tree dirty for a run: uncommitted changes, and untracked files that its
 * plans will write. Documents under `.planning/` that no task and no summary changes may be modified. See
 * docs/decisions/branches-and-merges.md.
 */
export function dirtyPaths(
  repository: Repository,
  { phase, plan, status, commitDocs }: {
    readonly phase: Phase;
    readonly plan: ExecutionPlan;
    readonly status: readonly StatusEntry[];
    /** True if documents are committed. If not, those that runs write are ignored. */
    readonly commitDocs: boolean;
  },
): readonly string[] {
  const open = new Set(
    plan.waves.flatMap(({ plans }) => plans).filter(({ complete }) => !complete).map(({ id }) => id),
  );
  const files = plansOf(phase).filter(({ id }) => open.has(id)).flatMap((document) => {
    return [
      ...(document.file?.frontmatter.files_modified ?? []),
      ...document.tasks.flatMap(({ task }) => task.files),
    ];
  });
  const named = new Set(files.map((file) => repositoryPath(repository, file.replace(/^\.\//, ""))));
  const unfinished = onlyDocumentsRemain(plan);
  return status.filter(({ path, kind, staged }) => {
    if (kind === "untracked") return named.has(path);
    const document = projectPath(repository, path);
    if (document === undefined || !document.startsWith(`${PLANNING}/`)) return true;
    return isOurs(document) && !unfinished && (commitDocs || staged);
  }).map(({ path }) => path);
}

/** Reports whether only a plan's documents are left to do, because a hook refused them. */
function onlyDocumentsRemain({ steps }: ExecutionPlan): boolean {
  return steps.find((step) => step.kind !== "ask" && step.kind !== "switch-branch")?.kind === "write-summary";
}
