import { defined } from "../../collections/defined.ts";
import type { Baseline } from "../git/baseline.ts";
import type { HostedTurns } from "../agent/hosted.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { requireBranchIs } from "../worktrees/workspace.ts";
import { stashWork } from "../git/stash.ts";
import type { Repository } from "../git/repository.ts";
import { restoreCommits } from "../git/repair/restore_commits.ts";
import { workBranches } from "../git/work_branches.ts";
import { hasKeys } from "../../collections/is_record.ts";

/** The state of a hosted run between two calls of its host. */
export interface HostedSession extends HostedTurns {
  /** The name of its project in commits; undefined in records of earlier versions. */
  readonly project?: string;
  /** The number of the phase. */
  readonly phase: string;
  /** The only plan to execute. */
  readonly plan?: string;
  /** The flags of the call that began it. */
  readonly flags: readonly string[];
  /** True if the call that began it confirms every gate. */
  readonly yes?: boolean;
  /** True if tasks of several plans run concurrently. */
  readonly parallel: boolean;
  /** The time when it began, ISO 8601. */
  readonly startedAt: string;
  /** The ID of its log. */
  readonly run?: string;
  /** The answers to gates, by question. */
  readonly gates: Readonly<Record<string, string>>;
  /** The branch that the host works on; undefined when HEAD was detached. */
  readonly branch?: string;
  /** The commits of that branch and of the worktrees' branches. Later commits are the host's. */
  readonly heads: Readonly<Record<string, string>>;
  /** The state of the working tree when the run began. */
  readonly baseline: Baseline;
  /** The baseline of the working tree when a question was asked, while no task is in progress in it. */
  readonly asked?: Baseline;
}

/** The hosted run in progress. The record is removed when it ends or another kind of run takes over. */
export const hostedSession: CommonRecord<HostedSession> = new CommonRecord("wf/hosted.json", isSession);

/** Reports whether the host or the user has to act: a run that has stopped keeps its record, and is not in progress. */
export function isOpenSession({ turns, asked }: HostedSession): boolean {
  return turns.length > 0 || asked !== undefined;
}

/** Reads the current branch and the commits of a run's branches. */
export async function readHostedHeads(
  repository: Repository,
): Promise<Pick<HostedSession, "branch" | "heads">> {
  const { git } = repository;
  const [branch, work] = await Promise.all([git.currentBranch(), workBranches(repository)]);
  const names = [...branch === undefined ? [] : [branch], ...work.map((each) => each.branch)];
  const found = await Promise.all(names.map((name) => git.commitOf(`refs/heads/${name}`)));
  const heads = Object.fromEntries(names.flatMap((name, index) => {
    const commit = found[index];
    return commit === undefined ? [] : [[name, commit]];
  }));
  return { heads, ...defined({ branch }) };
}

/**
 * Repairs the branch that a host works on: restores commits that the host removed, and files in which it undid
 * their changes.
 *
 * @returns The notices for the user.
 * @throws {GitError} When another branch is checked out now.
 */
export async function repairBranch(git: Git, { branch, heads }: HostedSession): Promise<readonly string[]> {
  if (branch === undefined) return [];
  requireBranchIs(branch, await git.currentBranch());
  const [commit, found] = [heads[branch], await git.commitOf("HEAD")];
  if (commit === undefined || found === undefined || commit === found) return [];
  const lost = await restoreCommits(git, commit, found);
  if (lost === undefined) return [];
  const message = `Commits were removed from "${branch}"; wf has restored them`;
  if (lost.length === 0) return [message];
  const name = `wf: what took commits away from ${branch}`;
  await stashWork(git, lost, name);
  return [`${message}, with the files ${lost.join(", ")}. Their other content is in the stash as "${name}"`];
}

function isSession(value: unknown): value is HostedSession {
  return hasKeys(value, ["phase", "flags", "parallel", "startedAt", "gates", "turns", "heads", "baseline"]);
}
