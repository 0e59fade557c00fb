import type { Host } from "../../host/host.ts";
import type { Project } from "../../parse/project/model.ts";
import type { LeftWorktree, RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import { workBranch } from "../../plan/naming/work_branch_names.ts";
import { Git } from "./git.ts";
import { isMerged } from "./merge.ts";
import { JOURNAL_FORMAT, parsePlanCommits } from "./output.ts";
import { GitError } from "./process.ts";
import { recallMergeMode } from "./merge_mode.ts";
import { branchOwner } from "../history/project_history.ts";
import { readHistory } from "../history/read_history.ts";
import { workBranches } from "./work_branches.ts";

/** A repository and where in it the project lies. */
export interface Repository {
  /** The repository. */
  readonly git: Git;
  /** Path of the project root within it; empty when they are the same. */
  readonly prefix: string;
}

/**
 * Opens the repository of a project.
 *
 * @param root Absolute path of the project root, links resolved.
 * @throws {GitError} When there is none, or git cannot be used.
 */
export async function openRepository(host: Host, root: string): Promise<Repository> {
  const git = await Git.open(host, root);
  const prefix = git.within(root);
  if (prefix === undefined) {
    throw new GitError(`Cannot work in "${root}": it is not in the working tree of its repository`);
  }
  return { git, prefix };
}

/** A path of the repository for one of the project. */
export function repositoryPath({ prefix }: Repository, path: string): string {
  return prefix === "" ? path : `${prefix}/${path}`;
}

/** A path of the project for one of the repository, or undefined outside of the project. */
export function projectPath({ prefix }: Repository, path: string): string | undefined {
  if (prefix === "") return path;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : undefined;
}

/** What {@link takeSnapshot} looks at. */
export interface SnapshotOptions {
  /** The project. */
  readonly project: Project;
  /** Branch the run would commit to; undefined for the current one. */
  readonly target: string | undefined;
  /** Whether summaries are committed. */
  readonly commitDocs: boolean;
  /** What {@link readHeads} gave, where several snapshots are taken. */
  readonly heads?: Heads;
}

/** The branch that holds what the run builds on: its own, else the base its own will start from. */
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

/** What is the same for all targets. */
export interface Heads {
  /** The branch checked out, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Base branches of the branches this tool made, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** The commit checked out, or undefined when there is none yet. */
  readonly head: string | undefined;
}

/** Looks at what is checked out and at the branches this tool made. */
export async function readHeads({ git }: Repository): Promise<Heads> {
  const [branch, bases, head] = await Promise.all([git.currentBranch(), git.bases(), git.commitOf("HEAD")]);
  return { branch, bases, head };
}

/** Looks at everything that planning needs to know. Changes nothing. */
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
  const [history, targetMerged, mergeMode, worktrees, submodules] = await Promise.all([
    readHistory(repository, { project, commitDocs, from }),
    base !== undefined && from !== undefined && isMerged(git, `refs/heads/${base}`, from),
    targetExists ? recallMergeMode(git, target) : undefined,
    leftWorktrees(repository),
    head !== undefined && hasSubmodules(git),
  ]);
  return {
    branch,
    unborn: head === undefined,
    targetExists,
    ...(targetOwner === undefined ? {} : { targetOwner }),
    bases,
    targetMerged,
    mergeMode,
    ...history,
    prefix: repository.prefix,
    worktrees,
    submodules,
  };
}

async function hasSubmodules(git: Git): Promise<boolean> {
  return (await git.run(["cat-file", "-e", "HEAD:.gitmodules"])).code === 0;
}

/** The worktrees of this project that earlier runs left, by name, with the tasks committed in them. */
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
