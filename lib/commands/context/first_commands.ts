import { hasIdentity } from "../../apply/git/commit/commit.ts";
import { findInProgress } from "../../apply/git/repair/in_progress.ts";
import { markedConflicts } from "../../apply/git/merge/marked_conflicts.ts";
import { unmerged } from "../../apply/git/merge/merge.ts";
import type { Git } from "../../apply/git/git.ts";
import type { StatusEntry } from "../../apply/git/output.ts";
import type { Repository } from "../../apply/git/repository.ts";
import { deferredPaths } from "../../apply/history/deferred_tests.ts";
import { hostedSession } from "../../apply/session/hosted_session.ts";
import { findLock } from "../../apply/session/lock.ts";
import { dirtyPaths } from "../../apply/session/prepare.ts";
import { readStopped } from "../../apply/session/stopped_record.ts";
import { defined } from "../../collections/defined.ts";
import { printPhaseNumber } from "../../parse/ids/phase_number.ts";
import type { Phase } from "../../parse/project/model.ts";
import {
  executePhaseCommand,
  executePlanCommand,
  REPAIR,
  SET_IDENTITY,
  switchCommand,
} from "../../plan/command_lines/commands.ts";
import { conflictedDocuments } from "../../plan/merge/align_documents.ts";
import { addAllCommand } from "../../plan/command_lines/git_commands.ts";
import { planExecution } from "../../plan/execution/execution_plan.ts";
import type { ExecutionResult } from "../../plan/execution/execution_input.ts";
import { snapshotFor } from "../../plan/status/status.ts";
import type { StatusInput } from "../../plan/status/status_input.ts";
import { cleaningCommands } from "./uncommitted_changes.ts";

/** Matches commands that commit. */
const COMMITS = /^wf (?:execute-phase|verify-phase|complete-milestone|quick|run)\b/;

export interface FirstCommandsInput {
  readonly status: StatusInput;
  readonly repository: Repository;
  readonly cwd: string;
}

export interface FirstSteps {
  /** What the user does first, in words. */
  readonly todo?: string;
  readonly commands: readonly string[];
}

/**
 * Returns what comes before the suggested commands, because the first of these would be refused as the repository is
 * now. No command commits the markers of a conflict.
 */
export async function firstSteps(next: readonly string[], input: FirstCommandsInput): Promise<FirstSteps> {
  const { status, repository: { git } } = input;
  if (status.repository.merge !== undefined) {
    return { commands: [], ...defined({ todo: await todoFor(git) }) };
  }
  if (conflictedDocuments(status.project).length > 0) return { commands: [REPAIR] };
  const operation = await findInProgress(git);
  if (operation === undefined) return { commands: await firstCommands(next, input) };
  const todo = await todoFor(git);
  if (todo !== undefined) return { todo, commands: ["wf status"] };
  const isResolved = (await unmerged(git)).length === 0;
  const commands = isResolved
    ? [operation.finish]
    : ["git status", `${addAllCommand("git")} && ${operation.finish}`];
  return { commands };
}

async function todoFor(git: Git): Promise<string | undefined> {
  const marked = await markedConflicts(git);
  return marked.length === 0
    ? undefined
    : `resolve the conflicts in ${marked.map(({ path }) => path).join(", ")}`;
}

async function firstCommands(
  [next = ""]: readonly string[],
  { status, repository, cwd }: FirstCommandsInput,
): Promise<readonly string[]> {
  const { git } = repository;
  if (!COMMITS.test(next)) return [];
  const branch = await git.currentBranch();
  if (branch === undefined) return [switchCommand(await branchHere(git))];
  if (!await hasIdentity(git)) return [SET_IDENTITY];
  const stopped = await readStopped(repository);
  const all = await git.status();
  const isOfStopped = ({ path }: StatusEntry) => Object.hasOwn(stopped?.files ?? {}, path);
  const isLeft = stopped !== undefined && all.some(isOfStopped);
  if (isLeft && stopped.branch === branch && /^wf (?:execute-phase|quick)\b/.test(next)) {
    const first = executePlanCommand(stopped.plan);
    if (first !== next) return [first];
  }
  const phase = status.project.phases.find(({ number }) =>
    next === executePhaseCommand(printPhaseNumber(number))
  );
  if (phase === undefined) return [];
  const result = plannedExecution(phase, status);
  if (result.kind === "refused") {
    return [
      result.waitsFor === undefined
        ? "wf doctor"
        : executePhaseCommand(printPhaseNumber(result.waitsFor.number)),
    ];
  }
  const { plan } = result;
  // A run settles what one that was killed has left.
  const isKilled = stopped?.state === "turn" || await findLock(git) !== undefined;
  if (isKilled || await hostedSession.read(git) !== undefined || plan.steps.length === 0) return [];
  if (isLeft && stopped.branch !== branch) return [switchCommand(stopped.branch)];
  const deferred = await deferredPaths(git, all);
  const left = all.filter((entry) => !isOfStopped(entry) && !deferred.has(entry.path));
  const { commit_docs: commitDocs } = status.config.planning;
  const dirty = dirtyPaths(repository, { phase, plan, status: left, commitDocs });
  if (dirty.length === 0) return [];
  const { commit, stash } = await cleaningCommands(git, dirty, { cwd, flags: [] });
  return [[commit, stash].filter((command) => command !== "").join(" && ")].filter((line) => line !== "");
}

/** Plans the execution of a phase as its run would. */
export function plannedExecution(phase: Phase, status: StatusInput): ExecutionResult {
  const { project, config, repository, verifications } = status;
  const others = new Map(repository.own);
  const plan = () =>
    planExecution({
      project,
      phase,
      config,
      repository: snapshotFor(phase, status),
      others,
      ...defined({ verification: verifications?.get(phase.directory)?.status }),
    });
  let result = plan();
  // What a run finds about phases without a branch of their own.
  while (
    result.kind === "refused" && result.waitsFor !== undefined && !others.has(result.waitsFor.directory)
  ) {
    others.set(result.waitsFor.directory, snapshotFor(result.waitsFor, status));
    result = plan();
  }
  return result;
}

/** Returns a branch whose last commit is checked out. */
export async function branchHere(git: Git): Promise<string | undefined> {
  const args = ["for-each-ref", "--points-at=HEAD", "--format=%(refname:short)", "refs/heads"];
  return (await git.run(args)).stdout.split("\n").find((name) => name !== "");
}
