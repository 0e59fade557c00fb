import { PLANNING } from "../../parse/project/project.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { shippedName } from "../../plan/naming/work_branch_names.ts";
import { commitPaths } from "../git/commit/commit.ts";
import { isReachable } from "../git/merge/merge.ts";
import { GitError } from "../git/process.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import { shareHooks } from "../worktrees/share_hooks.ts";
import { inTemporaryWorktree } from "../worktrees/temporary_worktree.ts";

/** The trailer of a commit without documents, with the commit that it was made from. */
const SHIPPED_TRAILER = "Wf-Shipped";

export type ShippedBranch =
  | { readonly kind: "made"; readonly branch: string; readonly commit: string }
  | { readonly kind: "refused"; readonly output: string };

/**
 * Creates or extends the branch with the work of another one, but with the documents of its base. The other branch
 * and the working tree stay as they are. All hooks run, in a worktree.
 */
export async function withoutPlanning(
  repository: Repository,
  { branch, base, message }: { readonly branch: string; readonly base: string; readonly message: string },
): Promise<ShippedBranch> {
  const { git } = repository;
  const planning = repositoryPath(repository, PLANNING);
  const name = shippedName(branch);
  const refs = await git.refsOf([base, branch]);
  const from = await git.commitOf(refs.get(branch)!);
  const start = (await git.output(["merge-base", refs.get(base)!, from!])).trim();
  const before = await git.commitOf(`refs/heads/${name}`);
  if (
    before !== undefined &&
    !(await isOurs(repository, `${start}..${before}`) && await isReachable(git, start, before))
  ) {
    throw new GitError(
      `Cannot create branch "${name}": a branch of that name has other commits`,
      `Rename it: git branch -m ${quoteShell(name)} <name>`,
    );
  }
  const parent = before ?? start;
  const result = await inTemporaryWorktree(git, parent, async (there) => {
    await shareHooks(there, git, () => {});
    const content = ["restore", `--source=${from}`, "--staged", "--worktree", "--"];
    await there.output([...content, ":/", `:(top,exclude,literal)${planning}`]);
    const status = await there.status();
    if (status.length === 0) return { kind: "committed", commit: parent } as const;
    const trailed = `${message}\n\n${SHIPPED_TRAILER}: ${from}\n`;
    return await commitPaths(there, { message: trailed, paths: status.map(({ path }) => path), status });
  });
  if (result.kind === "refused") return result;
  const { commit } = result;
  if (commit === start) {
    throw new GitError(`Cannot ship "${branch}": it changes nothing outside of ${planning}/`);
  }
  const differing = (await git.output(["diff", "--name-only", "--no-renames", "-z", commit, from!, "--"]))
    .split("\0").filter((path) => path !== "" && !path.startsWith(`${planning}/`));
  const documents = await git.output([
    "diff",
    "--name-only",
    start,
    commit,
    "--",
    `:(top,literal)${planning}`,
  ]);
  if (differing.length > 0 || documents !== "") {
    throw new GitError(
      `Cannot ship "${branch}": a hook changed ${
        [...differing, documents.trim()].filter(Boolean).join(", ")
      }`,
      "Commit what the hook changes on the branch, then run the same command",
    );
  }
  await git.output(["update-ref", `refs/heads/${name}`, commit, before ?? "0".repeat(commit.length)]);
  return { kind: "made", branch: name, commit };
}

/** Reports whether some commits of a branch were made without documents. */
async function isOurs({ git }: Repository, commits: string): Promise<boolean> {
  return await git.output(["log", "-1", "--format=%H", `--grep=^${SHIPPED_TRAILER}: `, commits, "--"]) !== "";
}
