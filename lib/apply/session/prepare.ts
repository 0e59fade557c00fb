import type { ExecutionPlan } from "../../../schemas/execution_plan.ts";
import { plansOf } from "../../parse/project/dependencies.ts";
import type { Phase } from "../../parse/project/model.ts";
import { PLANNING, STATE_PATH } from "../../parse/project/project.ts";
import { ROADMAP_PATH } from "../../parse/roadmap/roadmap.ts";
import { addUserChanges, type Baseline, changedSince, takeBaseline } from "../git/baseline.ts";
import { changedDuringQuestion } from "../../plan/run/changed_during_question.ts";
import type { Git } from "../git/git.ts";
import type { StatusEntry } from "../git/output.ts";
import { type HostedSession, hostedSession } from "./hosted_session.ts";
import { acquireLock, type LockInfo } from "./lock.ts";
import { undoHalfMerge } from "../git/undo_merge_commit.ts";
import { stashWork } from "../git/stash.ts";
import { deferredPaths } from "../history/deferred_tests.ts";
import { covers, readCompletion } from "../milestone/pending.ts";
import { restoreAfterUndo } from "../undo/pending_undo.ts";
import { recoverWorktrees } from "../worktrees/recover.ts";
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
  /**
   * Releases the lock. After an interruption it must stay, as it records the state before this run for the
   * next one.
   */
  release(): Promise<void>;
}

/** The result of {@link prepareRun}. */
export type PrepareResult =
  | { readonly kind: "prepared"; readonly preparation: Preparation }
  | { readonly kind: "held"; readonly by: LockInfo };

/** Options for {@link prepareRun}. */
export interface PrepareOptions {
  /** The hosted run that continues: its work in progress is kept. */
  readonly continues?: HostedSession;
  /** True if documents are committed. If not, the documents of an earlier run are kept. */
  readonly commitDocs: boolean;
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
  { continues, commitDocs }: PrepareOptions,
): Promise<PrepareResult> {
  const { git } = repository;
  const { host } = git;
  const startedAt = new Date(host.now()).toISOString();
  const baseline = continues?.baseline ?? await takeBaseline(git, await git.status());
  const mark = `${host.pid}-${startedAt}`;
  const info: LockInfo = { pid: host.pid, host: host.hostname(), startedAt, command, mark, baseline };
  const lock = await acquireLock(host, git.commonDirectory, info);
  if (lock.kind === "held") return lock;
  const { stale, release } = lock;
  host.markPrograms(mark);
  // Programs of that run may still write. Git is left alone: it ends on its own, and killed it would leave its locks.
  const ended = stale?.mark === undefined ? 0 : await host.endMarked(stale.mark, ["git"]);
  const notices = ended === 0 ? [] : [`Programs left running by an earlier run, now ended: ${ended}`];
  const prepared = async (baseline?: Baseline): Promise<PrepareResult> => {
    const status = await git.status();
    const before = baseline ?? await takeBaseline(git, status);
    return { kind: "prepared", preparation: { baseline: before, status, startedAt, notices, release } };
  };
  if (continues !== undefined) return await prepared(await baselineOf(git, continues, notices));
  const left = stale ?? await hostedRun(git);
  if (left !== undefined) {
    const who = stale === undefined ? "an agent hosted it" : `process ${stale.pid}`;
    notices.push(
      `An earlier run was interrupted (${left.command}, ${who}, started ${left.startedAt}); continuing from its last commit`,
    );
    const halfMerged = await undoHalfMerge(git);
    if (await restoreAfterUndo(git)) notices.push("Its unfinished undo was taken back");
    if (halfMerged !== undefined) notices.push(`Its unfinished merge of ${halfMerged} was undone`);
    notices.push(...await stashLeftovers(repository, left, commitDocs));
    await hostedSession.remove(git);
  }
  notices.push(...await recoverWorktrees(git, repository.prefix));
  return await prepared(left === undefined ? baseline : undefined);
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

type Left = Pick<LockInfo, "command" | "startedAt" | "baseline">;

/** Returns a hosted run that does not continue. */
async function hostedRun(git: Git): Promise<Left | undefined> {
  const session = await hostedSession.read(git);
  return session && { ...session, command: `execute-phase ${session.phase}` };
}

/** Stashes the uncommitted changes of a run. */
async function stashLeftovers(
  repository: Repository,
  { command, startedAt, baseline }: Left,
  commitDocs: boolean,
): Promise<readonly string[]> {
  const pending = await readCompletion(repository);
  const status = await repository.git.status();
  const deferred = await deferredPaths(repository.git, status);
  const changed = await changedSince(repository.git, baseline, status);
  const left = changed.filter((path) => {
    const document = projectPath(repository, path);
    return isOurs(document) && !deferred.has(path) && (commitDocs || !isDocument(document)) &&
      !covers(pending, repository, path);
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

/** Matches a file that a run was writing when it was killed. */
const HALF_WRITTEN = /(?:^|\/)\.[^/]+\.[0-9a-f]{8}\.tmp$/;

/** Reports whether a run may have written a path. Some documents under `.planning/` are only written by users. */
function isOurs(path: string | undefined): boolean {
  if (path === undefined || !path.startsWith(`${PLANNING}/`)) return true;
  return path === STATE_PATH || path === ROADMAP_PATH || /SUMMARY\.md$/i.test(path) ||
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
