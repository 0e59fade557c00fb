import { defined } from "../../collections/defined.ts";
import { JOURNAL_FORMAT, parsePlanCommits } from "../git/output.ts";
import type { Git } from "../git/git.ts";
import { isMerged } from "../git/merge.ts";
import { recallMergeMode } from "../git/merge_mode.ts";
import type { Repository } from "../git/repository.ts";
import { workBranches } from "../git/work_branches.ts";
import type { Project } from "../../parse/project/model.ts";
import type { LeftWorktree, RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import { workBranch } from "../../plan/naming/work_branch_names.ts";
import { branchOwner } from "./project_history.ts";
import { confirmedPlans } from "./confirmed_plans.ts";
import { readHistory } from "./read_history.ts";

/** Options for {@link takeSnapshot}. */
export interface SnapshotOptions {
  /** The project. */
  readonly project: Project;
  /** The branch that the run would commit to; undefined for the current one. */
  readonly target: string | undefined;
  /** True if summaries are committed. */
  readonly commitDocs: boolean;
  /** The result of {@link readHeads}, to share between several snapshots. */
  readonly heads?: Heads;
}

/** Returns the branch that the run builds on: its own, or the base that its own will start from. */
function startOf(
  target: string | undefined,
  targetExists: boolean,
  branch: string | undefined,
  bases: ReadonlyMap<string, string>,
): string {
  if (targetExists) return `refs/heads/${target}`;
  const base = branch === undefined ? undefined : bases.get(branch);
  return target === undefined || base === undefined ? "HEAD" : `refs/heads/${base}`;
}

/** The state of the repository that is the same for all targets. */
export interface Heads {
  /** The current branch; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** The base branches of the branches that wf created, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** The current commit; undefined if there is none yet. */
  readonly head: string | undefined;
}

/** Reads the current branch and commit, and the branches that wf created. */
export async function readHeads({ git }: Repository): Promise<Heads> {
  const [branch, bases, head] = await Promise.all([git.currentBranch(), git.bases(), git.commitOf("HEAD")]);
  return { branch, bases, head };
}

/** Reads the state of the repository for planning a run. Changes nothing. */
export async function takeSnapshot(repository: Repository, options: SnapshotOptions): Promise<RepoSnapshot> {
  const { git } = repository;
  const { project, target, commitDocs } = options;
  const { branch, bases, head } = options.heads ?? await readHeads(repository);
  const isThere = target !== undefined && await git.hasBranch(target);
  const made = isThere ? bases.get(target) : undefined;
  const targetOwner = made === undefined ? undefined : await branchOwner(repository, target!, made);
  const targetExists = isThere && targetOwner === undefined;
  const start = startOf(target, targetExists, branch, bases);
  const from = start === "HEAD" ? head : await git.commitOf(start);
  const base = targetExists ? bases.get(target) : undefined;
  const [history, targetMerged, mergeMode, worktrees, submodules, confirmed] = await Promise.all([
    readHistory(repository, { project, commitDocs, from }),
    base !== undefined && from !== undefined && isMerged(git, `refs/heads/${base}`, from),
    targetExists ? recallMergeMode(git, target) : undefined,
    leftWorktrees(repository),
    head !== undefined && hasSubmodules(git),
    confirmedPlans(git, project.plans.all.flatMap(({ file }) => file ?? [])),
  ]);
  return {
    branch,
    unborn: head === undefined,
    targetExists,
    ...defined({ targetOwner }),
    bases,
    targetMerged,
    mergeMode,
    ...history,
    prefix: repository.prefix,
    confirmed,
    worktrees,
    submodules,
  };
}

async function hasSubmodules(git: Git): Promise<boolean> {
  return (await git.run(["cat-file", "-e", "HEAD:.gitmodules"])).code === 0;
}

/** Returns the worktrees of this project that earlier runs left, by name, with their committed tasks. */
async function leftWorktrees({ git, prefix }: Repository): Promise<ReadonlyMap<string, LeftWorktree>> {
  const found = new Map<string, LeftWorktree>();
  for (const { branch, onto } of await workBranches(git)) {
    const worktree = branch.slice(branch.lastIndexOf("/") + 1);
    if (branch !== workBranch(worktree, prefix) || !await git.hasBranch(onto)) continue;
    const format = `--format=${JOURNAL_FORMAT}`;
    const output = await git.output(["log", "-z", format, `refs/heads/${onto}..refs/heads/${branch}`, "--"]);
    const tasks = parsePlanCommits(output).flatMap(({ task, commit, subject }) => {
      return task === undefined ? [] : [[task, { commit, subject }] as const];
    });
    found.set(worktree, { onto, tasks: new Map(tasks) });
  }
  return found;
}
