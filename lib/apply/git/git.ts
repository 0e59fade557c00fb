import type { CommandResult, Host } from "../../host/host.ts";
import { pathWithin } from "../../path/paths.ts";
import type { JournalCommit } from "../../plan/history/journal.ts";
import {
  type BranchPair,
  type CommitFiles,
  JOURNAL_FORMAT,
  JOURNAL_PATTERNS,
  parseBases,
  parseBranchPair,
  parseCommitFiles,
  parseJournal,
  parseStatus,
  parseVersion,
  parseWorkingTree,
  type StatusEntry,
  type WorkingTree,
} from "./output.ts";
import { firstLine, GitError, hintFor, runGit } from "./process.ts";

/** Oldest git with `merge-tree --write-tree`. */
const OLDEST: readonly [number, number] = [2, 38];

/**
 * The one door to git. Argument lists, never a shell; output in the form made for programs; nothing
 * on standard input but what is meant. No method forces anything or passes by a hook.
 */
export class Git {
  private constructor(
    readonly host: Host,
    /** Root of the working tree, absolute. */
    readonly root: string,
    /** The common folder of the repository, absolute. */
    readonly commonDirectory: string,
  ) {}

  /**
   * Opens the repository that a folder lies in.
   *
   * @throws {GitError} When git is missing or too old, or there is no repository.
   */
  static async open(host: Host, directory: string): Promise<Git> {
    const [{ stdout }, found] = await Promise.all([
      runGit(host, directory, ["--version"]),
      runGit(host, directory, [
        "rev-parse",
        "--path-format=absolute",
        "--show-toplevel",
        "--git-common-dir",
      ]),
    ]);
    const version = parseVersion(stdout);
    if (
      version !== undefined &&
      (version[0] < OLDEST[0] || (version[0] === OLDEST[0] && version[1] < OLDEST[1]))
    ) {
      throw new GitError(
        `Cannot use git ${version.join(".")}: ${OLDEST.join(".")} or newer is needed`,
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
          "Run the git config command that git prints",
          found.stderr,
        );
      }
      throw new GitError(
        `Cannot find a git repository at "${directory}"`,
        "Run git init, or change to the folder of your project",
      );
    }
    return new Git(host, await host.realPath(root), await host.realPath(common));
  }

  /** The same repository, worked on in another of its worktrees. */
  at(root: string): Git {
    return new Git(this.host, root, this.commonDirectory);
  }

  /** Makes a repository in a folder, on the branch `main`. */
  static async init(host: Host, directory: string): Promise<Git> {
    const { code, stderr } = await runGit(host, directory, ["init", "--quiet", "--initial-branch=main", "."]);
    if (code !== 0) {
      throw new GitError(`Cannot make a repository in "${directory}": ${firstLine(stderr)}`, "", stderr);
    }
    return await Git.open(host, directory);
  }

  /** Runs git in the root of the working tree and gives whatever came of it. */
  run(args: readonly string[], stdin?: string): Promise<CommandResult> {
    return runGit(this.host, this.root, args, stdin);
  }

  /** Runs git and gives what it printed. Throws a {@link GitError} when it failed. */
  async output(args: readonly string[], stdin?: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(args, stdin);
    if (code === 0) return stdout;
    const said = stderr.trim() || stdout.trim();
    const command = args.find((argument) => !argument.startsWith("-"));
    throw new GitError(
      `Cannot run git ${command}: ${firstLine(said) || `exit code ${code}`}`,
      hintFor(said, ""),
      said,
    );
  }

  /** The branch checked out, or undefined when HEAD is detached. It may have no commit yet. */
  async currentBranch(): Promise<string | undefined> {
    const { code, stdout } = await this.run(["symbolic-ref", "--quiet", "--short", "HEAD"]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** The commit a name leads to, or undefined. */
  async commitOf(name: string): Promise<string | undefined> {
    const { code, stdout } = await this.run([
      "rev-parse",
      "--verify",
      "--quiet",
      "--end-of-options",
      `${name}^{commit}`,
    ]);
    return code === 0 ? stdout.trim() : undefined;
  }

  /** How two branches stand to each other, or undefined when one of them is gone. */
  async compare(one: string, other: string): Promise<BranchPair | undefined> {
    const { code, stdout } = await this.run(["rev-parse", `refs/heads/${one}...refs/heads/${other}`, "--"]);
    return code === 0 ? parseBranchPair(stdout) : undefined;
  }

  /** Whether a branch exists. */
  async hasBranch(branch: string): Promise<boolean> {
    return (await this.run(["show-ref", "--verify", "--quiet", `refs/heads/${branch}`])).code === 0;
  }

  /** Base branches of the branches that this tool made. */
  async bases(): Promise<ReadonlyMap<string, string>> {
    const { stdout } = await this.run(["config", "--local", "-z", "--get-regexp", "^branch\\..*\\.wfbase$"]);
    return parseBases(stdout);
  }

  /** Paths that differ from the last commit, untracked ones each by itself. */
  async status(): Promise<readonly StatusEntry[]> {
    return parseStatus(await this.output(["status", "--porcelain=v2", "-z", "--untracked-files=all"]));
  }

  /** What {@link Git.status} tells, with what is checked out: one call of git instead of two. */
  async look(): Promise<WorkingTree> {
    const more = ["--branch", "--no-ahead-behind"];
    const args = ["status", "--porcelain=v2", "-z", "--untracked-files=all", ...more];
    return parseWorkingTree(await this.output(args));
  }

  /** Whether the rules for ignored files cover a path, also where git tracks it or files in it. */
  async ignores(path: string): Promise<boolean> {
    return (await this.run(["check-ignore", "--quiet", "--no-index", "--", path])).code === 0;
  }

  /** Which of these paths git ignores; relative to the root, as what is asked. */
  async ignoredAmong(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const { stdout } = await this.run(
      ["check-ignore", "-z", "--stdin"],
      paths.map((path) => `${path}\0`).join(""),
    );
    return new Set(stdout.split("\0").filter((path) => path !== ""));
  }

  /** Paths below a folder that a commit holds, relative to the root. */
  async filesAt(commit: string, folder: string): Promise<readonly string[]> {
    const output = await this.output([
      "ls-tree",
      "-r",
      "-z",
      "--name-only",
      "--full-tree",
      commit,
      "--",
      `${folder}/`,
    ]);
    return output.split("\0").filter((path) => path !== "");
  }

  /** The commits in a commit's history that tell of plans and milestones, or of reverts, newest first. */
  async history(commit: string): Promise<readonly JournalCommit[]> {
    const output = await this.output([
      "log",
      "-z",
      `--format=${JOURNAL_FORMAT}`,
      ...JOURNAL_PATTERNS.map((pattern) => `--grep=${pattern}`),
      commit,
      "--",
    ]);
    return parseJournal(output);
  }

  /** The commit that a tag leads to, or undefined. */
  async tagged(tag: string): Promise<string | undefined> {
    return await this.commitOf(`refs/tags/${tag}`);
  }

  /** Makes an annotated tag. */
  async tag(name: string, message: string, commit: string): Promise<void> {
    await this.output(["tag", "--annotate", `--message=${message}`, name, commit]);
  }

  /** The paths that commits touch, relative to the root, by commit; one that touches none is not among them. */
  async filesOf(commits: readonly string[]): Promise<ReadonlyMap<string, CommitFiles>> {
    if (commits.length === 0) return new Map();
    const shown = ["--diff-merges=first-parent", "--root", "-r", "-z", "--name-status", "--no-renames"];
    return parseCommitFiles(await this.output(["diff-tree", "--stdin", ...shown], `${commits.join("\n")}\n`));
  }

  /** Checks out a branch; makes it first where `from` says from which. */
  async switchTo(branch: string, from?: string): Promise<void> {
    await this.output(from === undefined ? ["switch", branch] : ["switch", "--no-track", "-c", branch, from]);
  }

  /**
   * Remembers that this tool made a branch, from which base, and for which project.
   *
   * @param prefix Path of the project within the repository; empty when they are the same.
   */
  async rememberBase(branch: string, base: string, prefix = ""): Promise<void> {
    if (prefix !== "") await this.output(["config", "--local", `branch.${branch}.wfproject`, prefix]);
    await this.output(["config", "--local", `branch.${branch}.wfbase`, base]);
  }

  /** Path of the project that a branch was made for, where that was remembered. */
  async ownerOf(branch: string): Promise<string | undefined> {
    const { code, stdout } = await this.run(["config", "--local", "--get", `branch.${branch}.wfproject`]);
    return code === 0 ? stdout.replace(/\n$/, "") : undefined;
  }

  /** The commit checked out, and its tree. */
  async headAndTree(): Promise<{ readonly commit: string; readonly tree: string }> {
    const [commit = "", tree = ""] = (await this.output(["rev-parse", "HEAD^{commit}", "HEAD^{tree}"])).split(
      "\n",
    );
    return { commit, tree };
  }

  /** The tree of a commit. */
  async treeOf(name: string): Promise<string> {
    return (await this.output(["rev-parse", "--verify", "--end-of-options", `${name}^{tree}`])).trim();
  }

  /** A path of the repository for a path of the machine, or undefined outside of it. */
  within(path: string): string | undefined {
    const relative = pathWithin(this.root, path);
    return relative === "." ? "" : relative;
  }
}
