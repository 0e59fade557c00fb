import { joinPath } from "../../path/paths.ts";
import type { ConflictPath } from "../../../schemas/event.ts";
import type { Git } from "./git.ts";
import { tryMerge } from "./merge/merge.ts";
import { firstLine, GitError, hintFor, runGit } from "./process.ts";

export interface RevertRequest {
  /** The commit to start from. */
  readonly head: string;
  /** The commits to revert, in this order. */
  readonly commits: readonly string[];
  /** Reports whether a path, relative to the root of the repository, stays as it is in `head`. */
  readonly keeps: (path: string) => boolean;
  /** The new contents of files, by path; undefined for one to remove. */
  readonly files: ReadonlyMap<string, string | undefined>;
}

export type RevertedTree =
  | { readonly kind: "clean"; readonly tree: string }
  | {
    readonly kind: "conflict";
    /** The commit that cannot be reverted. */
    readonly commit: string;
    readonly conflicts: readonly ConflictPath[];
  };

/**
 * Makes the tree of a commit without the changes of others. Changes no file, no branch and not the index. Only for a
 * run that holds the lock, because it uses a second index.
 */
export async function revertedTree(git: Git, request: RevertRequest): Promise<RevertedTree> {
  const { head, commits, keeps } = request;
  let tree = await git.treeOf(head);
  for (const commit of commits) {
    const hasParent = await git.commitOf(`${commit}^`) !== undefined;
    const before = hasParent ? await git.treeOf(`${commit}^`) : (await git.output(["mktree"], "")).trim();
    // A revert is a merge of the parent's tree, in which the base is the commit.
    const base = await scratchCommit(git, await git.treeOf(commit));
    const tried = await tryMerge(
      git,
      await scratchCommit(git, tree, base),
      await scratchCommit(git, before, base),
    );
    if (tried.kind === "conflict") {
      const conflicts = tried.conflicts.filter(({ path }) => !keeps(path));
      if (conflicts.length > 0) return { kind: "conflict", commit, conflicts };
    }
    tree = tried.tree;
  }
  return { kind: "clean", tree: await withFiles(git, tree, request) };
}

/** Makes a commit that no branch leads to. */
async function scratchCommit(git: Git, tree: string, parent?: string): Promise<string> {
  const parents = parent === undefined ? [] : ["-p", parent];
  return (await git.output(["commit-tree", "-m", "wf: undo", ...parents, tree])).trim();
}

/** Returns a tree with the files that stay and those that change. */
async function withFiles(git: Git, tree: string, { head, keeps, files }: RevertRequest): Promise<string> {
  const entries: string[] = [];
  const changed = (await git.output(["diff-tree", "-r", "-z", "--no-renames", head, tree])).split("\0");
  for (let index = 0; index + 1 < changed.length; index += 2) {
    const [mode = "", , hash = ""] = changed[index]!.slice(1).split(" ");
    const path = changed[index + 1]!;
    if (keeps(path)) entries.push(`${mode} ${hash}\t${path}`);
  }
  for (const [path, text] of files) {
    const hash = text === undefined
      ? "0".repeat(tree.length)
      : (await git.output(["hash-object", "-w", "--stdin", `--path=${path}`], text)).trim();
    entries.push(`${text === undefined ? "0" : "100644"} ${hash}\t${path}`);
  }
  if (entries.length === 0) return tree;
  const { host, root } = git;
  const folder = joinPath(git.commonDirectory, "wf");
  await host.makeDirectory(folder);
  const index = joinPath(folder, "undo.index");
  const run = async (args: readonly string[], stdin?: string) => {
    const { code, stdout, stderr } = await runGit(host, root, args, stdin, {
      env: { GIT_INDEX_FILE: index },
    });
    if (code === 0) return stdout.trim();
    throw new GitError(`Cannot make the tree: ${firstLine(stderr)}`, hintFor(stderr, ""), stderr);
  };
  try {
    await run(["read-tree", tree]);
    await run(["update-index", "-z", "--index-info"], entries.map((entry) => `${entry}\0`).join(""));
    return await run(["write-tree"]);
  } finally {
    await host.removeFile(index);
  }
}
