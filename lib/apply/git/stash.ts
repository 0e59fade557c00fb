import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import { linkTarget } from "./baseline.ts";
import type { Git } from "./git.ts";
import { parseStatus, type StatusEntry } from "./output.ts";
import { firstLine, GitError, hintFor, runGit } from "./process.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "./pathspecs.ts";

/** Who an entry of the stash is by, as git has it too: it is on no branch. */
const AUTHOR = {
  GIT_AUTHOR_NAME: "git",
  GIT_AUTHOR_EMAIL: "git@stash",
  GIT_COMMITTER_NAME: "git",
  GIT_COMMITTER_EMAIL: "git@stash",
} as const;

/**
 * Puts changes aside in the stash, untracked files included; they are as in the last commit then.
 *
 * What `git stash push` refuses or only half does is put aside too: staged renames, files that are
 * staged as to be added, folders that became links and files that became folders. All of it is in
 * the entry's own commit, so that `git stash pop` brings it back.
 *
 * @param paths Paths relative to the root of the repository.
 * @param message What the entry is called.
 * @returns The paths that were put aside, in order: a repository inside of this one stays where it is, as
 *   no commit can hold it.
 */
export async function stashWork(
  git: Git,
  paths: readonly string[],
  message: string,
): Promise<readonly string[]> {
  const wanted = new Set(paths.filter((path) => !path.endsWith("/")));
  if (wanted.size === 0) return [];
  const folder = joinPath(git.commonDirectory, "wf");
  await git.host.makeDirectory(folder);
  const index = joinPath(folder, `aside-${git.host.pid}-${git.host.now()}.index`);
  try {
    const scratch = new ScratchIndex(git, index);
    const head = await git.commitOf("HEAD");
    await scratch.output(["read-tree", head ?? "--empty"]);
    // Against the last commit, whatever is staged: what was staged and is gone again is in no list.
    const entries = (await scratch.status()).filter(({ path }) => wanted.has(path));
    await scratch.add(entries);
    await store(git, scratch, { head, message });
    await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(wanted));
    await putBack(git, entries);
    return [...wanted].sort();
  } finally {
    await git.host.removeFile(index);
  }
}

/** An index of our own beside the one that the user works with. */
class ScratchIndex {
  constructor(readonly git: Git, readonly path: string) {}

  /** Runs git on it and gives what it printed. Throws a {@link GitError} when it failed. */
  async output(args: readonly string[], stdin?: string): Promise<string> {
    const { host, root } = this.git;
    const { code, stdout, stderr } = await runGit(host, root, args, stdin, {
      ...AUTHOR,
      GIT_INDEX_FILE: this.path,
    });
    if (code === 0) return stdout;
    throw new GitError(
      `Cannot stash changes: ${firstLine(stderr)}`,
      hintFor(stderr, "Fix what git reports, then run the same command"),
      stderr,
    );
  }

  async status(): Promise<readonly StatusEntry[]> {
    return parseStatus(
      await this.output(["status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"]),
    );
  }

  /** Takes in what the working tree holds at some paths. */
  async add(entries: readonly StatusEntry[]): Promise<void> {
    const gone = entries.filter(({ gone }) => gone).map(({ path }) => path);
    const there = entries.filter(({ gone }) => !gone).map(({ path }) => path);
    if (gone.length > 0) {
      await this.output(["update-index", "--force-remove", "-z", "--stdin"], `${gone.join("\0")}\0`);
    }
    if (there.length === 0) return;
    // Line endings that do not come back the same are no reason to keep nothing.
    const args = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
    await this.output(["-c", "core.safecrlf=false", ...args], `${there.join("\0")}\0`);
  }
}

/** Makes an entry of the stash of what an index holds; its second parent is what the user had staged. */
async function store(
  git: Git,
  scratch: ScratchIndex,
  { head, message }: { readonly head: string | undefined; readonly message: string },
): Promise<void> {
  const commit = async (tree: string, parents: readonly string[]) => {
    const named = parents.flatMap((parent) => ["-p", parent]);
    return (await scratch.output(["commit-tree", "-m", message, ...named, tree.trim()])).trim();
  };
  const tree = await scratch.output(["write-tree"]);
  const staged = await git.run(["write-tree"]);
  // Before the first commit of a repository there is nothing to build on but an empty one.
  if (head === undefined) await scratch.output(["read-tree", "--empty"]);
  const base = head ?? await commit(await scratch.output(["write-tree"]), []);
  // While a merge is under way no tree can be made of what is staged.
  const second = await commit(staged.code === 0 ? staged.stdout : await git.treeOf(base), [base]);
  await git.output(["stash", "store", "--quiet", "--message", message, await commit(tree, [base, second])]);
}

/** Makes paths as they were in the last commit: what is stored of them is safe by now. */
async function putBack(git: Git, entries: readonly StatusEntry[]): Promise<void> {
  const { host, root } = git;
  for (const { path } of entries.filter(({ kind }) => kind === "untracked")) {
    await host.removeFile(joinPath(root, path));
    await removeEmptyFolders(host, root, path);
  }
  const changed: string[] = [];
  for (const { path, kind } of entries) {
    if (kind === "untracked") continue;
    // A folder in the place of a file holds what git does not see, or it would be gone.
    if (!await isFolder(host, joinPath(root, path))) changed.push(path);
  }
  if (changed.length === 0) return;
  await git.output(["restore", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(changed));
}

/** Whether a path is a folder itself, and no link to one. */
async function isFolder(host: Host, path: string): Promise<boolean> {
  return (await host.stat(path))?.kind === "directory" && await linkTarget(host, path) === undefined;
}

/** Removes the folders above a path that hold nothing any more, up to the root. */
async function removeEmptyFolders(host: Host, root: string, path: string): Promise<void> {
  for (let folder = parentPath(joinPath(root, path)); folder !== root; folder = parentPath(folder)) {
    await host.removeEmptyDirectory(folder);
    if (await host.stat(folder) !== undefined) return;
  }
}
