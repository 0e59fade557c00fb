import { joinPath } from "../../path/paths.ts";
import type { Baseline } from "../git/baseline.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";
import { requireBranchIs } from "../worktrees/require_branch.ts";
import { stashWork } from "../git/stash.ts";
import { restoreCommits } from "../git/restore_commits.ts";
import { workBranches } from "../git/work_branches.ts";

/** The record of the run, in the repository's common folder. */
const RECORD = "wf/hosted.json";

/** A run that an agent hosts, between two of its calls. */
export interface HostedSession {
  /** Number of the phase. */
  readonly phase: string;
  /** Flags of the call that began it. */
  readonly flags: readonly string[];
  /** Whether the call that began it confirms every gate. */
  readonly yes?: boolean;
  /** Whether tasks of several plans are given out at the same time. */
  readonly parallel: boolean;
  /** When it began, ISO 8601. */
  readonly startedAt: string;
  /** Answers that gates have got, by what they asked. */
  readonly gates: Readonly<Record<string, string>>;
  /** Tokens of the turns that were given out and are waited for. */
  readonly open: readonly string[];
  /** The branch that its host works on; undefined when HEAD was detached. */
  readonly branch?: string;
  /** Where that branch and the branches of its worktrees lead to: what comes after is the host's doing. */
  readonly heads: Readonly<Record<string, string>>;
  /** How the working tree was found then. */
  readonly baseline: Baseline;
  /** How the working tree was when a question was put, while no task is being worked on in it. */
  readonly asked?: Baseline;
}

/** The hosted run that is under way, or undefined. */
export async function readHostedSession(git: Git): Promise<HostedSession | undefined> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(pathOf(git)));
    return isSession(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a hosted run for its next call. */
export async function writeHostedSession(git: Git, session: HostedSession): Promise<void> {
  await new ConfinedFiles(git.host, git.commonDirectory).write(RECORD, `${JSON.stringify(session)}\n`);
}

/** Forgets the hosted run: it has ended, or another kind of run takes over. */
export async function endHostedSession(git: Git): Promise<void> {
  await git.host.removeFile(pathOf(git));
}

/** What is checked out, and where the branches of a run lead to. */
export async function readHostedHeads(git: Git): Promise<Pick<HostedSession, "branch" | "heads">> {
  const [branch, work] = await Promise.all([git.currentBranch(), workBranches(git)]);
  const names = [...branch === undefined ? [] : [branch], ...work.map((each) => each.branch)];
  const found = await Promise.all(names.map((name) => git.commitOf(`refs/heads/${name}`)));
  const heads = Object.fromEntries(names.flatMap((name, index) => {
    const commit = found[index];
    return commit === undefined ? [] : [[name, commit]];
  }));
  return { heads, ...(branch === undefined ? {} : { branch }) };
}

/**
 * Puts right what a host has done to the branch that it works on beside changing files: commits that it took
 * away are on it again, and files in which it undid them are as in the last of them.
 *
 * @returns What a person should know, sentence by sentence.
 * @throws {GitError} When another branch is checked out now.
 */
export async function putBranchRight(git: Git, { branch, heads }: HostedSession): Promise<readonly string[]> {
  if (branch === undefined) return [];
  requireBranchIs(branch, await git.currentBranch());
  const [commit, found] = [heads[branch], await git.commitOf("HEAD")];
  if (commit === undefined || found === undefined || commit === found) return [];
  const lost = await restoreCommits(git, commit, found);
  if (lost === undefined) return [];
  const told = `Commits were removed from "${branch}"; wf has restored them`;
  if (lost.length === 0) return [told];
  const name = `wf: what took commits away from ${branch}`;
  await stashWork(git, lost, name);
  return [`${told}, with the files ${lost.join(", ")}. Their other content is in the stash as "${name}"`];
}

function isSession(value: unknown): value is HostedSession {
  return typeof value === "object" && value !== null && "phase" in value && "flags" in value &&
    "parallel" in value && "startedAt" in value && "gates" in value && "open" in value && "heads" in value &&
    "baseline" in value;
}

function pathOf(git: Git): string {
  return joinPath(git.commonDirectory, RECORD);
}
