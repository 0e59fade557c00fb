import { defined } from "../../collections/defined.ts";
import { JOURNAL_FORMAT, parsePlanCommits } from "../git/output.ts";
import type { Git } from "../git/git.ts";
import { mergedInto } from "../merge/is_merged.ts";
import { recallMergeMode } from "../git/merge/merge_mode.ts";
import type { Repository } from "../git/repository.ts";
import { workBranches } from "../git/work_branches.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import type { Project } from "../../parse/project/model.ts";
import { baseName } from "../../path/paths.ts";
import { planOfWorktree } from "../../plan/naming/work_branch_names.ts";
import { AGAIN_TRAILER } from "../../plan/naming/commit_message.ts";
import type { History, LeftWorktree, RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import { type KnownBranches, knownBranches } from "./branch_bases.ts";
import { behindBranches } from "./behind.ts";
import { branchOwner } from "./project_history.ts";
import { confirmedPlans } from "./confirmed_plans.ts";
import { readHistory } from "./read_history.ts";
import { readCosts } from "./run_costs.ts";

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

/** Returns the branch that a run without its own branch builds on: the base of the current one, or the current one. */
function baseOfNew({ branch, bases }: Heads, target: string | undefined): string | undefined {
  return branch === undefined || target === undefined ? branch : bases.get(branch) ?? branch;
}

/** Returns the commit of {@link baseOfNew}. */
async function startOf(heads: Heads, target: string | undefined, git: Git): Promise<string | undefined> {
  const base = baseOfNew(heads, target);
  return base === heads.branch ? heads.head : await git.commitOf(`refs/heads/${base}`);
}

/** The state of the repository that is the same for all targets. */
export interface Heads extends KnownBranches {
  /** The current branch; undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** The current commit; undefined if there is none yet. */
  readonly head: string | undefined;
  /** True if the repository has a remote. */
  readonly hasRemote?: boolean;
}

/**
 * Reads the current branch and commit, and the branches that wf created.
 *
 * @param names The branches that another clone may have pushed.
 */
export async function readHeads({ git }: Repository, names: Iterable<string> = []): Promise<Heads> {
  const [branch, known, head, hasRemote] = await Promise.all([
    git.currentBranch(),
    knownBranches(git, names),
    git.commitOf("HEAD"),
    git.hasRemote(),
  ]);
  return { branch, ...known, head, hasRemote };
}

/** Reads the state of the repository for planning a run. Changes nothing. */
export async function takeSnapshot(repository: Repository, options: SnapshotOptions): Promise<RepoSnapshot> {
  const { git } = repository;
  const { project, target, commitDocs } = options;
  const heads = options.heads ?? await readHeads(repository, target === undefined ? [] : [target]);
  const { branch, bases, head } = heads;
  const own = target === undefined ? {} : await ownBranch(repository, target, heads);
  const { ref, from = await startOf(heads, target, git) } = own;
  const built = ref === undefined ? baseOfNew(heads, target) : own.remote ? undefined : target;
  const readFrom = (from: string | undefined) => readHistory(repository, { project, commitDocs, from });
  const [read, behind, mergeMode, worktrees, submodules, confirmed, costs] = await Promise.all([
    readFrom(from),
    behindBranches(repository, {
      branch: built,
      base: ref === undefined ? undefined : bases.get(target!),
      mergedInto: own.mergedInto,
    }),
    ref === undefined ? undefined : recallMergeMode(git, target!),
    leftWorktrees(repository, { target, from }),
    head !== undefined && hasSubmodules(git),
    confirmedPlans(git, project.plans.all.flatMap(({ file }) => file ?? [])),
    readCosts(git),
  ]);
  const undoneOn = await undoingBase(git, own, target === undefined ? undefined : bases.get(target));
  const since = undoneOn === undefined ? undefined : await readFrom(undoneOn);
  const undone = since !== undefined && isUndone(read, since) ? since : undefined;
  const history = undone ?? read;
  return {
    branch,
    unborn: head === undefined,
    hasRemote: heads.hasRemote ?? false,
    targetExists: ref !== undefined,
    ...defined({ targetOwner: own.owner }),
    ...(own.remote ? { targetRemote: ref } : {}),
    behind,
    bases,
    targetMerged: own.mergedInto !== undefined,
    ...(undone === undefined ? {} : { targetUndone: true }),
    mergeMode,
    ...history,
    prefix: repository.project,
    confirmed,
    worktrees,
    submodules,
    costs,
  };
}

interface OwnBranch {
  /** Its full name; undefined if there is none of this project. */
  readonly ref?: string;
  /** Its commit. */
  readonly from?: string;
  /** The path of the other project that it belongs to. */
  readonly owner?: string;
  /** True if only a remote has it. */
  readonly remote?: boolean;
  /** Its base, or the upstream of that, that it was merged into since its last commit. */
  readonly mergedInto?: string;
}

/** Finds the branch that a run would commit to. One that only a remote has counts until it is merged. */
async function ownBranch(
  repository: Repository,
  target: string,
  { bases, remote }: Heads,
): Promise<OwnBranch> {
  const { git } = repository;
  const isRemote = remote.has(target);
  const ref = remote.get(target) ?? `refs/heads/${target}`;
  const from = await git.commitOf(ref);
  if (from === undefined) return {};
  const base = bases.get(target);
  if (base === undefined) return { ref, from };
  const owner = await branchOwner(repository, target, base);
  if (owner !== undefined) return { owner };
  const merged = await mergedInto(git, base, from);
  if (isRemote && merged === `refs/heads/${base}`) return {};
  return { ref, from, remote: isRemote, ...defined({ mergedInto: merged }) };
}

/** Returns the base of a merged branch if it has commits since that open tasks again. */
async function undoingBase(
  git: Git,
  { from, mergedInto: ref }: OwnBranch,
  base: string | undefined,
): Promise<string | undefined> {
  if (from === undefined || base === undefined || ref !== `refs/heads/${base}`) return undefined;
  const wanted = ["--max-count=1", `--grep=^${AGAIN_TRAILER}: `];
  const found = await git.output(["rev-list", ...wanted, `${from}..${ref}`, "--"]);
  return found.trim() === "" ? undefined : await git.commitOf(ref);
}

/** Reports whether tasks that a merged branch has are to be executed again according to its base. */
function isUndone({ journal }: History, { reopened }: History): boolean {
  return [...journal].some(([plan, tasks]) => {
    return [...tasks.keys()].some((task) => reopened.get(plan)?.has(task));
  });
}

async function hasSubmodules(git: Git): Promise<boolean> {
  return (await git.run(["cat-file", "-e", "HEAD:.gitmodules"])).code === 0;
}

/**
 * Returns the worktrees of this project that earlier runs left, by name, with their committed tasks.
 *
 * @param run The branch of the run, and the commit where it starts if the user has removed it.
 */
async function leftWorktrees(
  repository: Repository,
  { target, from }: { readonly target: string | undefined; readonly from: string | undefined },
): Promise<ReadonlyMap<string, LeftWorktree>> {
  const { git } = repository;
  const found = new Map<string, LeftWorktree>();
  for (const { branch, onto } of await workBranches(repository)) {
    const start = await git.hasBranch(onto) ? `refs/heads/${onto}` : onto === target ? from : undefined;
    if (start === undefined) continue;
    const format = `--format=${JOURNAL_FORMAT}`;
    const output = await git.output(["log", "-z", format, `${start}..refs/heads/${branch}`, "--"]);
    const worktree = baseName(branch);
    const key = planKey(planOfWorktree(worktree));
    const tasks = parsePlanCommits(output).flatMap(({ plan, task, commit, subject }) => {
      return task !== undefined && planKey(plan) === key ? [[task, { commit, subject }] as const] : [];
    });
    found.set(worktree, { onto, tasks: new Map(tasks) });
  }
  return found;
}
