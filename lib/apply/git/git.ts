import type { CommandResult, Host } from "../../host/host.ts";
import { pathWithin } from "../../path/paths.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { mayBeInRepository } from "../files/find_repository_root.ts";
import { type JournalCommit, withoutReverted } from "../../plan/history/journal.ts";
import {
  type BranchPair,
  type CommitFiles,
  type LineCounts,
  parseBases,
  parseBranchPair,
  parseCommitFiles,
  parseLineCounts,
  parseStatus,
  parseVersion,
  parseWorkingTree,
  type StatusEntry,
  type WorkingTree,
} from "./output.ts";
import { JournalCache } from "./journal_cache.ts";
import { looseBranch, looseCommit, looseExists } from "./repair/loose_refs.ts";
import { firstLine, GitError, hintFor, onlyReads, runGit, wasKilled } from "./process.ts";

/** The oldest version of git with `merge-tree --write-tree`. */
const MIN_VERSION: readonly [number, number] = [2, 38];

/** The maximum number of paths that are passed to git as arguments: the length of a command line is limited. */
const MAX_NAMED = 100;

/**
 * Runs git in a repository. The only access to git: argument lists and no shell, porcelain output, an empty
 * standard input unless one is given. No method uses force or skips a hook.
 */
export class Git {
  /**
   * What was read of the history, shared by all working trees of the repository.
   *
   * @internal
   */
  readonly journal: JournalCache;

  private constructor(
    readonly host: Host,
    /** The root of the working tree, absolute. */
    readonly root: string,
    /** The common folder of the repository, absolute. */
    readonly commonDirectory: string,
    /** Calls that write, in all working trees of the repository: their time limit, and if one of them was killed. */
    readonly writes: { minutes?: number; killed?: boolean } = {},
    journal: JournalCache = new JournalCache(),
  ) {
    this.journal = journal;
  }

  /**
   * Opens the repository that contains a folder.
   *
   * @throws {GitError} When git is missing or too old, or there is no repository.
   */
  static async open(host: Host, directory: string): Promise<Git> {
    if (!await mayBeInRepository(host, directory)) throw notFound(host, directory);
    const [{ stdout }, found] = await Promise.all([
      runGit(host, directory, ["--version"]),
      runGit(host, directory, ["rev-parse", "--path-format=absolute", "--show-toplevel", "--git-common-dir"]),
    ]);
    const version = parseVersion(stdout);
    if (
      version !== undefined &&
      (version[0] < MIN_VERSION[0] || (version[0] === MIN_VERSION[0] && version[1] < MIN_VERSION[1]))
    ) {
      throw new GitError(
        `Cannot use git ${version.join(".")}: ${MIN_VERSION.join(".")} or newer is needed`,
        "Upgrade git",
      );
    }
    const [root, common] = found.stdout.split("\n");
    if (found.code !== 0 || !root || !common) {
      if (/cannot use bare repository/.test(found.stderr)) {
        throw new GitError(
          `Cannot use "${directory}": a folder in it looks like a bare repository`,
          "Find out where its HEAD, objects and refs come from: its settings could run programs",
          found.stderr,
        );
      }
      if (/dubious ownership/.test(found.stderr)) {
        throw new GitError(
          `Cannot use the repository: ${firstLine(found.stderr)}`,
          `If you trust its owner, run ${safeDirectory(found.stderr)}`,
          found.stderr,
        );
      }
      throw notFound(host, directory, found.stderr);
    }
    return new Git(host, await host.realPath(root), await host.realPath(common));
  }

  /** Returns the same repository with another of its worktrees as the root. */
  at(root: string): Git {
    return new Git(this.host, root, this.commonDirectory, this.writes, this.journal);
  }

  /** Creates a repository in a folder, on the branch `main`. */
  static async init(host: Host, directory: string): Promise<Git> {
    const { code, stderr } = await runGit(host, directory, ["init", "--quiet", "--initial-branch=main", "."]);
    if (code !== 0) {
      throw new GitError(`Cannot make a repository in "${directory}": ${firstLine(stderr)}`, "", stderr);
    }
    return await Git.open(host, directory);
  }

  /** Runs git in the root of the working tree and returns its result, whatever its exit code. */
  async run(args: readonly string[], stdin?: string): Promise<CommandResult> {
    const result = await runGit(this.host, this.root, args, stdin, this.writes);
    if (!onlyReads(args) && wasKilled(result)) this.writes.killed = true;
    return result;
  }

  /** Runs git and returns its standard output. Throws a {@link GitError} when git fails. */
  async output(args: readonly string[], stdin?: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, stdin);
    if (code === 0) return stdout;
    const printed = stderr.trim() || stdout.trim();
    const command = args.find((argument) => !argument.startsWith("-"));
    throw new GitError(
      `Cannot run git ${command}: ${firstLine(printed) || `exit code ${code}`}`,
      hintFor(printed, ""),
      printed,
    );
  }

  /** Returns the current branch, or undefined when HEAD is detached. The branch may have no commit yet. */
  async currentBranch(): Promise<string | undefined> {
    const known = await looseBranch(this);
    if (known !== undefined) return known;
    const { code, stdout } = await this.run(["symbolic-ref", "--quiet", "--short", "HEAD"]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Resolves a name to a commit; undefined when there is none. */
  async commitOf(name: string): Promise<string | undefined> {
    const known = await looseCommit(this, name);
    if (known !== undefined) return known;
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
    const { code, stdout } = await this.run(args);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** Returns the commits of two branches and their merge base; undefined when one of the branches is missing. */
  async compare(one: string, other: string): Promise<BranchPair | undefined> {
    const { code, stdout } = await this.run(["rev-parse", `refs/heads/${one}...refs/heads/${other}`, "--"]);
    return code === 0 ? parseBranchPair(stdout) : undefined;
  }

  /** Reports whether a branch exists. */
  async hasBranch(branch: string): Promise<boolean> {
    const ref = `refs/heads/${branch}`;
    return await looseExists(this, ref) ??
      (await this.run(["show-ref", "--verify", "--quiet", ref])).code === 0;
  }

  /** Returns the full names of existing branches, by branch; of those that only remotes have, the first. */
  async refsOf(branches: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (branches.length === 0) return new Map();
    const patterns = branches.flatMap((branch) => [`refs/heads/${branch}`, `refs/remotes/*/${branch}`]);
    const listed = (await this.output(["for-each-ref", "--format=%(refname)", ...patterns])).split("\n");
    return new Map(branches.flatMap((branch) => {
      const ref = listed.find((name) => name.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, "") === branch);
      return ref === undefined ? [] : [[branch, ref] as const];
    }));
  }

  /** Reports whether the repository has a remote. */
  async hasRemote(): Promise<boolean> {
    return (await this.run(["config", "--get-regexp", "^remote\\..*\\.url$"])).code === 0;
  }

  /** Returns the full name of the upstream of a local branch; undefined if it has none. */
  async upstreamOf(branch: string): Promise<string | undefined> {
    const args = ["for-each-ref", "--format=%(refname) %(upstream)", `refs/heads/${branch}`];
    const lines = (await this.output(args)).split("\n").map((line) => line.split(" "));
    const upstream = lines.find(([name]) => name === `refs/heads/${branch}`)?.[1];
    return upstream === undefined || upstream === "" || await this.commitOf(upstream) === undefined
      ? undefined
      : upstream;
  }

  /** Returns the base branches that this clone records for the branches that wf created, by branch. */
  async bases(): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.run(["config", "--local", "-z", "--get-regexp", "^branch\\..*\\.wfbase$"]);
    return parseBases(stdout);
  }

  /**
   * Returns the paths that differ from the last commit; untracked files are listed one by one.
   *
   * @param among The paths to inspect, relative to the root; by default all, and also if they are very many.
   */
  async status(among: readonly string[] = []): Promise<readonly StatusEntry[]> {
    const args = ["status", "--porcelain=v2", "-z", "--untracked-files=all"];
    const isNamed = among.length > 0 && among.length <= MAX_NAMED;
    if (isNamed) args.push("--", ...among.map((path) => `:(literal)${path}`));
    return parseStatus(await this.output(args));
  }

  /** Returns {@link Git.status} with the current branch and commit, in one call of git. */
  async workingTree(): Promise<WorkingTree> {
    const more = ["--branch", "--no-ahead-behind"];
    const args = ["status", "--porcelain=v2", "-z", "--untracked-files=all", ...more];
    return parseWorkingTree(await this.output(args));
  }

  /** Reports whether the ignore rules match a path, even if git tracks it or files in it. */
  async ignores(path: string): Promise<boolean> {
    return (await this.ignoredAmong([path], ["--no-index"])).size > 0;
  }

  /**
   * Returns those of some paths that git ignores. All paths are relative to the root.
   *
   * @param options Options of `git check-ignore`.
   */
  async ignoredAmong(
    paths: readonly string[],
    options: readonly string[] = [],
  ): Promise<ReadonlySet<string>> {
    const list = paths.map((path) => `${path}\0`).join("");
    const { stdout } = await this.run(["check-ignore", ...options, "-z", "--stdin"], list);
    return new Set(stdout.split("\0").filter((path) => path !== ""));
  }

  /** Returns the text of a file in a commit; undefined if one of them does not exist. */
  async textAt(commit: string, path: string): Promise<string | undefined> {
    const { code, stdout } = await this.run(["cat-file", "blob", `${commit}:${path}`]);
    return code === 0 ? stdout : undefined;
  }

  /** Returns the paths below a folder in a commit, relative to the root. */
  async filesAt(commit: string, folder: string): Promise<readonly string[]> {
    const { known } = this.journal;
    const tree = known.treeAt(commit, folder);
    if (tree !== undefined) return [...tree.paths];
    const shown = ["-r", "-z", "--name-only", "--full-tree"];
    const output = await this.output(["ls-tree", ...shown, commit, "--", `${folder}/`]);
    const paths = output.split("\0").filter((path) => path !== "");
    known.addTree({ commit, folder, paths: new Set(paths) });
    return paths;
  }

  /** Returns the paths that differ between two commits, relative to the root. */
  async changedPaths(from: string, to: string): Promise<readonly string[]> {
    const known = this.journal.known.changedPaths(from, to);
    if (known !== undefined) return known;
    const output = await this.output(["diff", "--name-only", "-z", "--no-renames", from, to, "--"]);
    return output.split("\0").filter((path) => path !== "");
  }

  /** Returns the ancestors of commits that record plans, milestones or reverts and still count, newest first. */
  async history(...commits: readonly string[]): Promise<readonly JournalCommit[]> {
    return withoutReverted(await this.journal.read(this, commits));
  }

  /** Resolves a tag to a commit; undefined when there is none. */
  async tagged(tag: string): Promise<string | undefined> {
    return await this.commitOf(`refs/tags/${tag}`);
  }

  /** Creates an annotated tag. */
  async tag(name: string, message: string, commit: string): Promise<void> {
    await this.output(["tag", "--annotate", `--message=${message}`, name, commit]);
  }

  /** Returns the paths that commits change, relative to the root, by commit. Commits without changes are omitted. */
  async filesOf(commits: readonly string[]): Promise<ReadonlyMap<string, CommitFiles>> {
    const { known } = this.journal;
    const others = commits.filter((commit) => known.get(commit) === undefined);
    const found = new Map(parseCommitFiles(await this.#changesOf(others, "--name-status")));
    for (const commit of commits) {
      const { created = [], modified = [] } = known.get(commit) ?? {};
      if (created.length + modified.length > 0) found.set(commit, { created, modified });
    }
    return found;
  }

  /** Returns the numbers of lines that commits add and remove, by file. */
  async lineCountsOf(commits: readonly string[]): Promise<ReadonlyMap<string, LineCounts>> {
    return parseLineCounts(await this.#changesOf(commits, "--numstat"));
  }

  async #changesOf(commits: readonly string[], format: string): Promise<string> {
    if (commits.length === 0) return "";
    const shown = ["--diff-merges=first-parent", "--root", "-r", "-z", format, "--no-renames"];
    return await this.output(["diff-tree", "--stdin", ...shown], `${commits.join("\n")}\n`);
  }

  /** Switches to a branch; with `from`, creates it there first. */
  async switchTo(branch: string, from?: string): Promise<void> {
    await this.output(from === undefined ? ["switch", branch] : ["switch", "--no-track", "-c", branch, from]);
  }

  /**
   * Records in git's configuration that wf created a branch, with its base and its project.
   *
   * @param prefix Path of the project within the repository; empty when they are the same.
   */
  async rememberBase(branch: string, base: string, prefix = ""): Promise<void> {
    if (prefix !== "") await this.output(["config", "--local", `branch.${branch}.wfproject`, prefix]);
    await this.output(["config", "--local", `branch.${branch}.wfbase`, base]);
  }

  /** Returns the path of the project that a branch was created for, if it was recorded. */
  async ownerOf(branch: string): Promise<string | undefined> {
    const { code, stdout } = await this.run(["config", "--local", "--get", `branch.${branch}.wfproject`]);
    return code === 0 ? stdout.replace(/\n$/, "") : undefined;
  }

  /** Returns the current commit and its tree. */
  async headAndTree(): Promise<{ readonly commit: string; readonly tree: string }> {
    const output = await this.output(["rev-parse", "HEAD^{commit}", "HEAD^{tree}"]);
    const [commit = "", tree = ""] = output.split("\n");
    return { commit, tree };
  }

  /** Returns the tree of a commit. */
  async treeOf(name: string): Promise<string> {
    return (await this.output(["rev-parse", "--verify", "--end-of-options", `${name}^{tree}`])).trim();
  }

  /** Converts an absolute path to one relative to the root; undefined outside the root. */
  within(path: string): string | undefined {
    const relative = pathWithin(this.root, path);
    return relative === "." ? "" : relative;
  }
}

/** Returns the command after which a folder can be used in which no repository could be opened. */
export function openingCommand({ hint }: GitError): string {
  return /git config --global --add safe\.directory .*$|echo .* > \.git$/.exec(hint)?.[0] ?? "git init";
}

/** Returns the command that git prints when a repository belongs to another user. */
function safeDirectory(stderr: string): string {
  return /git config --global --add safe\.directory .+/.exec(stderr)?.[0] ??
    "the git config command that git prints";
}

function notFound(host: Host, directory: string, stderr?: string): GitError {
  const folder = host.env("GIT_DIR");
  const hint = folder === undefined
    ? "Run git init, or change to the folder of your project"
    : `wf ignores GIT_DIR. Name that folder in a file: echo ${quoteShell(`gitdir: ${folder}`)} > .git`;
  return new GitError(`Cannot find a git repository at "${directory}"`, hint, stderr);
}
