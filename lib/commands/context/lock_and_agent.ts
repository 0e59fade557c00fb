import { noticeText } from "../../report/terminal/notice_text.ts";
import type { Config } from "../../../schemas/config.ts";
import type { RunOutcome } from "../../../schemas/event.ts";
import {
  dirtyPaths,
  type Preparation,
  type PrepareOptions,
  prepareRun,
} from "../../apply/session/prepare.ts";
import { settleCompletion } from "../../apply/milestone/archive.ts";
import { readCompletion } from "../../apply/milestone/pending.ts";
import type { Git } from "../../apply/git/git.ts";
import { GitError } from "../../apply/git/process.ts";
import { hasIdentity } from "../../apply/git/commit/commit.ts";
import { openRepository, type Repository } from "../../apply/git/repository.ts";
import { findInProgress, findSequence, type InProgress } from "../../apply/git/repair/in_progress.ts";
import { markedConflicts } from "../../apply/git/merge/marked_conflicts.ts";
import { namingAllLocks } from "../../apply/git/repair/left_locks.ts";
import { type PendingChange, readPendingChange } from "../../apply/structure/pending_change.ts";
import { rootIn } from "../../apply/worktrees/workspace.ts";
import type { LockInfo } from "../../apply/session/lock.ts";
import { completeMilestoneCommand, SET_IDENTITY } from "../../plan/command_lines/commands.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type CallPlace, cleanHint } from "./uncommitted_changes.ts";
import type { ExitCode } from "../../errors/program_error.ts";
import { defined } from "../../collections/defined.ts";
import { endHostedCalls } from "../../apply/session/hosted_call.ts";
import { removeOldLogs } from "../../apply/log/read_log.ts";
import { RunLog } from "../../apply/log/run_log.ts";
import { callAtEnd, type CommandEnd, endOf } from "./call_user.ts";
import { logQuestion } from "./logged_question.ts";
import { type CommandContext, type Outcome, UsageError } from "./command_context.ts";
import type { ProjectPlace } from "./open_project.ts";
import { requirePlanningLink } from "../trust/require_planning_link.ts";

/** The error when another run holds the lock. */
export class RunInProgress extends UsageError {
  /** @param lock The path of the lock. */
  constructor(readonly by: LockInfo, lock: string) {
    const { pid, host, startedAt, command } = by;
    const where = host === "" ? "" : ` on ${host}`;
    super(
      `Another run is in progress: ${command}, process ${pid}${where}, started ${startedAt}`,
      `Wait for it to end, or if it is no longer running: rm ${quoteShell(lock)}`,
    );
  }
}

export interface LockOptions extends Omit<PrepareOptions, "commitDocs"> {
  /**
   * True when a graceful interruption leaves no unfinished work. Later changes then belong to the user, and
   * the next run must not stash them.
   */
  readonly leavesNothing?: boolean;
  readonly config: Pick<Config, "planning" | "log" | "git">;
  readonly context: CommandContext;
  /** The command, if it may complete a change of phases or plans that was interrupted. */
  readonly completes?: string;
}

/**
 * Holds the lock while an action runs. An interrupted run keeps it, so that the next one finds the unfinished
 * work. Throws a UsageError when another run holds it.
 *
 * @param command The command, for the message of a run that finds the lock held.
 */
export async function withLock(
  repository: Repository,
  command: string,
  action: (preparation: Preparation, log: RunLog) => Promise<Outcome>,
  options: LockOptions,
): Promise<Outcome> {
  try {
    return await underLock(repository, command, action, options);
  } catch (error) {
    throw await namingAllLocks(error, repository.git);
  }
}

async function underLock(
  repository: Repository,
  command: string,
  action: (preparation: Preparation, log: RunLog) => Promise<Outcome>,
  { leavesNothing = false, config, context, completes, ...options }: LockOptions,
): Promise<Outcome> {
  repository.git.writes.minutes = config.git.hook_timeout_minutes;
  const pending = await readPendingChange(repository.git.host, rootIn(repository));
  if (pending !== undefined && pending.command !== completes) throw unfinished(pending);
  // A merge is allowed here: it may be one that the user resolves and this run resumes.
  await requireNoOperation(await findSequence(repository.git), repository.git);
  await requirePlanningLink(rootIn(repository), context);
  const where = repository.project === "" ? "" : ` in ${repository.project}`;
  const prepared = await prepareRun(repository, `${command}${where}`, {
    ...options,
    commitDocs: config.planning.commit_docs,
  });
  if (prepared.kind === "held") {
    throw new RunInProgress(prepared.by, `${repository.git.commonDirectory}/wf/lock.json`);
  }
  if (context.hosting === undefined) await endHostedCalls(repository);
  const { startedAt } = options.continues ?? prepared.preparation;
  const run = defined({ continues: options.continues?.run });
  const log = await RunLog.open(repository, { command, startedAt, ...run });
  await removeOldLogs(repository.git, config.log.keep_runs);
  let outcome: Outcome | undefined;
  let end: CommandEnd = { exitCode: 70, reason: "" };
  try {
    outcome = await action(prepared.preparation, log);
    logQuestion(outcome, log);
    await log.end(outcome.exitCode);
    end = { exitCode: outcome.exitCode, reason: log.reason };
    return outcome;
  } catch (error) {
    end = endOf(error);
    if (error instanceof UsageError && run.continues === undefined && log.isEmpty) await log.remove();
    else await log.end(end.exitCode, end.reason);
    throw error;
  } finally {
    const { release, leave } = prepared.preparation;
    await (outcome?.exitCode === 130 && !leavesNothing ? leave() : release());
    await callAtEnd(command, end, context);
  }
}

/** Returns the error while a change of phases or plans is not complete. */
export function unfinished({ command }: PendingChange): UsageError {
  return new UsageError(`"wf ${command}" was begun and is not finished`, `Finish it first: wf ${command}`);
}

/** Opens the repository of a project; undefined outside of any, after a warning that names the effect. */
export async function openOrNone(
  { root, base }: ProjectPlace,
  { host, progress, progressStyle }: CommandContext,
  effect = "only summaries show what is complete, and nothing is committed",
): Promise<Repository | undefined> {
  try {
    return await openRepository(host, root, base);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    progress(noticeText(`${error.message}: ${effect}`, progressStyle));
    return undefined;
  }
}

/** Throws a UsageError when the repository cannot take commits. */
export async function requireCommits({ git }: Pick<Repository, "git">): Promise<void> {
  await requireNoOperation(await findInProgress(git), git);
  if (await git.currentBranch() === undefined) {
    throw new UsageError(
      "HEAD is detached, so a commit would belong to no branch",
      "Check out a branch: git switch <branch>",
    );
  }
  await requireIdentity(git);
}

async function requireIdentity(git: Git): Promise<void> {
  if (await hasIdentity(git)) return;
  throw new UsageError(
    "Git does not know who you are, so it cannot commit",
    `Run: ${SET_IDENTITY}`,
  );
}

/** Throws a UsageError for an unfinished git operation of the user. */
async function requireNoOperation(found: InProgress | undefined, git: Git): Promise<void> {
  if (found === undefined) return;
  const marked = (await markedConflicts(git)).map(({ path }) => path);
  throw new UsageError(
    `${found.what} is in progress in this repository`,
    marked.length === 0
      ? `Finish it (${found.finish}) or undo it (${found.undo})`
      : `Resolve the conflicts in ${
        marked.join(", ")
      }, then run wf status to finish it, or undo it (${found.undo})`,
  );
}

/** Throws a UsageError when the repository is not in a state to commit to. */
export async function requireWorkable(
  repository: Repository,
  input: Parameters<typeof dirtyPaths>[1],
  place: CallPlace,
): Promise<void> {
  await requireNoCompletion(repository);
  if (input.plan.steps.length === 0) return;
  await requireCommittable(repository, dirtyPaths(repository, input), place);
}

/**
 * Throws a UsageError when the repository is not in a state to commit to, or a tracked file has changed.
 *
 * @param except Folder in which changes are allowed, relative to the root of the repository.
 */
export async function requireClean(
  repository: Repository,
  except: string | undefined,
  place: CallPlace,
): Promise<void> {
  const dirty = (await repository.git.status()).filter(({ path, kind }) => {
    return kind !== "untracked" && (except === undefined || !path.startsWith(`${except}/`));
  });
  await requireCommittable(repository, dirty.map(({ path }) => path), place);
}

/** Throws a UsageError while a milestone is partly archived: the files that a run needs are being moved. */
export async function requireNoCompletion(repository: Repository): Promise<void> {
  const pending = await readCompletion(repository);
  const left = await settleCompletion(pending, { repository, root: rootIn(repository) });
  if (left?.archive === undefined) return;
  throw new UsageError(
    `Completing milestone ${left.version} was begun and is not finished`,
    `Finish it first: ${completeMilestoneCommand(left.version)}`,
  );
}

async function requireCommittable(
  { git }: Repository,
  dirty: readonly string[],
  place: CallPlace,
): Promise<void> {
  await requireNoOperation(await findInProgress(git), git);
  if (dirty.length > 0) {
    const listed = dirty.map((path) => `\n    ${path}`).join("");
    throw new UsageError(
      `The working tree has changes that are not committed:${listed}`,
      await cleanHint(git, dirty, place),
    );
  }
  await requireIdentity(git);
}

/** Returns the exit code of a run. See docs/decisions/exit-codes.md. */
export function exitCodeOf(outcome: RunOutcome): ExitCode {
  switch (outcome.kind) {
    case "completed":
    case "suspended":
      return 0;
    case "failed":
    case "gaps":
      return 1;
    case "waiting":
    case "declined":
      return 3;
    case "conflict":
      return 4;
    case "interrupted":
      return 130;
  }
}
