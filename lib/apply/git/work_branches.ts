import { hasKeys } from "../../collections/is_record.ts";
import { baseName } from "../../path/paths.ts";
import { WORK_PREFIX, workBranch } from "../../plan/naming/work_branch_names.ts";
import { textHash } from "../../text/text_hash.ts";
import { CommonRecord } from "../files/common_record.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "./git.ts";
import type { Repository } from "./repository.ts";
import { isOwnWorktree } from "../worktrees/work_folder.ts";
import { listWorktrees } from "../worktrees/worktree_entries.ts";

/** A branch that wf created for the work in a worktree. */
export interface WorkBranch {
  readonly branch: string;
  /** The branch to replay the work onto. */
  readonly onto: string;
  /** The folder of its worktree, absolute; undefined if it no longer exists. */
  readonly directory: string | undefined;
  /** The reason for the worktree's lock; undefined if it is not locked. */
  readonly locked?: string | undefined;
}

/** The record of a branch, which shows that wf created it. */
interface Recorded {
  readonly branch: string;
  /** The branch to replay the work onto. */
  readonly onto: string;
  /** The name of the folder of its worktree. */
  readonly folder: string;
}

/** The folder of the records in the common folder of the repository. */
const RECORDS = "wf/branches";

function recordOf(branch: string): CommonRecord<Recorded> {
  return new CommonRecord(`${RECORDS}/${textHash(branch)}.json`, (value): value is Recorded => {
    return hasKeys(value, ["branch", "onto", "folder"]) && value.branch === branch;
  });
}

/**
 * Returns the branches that wf created for worktrees of a project, sorted by name. Branches of the user with the same
 * prefix are not included: they have no record.
 */
export async function workBranches(
  { git, project }: Pick<Repository, "git" | "project">,
): Promise<readonly WorkBranch[]> {
  const listed = await git.output(["for-each-ref", "--format=%(refname:short)", `refs/heads/${WORK_PREFIX}`]);
  const branches = listed.split("\n").filter((branch) => branch !== "");
  if (branches.length === 0) return [];
  const worktrees = await listWorktrees(git);
  const found: WorkBranch[] = [];
  for (const branch of branches) {
    const recorded = await recordOf(branch).read(git);
    if (recorded === undefined || branch !== workBranch(baseName(branch), project)) continue;
    const { onto, folder } = recorded;
    // Only the folder shows the branch while HEAD is detached in a replay, or if a task switched to another one.
    const entry = worktrees.find((worktree) => worktree.branch === branch) ??
      worktrees.find(({ branch: other, directory }) => {
        return (other === undefined || !branches.includes(other)) && isOwnWorktree(directory) &&
          folder === baseName(directory);
      });
    found.push({ branch, onto, directory: entry?.directory, locked: entry?.locked });
  }
  return found;
}

/** Records a work branch that will be created, so that it does not seem to be the user's. */
export async function rememberWorkBranch(
  git: Git,
  branch: string,
  place: { readonly onto: string; readonly folder: string },
): Promise<void> {
  await recordOf(branch).write(git, { ...place, branch });
}

/** Gives the record of a work branch that gets another name to that. */
export async function moveWorkBranch(git: Git, branch: string, as: string): Promise<void> {
  const recorded = await recordOf(branch).read(git);
  if (recorded === undefined) return;
  await rememberWorkBranch(git, as, recorded);
  await forgetWorkBranch(git, branch);
}

/** Removes the records of work branches that do not exist, which an interrupted run can leave. */
export async function forgetLostBranches(git: Git): Promise<void> {
  const { host, commonDirectory } = git;
  for (const { name } of await new ConfinedFiles(host, commonDirectory).list(RECORDS)) {
    const record = new CommonRecord(
      `${RECORDS}/${name}`,
      (value): value is { readonly branch: string } =>
        hasKeys(value, ["branch"]) && typeof value.branch === "string",
    );
    const { branch } = await record.read(git) ?? {};
    if (branch === undefined || !await git.hasBranch(branch)) await record.remove(git);
  }
}

/** Deletes a work branch and its record, if it still points to the given commit. */
export async function removeWorkBranch(git: Git, branch: string, commit: string): Promise<void> {
  await git.output(["update-ref", "-d", `refs/heads/${branch}`, commit]);
  await forgetWorkBranch(git, branch);
}

/** Removes the record of a work branch. */
export async function forgetWorkBranch(git: Git, branch: string): Promise<void> {
  await recordOf(branch).remove(git);
}
