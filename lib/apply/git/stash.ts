import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import type { Git } from "./git.ts";
import { parseStatus, type StatusEntry } from "./output.ts";
import { firstLine, GitError, hintFor, runGit } from "./process.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "./commit/pathspecs.ts";

/** The author of a stash entry, the same as git uses. */
const AUTHOR = {
  GIT_AUTHOR_NAME: "git",
  GIT_AUTHOR_EMAIL: "git@stash",
  GIT_COMMITTER_NAME: "git",
  GIT_COMMITTER_EMAIL: "git@stash",
} as const;

/**
 * Stashes changes, including untracked files, and resets the paths to the last commit.
 *
 * Unlike `git stash push`, it also handles staged renames, files marked with `git add --intent-to-add`, folders
 * that became links and files that became folders. All of them are in the commit of the entry, so that
 * `git stash pop` restores them.
 *
 * @param paths Paths relative to the root of the repository.
 * @returns The stashed paths, in order. Nested repositories are left alone, because no commit can contain them.
 */
export async function stashWork(
  git: Git,
  paths: readonly string[],
  message: string,
): Promise<readonly string[]> {
  const wanted = withoutRepositories(paths);
  if (wanted.size === 0) return [];
  return await withWork(git, wanted, async ({ scratch, head, entries }) => {
    await store(git, scratch, { head, message, paths: new Set(entries.map(({ path }) => path)) });
    await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(wanted));
    await resetPaths(git, entries);
    return [...wanted].sort();
  });
}

/** Returns the tree of the last commit with the current files of some paths, as {@link stashWork} would store it. */
export async function treeWithWork(git: Git, paths: readonly string[]): Promise<string> {
  return await withWork(git, withoutRepositories(paths), async ({ scratch }) => {
    return (await scratch.output(["write-tree"])).trim();
  });
}

/** Returns the tree of a commit with the current content of further files, also of those that git ignores. */
export async function treeWithFiles(git: Git, commit: string, paths: readonly string[]): Promise<string> {
  return await inScratch(git, async (scratch) => {
    await scratch.output(["read-tree", commit]);
    await scratch.add(paths.map((path) => ({ path, gone: false })));
    return (await scratch.output(["write-tree"])).trim();
  });
}

/** Creates a stash entry with the changes of commits, unless it is the last one. */
export async function stashCommits(
  git: Git,
  { since, commit, message }: { readonly since: string; readonly commit: string; readonly message: string },
): Promise<void> {
  const [base, tree] = [await git.commitOf(since), await git.treeOf(commit)];
  const { stdout } = await git.run(["log", "--max-count=1", "--format=%T %s", "refs/stash", "--"]);
  if (stdout.trimEnd() === `${tree} ${message}`) return;
  const make = async (tree: string, parents: readonly (string | undefined)[]) => {
    const named = parents.flatMap((parent) => ["-p", parent!]);
    return (await git.output(["commit-tree", "-m", message, ...named, tree])).trim();
  };
  const staged = await make(await git.treeOf(since), [base]);
  await git.output(["stash", "store", "--quiet", "--message", message, await make(tree, [base, staged])]);
}

function withoutRepositories(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.filter((path) => !path.endsWith("/")));
}

interface Work {
  /** An index with the last commit and the work. */
  readonly scratch: ScratchIndex;
  /** The last commit. */
  readonly head: string | undefined;
  /** The changes of the work since then. */
  readonly entries: readonly StatusEntry[];
}

/** Carries out an action on a temporary index with the last commit and the current files of some paths. */
async function withWork<T>(
  git: Git,
  paths: ReadonlySet<string>,
  action: (work: Work) => Promise<T>,
): Promise<T> {
  return await inScratch(git, async (scratch) => {
    const head = await git.commitOf("HEAD");
    await scratch.output(["read-tree", head ?? "--empty"]);
    // Compares with the last commit, not the index: files that were staged and then deleted are not listed.
    const entries = (await scratch.status()).filter(({ path }) => paths.has(path));
    await scratch.add(entries);
    return await action({ scratch, head, entries });
  });
}

async function inScratch<T>(git: Git, action: (scratch: ScratchIndex) => Promise<T>): Promise<T> {
  const folder = joinPath(git.commonDirectory, "wf");
  await git.host.makeDirectory(folder);
  const index = joinPath(folder, `aside-${crypto.randomUUID()}.index`);
  try {
    return await action(new ScratchIndex(git, index));
  } finally {
    await git.host.removeFile(index);
  }
}

/** A temporary index, separate from the user's. */
class ScratchIndex {
  constructor(readonly git: Git, readonly path: string) {}

  /** Runs git on this index and returns its standard output. Throws a {@link GitError} when git fails. */
  async output(args: readonly string[], stdin?: string): Promise<string> {
    const { host, root } = this.git;
    const env = { ...AUTHOR, GIT_INDEX_FILE: this.path };
    const { code, stdout, stderr } = await runGit(host, root, args, stdin, { env });
    if (code === 0) return stdout;
    throw new GitError(
      `Cannot stash changes: ${firstLine(stderr)}`,
      hintFor(stderr, "Fix what git reports, then run the same command"),
      stderr,
    );
  }

  async status(): Promise<readonly StatusEntry[]> {
    const args = ["status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames"];
    return parseStatus(await this.output(args));
  }

  /** Adds the current files of the working tree at some paths. */
  async add(entries: readonly Pick<StatusEntry, "path" | "gone">[]): Promise<void> {
    const gone = entries.filter(({ gone }) => gone).map(({ path }) => path);
    const there = entries.filter(({ gone }) => !gone).map(({ path }) => path);
    if (gone.length > 0) {
      await this.output(["update-index", "--force-remove", "-z", "--stdin"], `${gone.join("\0")}\0`);
    }
    if (there.length === 0) return;
    // A line ending that does not survive a round trip is not a failure.
    const args = ["update-index", "--add", "--remove", "--replace", "-z", "--stdin"];
    await this.output(["-c", "core.safecrlf=false", ...args], `${there.join("\0")}\0`);
  }
}

interface StashEntry {
  readonly head: string | undefined;
  readonly message: string;
  /** The paths that are stashed. */
  readonly paths: ReadonlySet<string>;
}

/** Reports whether the last entry has the contents of all paths: a run was killed before it had reset them. */
async function isStored(git: Git, tree: string, { head, message, paths }: StashEntry): Promise<boolean> {
  const { stdout } = await git.run(["log", "--max-count=1", "--format=%P %s", "refs/stash", "--"]);
  const [base, , ...words] = stdout.trimEnd().split(" ");
  if (base !== head || words.join(" ") !== message) return false;
  const args = ["diff", "--name-only", "--no-renames", "-z", tree, "refs/stash", "--"];
  return (await git.output(args)).split("\0").every((path) => !paths.has(path));
}

/**
 * Creates a stash entry from an index, unless the last one has its contents. The second parent of its commit contains
 * what the user had staged.
 */
async function store(
  git: Git,
  scratch: ScratchIndex,
  { head, message, paths }: StashEntry,
): Promise<void> {
  const commit = async (tree: string, parents: readonly string[]) => {
    const named = parents.flatMap((parent) => ["-p", parent]);
    return (await scratch.output(["commit-tree", "-m", message, ...named, tree.trim()])).trim();
  };
  const tree = (await scratch.output(["write-tree"])).trim();
  if (await isStored(git, tree, { head, message, paths })) return;
  const staged = await git.run(["write-tree"]);
  // Before the first commit of a repository, an empty commit is the base.
  if (head === undefined) await scratch.output(["read-tree", "--empty"]);
  const base = head ?? await commit(await scratch.output(["write-tree"]), []);
  // While a merge is in progress, git cannot write a tree of the index.
  const second = await commit(staged.code === 0 ? staged.stdout : await git.treeOf(base), [base]);
  await git.output(["stash", "store", "--quiet", "--message", message, await commit(tree, [base, second])]);
}

/** Resets paths to the last commit. Their changes have to be stored before. */
export async function resetPaths(git: Git, entries: readonly StatusEntry[]): Promise<void> {
  const { host, root } = git;
  for (const { path } of entries.filter(({ kind }) => kind === "untracked")) {
    await host.removeFile(joinPath(root, path));
    await removeEmptyFolders(host, root, path);
  }
  const changed: string[] = [];
  for (const { path, kind } of entries) {
    if (kind === "untracked") continue;
    // A folder in place of a file contains only ignored files, or it would be gone by now.
    if (!await isFolder(host, joinPath(root, path))) changed.push(path);
  }
  if (changed.length === 0) return;
  await git.output(["restore", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(changed));
}

/** Reports whether a path is a folder, not a link to one. */
async function isFolder(host: Host, path: string): Promise<boolean> {
  return await host.kindOf(path) === "directory";
}

/** Removes the parent folders of a path that are now empty, up to the root. */
async function removeEmptyFolders(host: Host, root: string, path: string): Promise<void> {
  for (let folder = parentPath(joinPath(root, path)); folder !== root; folder = parentPath(folder)) {
    await host.removeEmptyDirectory(folder);
    if (await host.stat(folder) !== undefined) return;
  }
}
