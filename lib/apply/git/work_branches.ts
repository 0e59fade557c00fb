import { WORK_PREFIX } from "../../plan/naming/work_branch_names.ts";
import type { Git } from "./git.ts";
import { listWorktrees } from "../worktrees/worktree_entries.ts";

/** A branch of this tool on which a worktree's work is done. */
export interface WorkBranch {
  /** Name of the branch. */
  readonly branch: string;
  /** Branch that the work is going to be replayed onto. */
  readonly onto: string;
  /** Folder of its worktree, absolute; undefined when there is none any more. */
  readonly directory: string | undefined;
  /** Why the worktree is locked; undefined when it is not. */
  readonly locked?: string | undefined;
}

/**
 * The branches that this tool made for worktrees, by name. Others whose name begins the same are a
 * person's and are not among them: ours say in the configuration what they are going to be replayed onto.
 */
export async function workBranches(git: Git): Promise<readonly WorkBranch[]> {
  const listed = await git.output(["for-each-ref", "--format=%(refname:short)", `refs/heads/${WORK_PREFIX}`]);
  const branches = listed.split("\n").filter((branch) => branch !== "");
  if (branches.length === 0) return [];
  const { stdout } = await git.run(["config", "--local", "-z", "--get-regexp", "^branch\\..*\\.wfonto$"]);
  const onto = new Map(
    stdout.split("\0").map((record) => {
      const [key = "", value = ""] = record.split("\n");
      return [key.slice("branch.".length, -".wfonto".length), value] as const;
    }),
  );
  const worktrees = await listWorktrees(git);
  const found: WorkBranch[] = [];
  for (const branch of branches) {
    const target = onto.get(branch);
    if (target === undefined) continue;
    const entry = worktrees.find((worktree) => worktree.branch === branch) ??
      worktrees.find(({ branch: other, directory }) => {
        return other === undefined && nameOf(branch) === nameOf(directory);
      });
    found.push({ branch, onto: target, directory: entry?.directory, locked: entry?.locked });
  }
  return found;
}

/** What the branches of worktrees are going to be replayed onto, by branch, whether they are there or not. */
async function targets(git: Git): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await git.run(["config", "--local", "-z", "--get-regexp", "^branch\\..*\\.wfonto$"]);
  const records = stdout.split("\0").filter((record) => record !== "");
  return new Map(records.map((record) => {
    const [key = "", value = ""] = record.split("\n");
    return [key.slice("branch.".length, -".wfonto".length), value];
  }));
}

/** Forgets what is remembered of branches that are gone, or were never made: a run ended just then. */
export async function forgetLostBranches(git: Git): Promise<void> {
  for (const branch of (await targets(git)).keys()) {
    if (!await git.hasBranch(branch)) await forget(git, branch);
  }
}

/** The last part: in a replay a worktree's branch is not checked out, and only its folder tells its name. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Forgets a branch that this tool made, if it still leads to the commit it is known to. */
export async function removeWorkBranch(git: Git, branch: string, commit: string): Promise<void> {
  await git.output(["update-ref", "-d", `refs/heads/${branch}`, commit]);
  await forget(git, branch);
}

async function forget(git: Git, branch: string): Promise<void> {
  await git.run(["config", "--local", "--remove-section", `branch.${branch}`]);
}
