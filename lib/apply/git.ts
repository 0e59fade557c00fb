import type { ConflictPath } from "../../schemas/event.ts";
import type { CommandResult, Host } from "../host/host.ts";
import { joinPath, pathWithin } from "../host/paths.ts";
import { MERGED_TRAILER, MILESTONE_TRAILER, PHASES_TRAILER } from "../plan/commit_message.ts";
import { type Journal, type JournalCommit, readJournal } from "../plan/snapshot.ts";
import {
  type BranchPair,
  type CommitFiles,
  JOURNAL_FORMAT,
  type MergeTree,
  parseBases,
  parseBranchPair,
  parseCommit,
  parseCommitFiles,
  parseJournal,
  parseMergeTree,
  parseStatus,
  parseUnmerged,
  parseVersion,
  parseWorkingTree,
  type StatusEntry,
  type WorkingTree,
} from "./git_output.ts";
import { firstLine, GitError, runGit } from "./git_process.ts";

/** The result of a commit. */
export type CommitResult =
  | {
    readonly kind: "committed";
    readonly commit: string;
    readonly subject: string;
    readonly files: readonly string[];
  }
  | { readonly kind: "refused"; readonly output: string };

/** What to commit. */
export interface CommitRequest {
  /** The whole message. */
  readonly message: string;
  /** Paths relative to the root of the repository; none makes an empty commit. */
  readonly paths: readonly string[];
  /** The status of the working tree, where it is known already. */
  readonly status?: readonly StatusEntry[];
  /** The last commit, where it is known already. */
  readonly head?: string;
}

/** A commit that completes a milestone. */
export interface MilestoneCommitFound {
  /** Its hash. */
  readonly commit: string;
  /** Numbers of the phases, as printed. */
  readonly phases: readonly string[];
}

/** Hooks that can refuse a commit. */
const HOOKS: readonly string[] = ["pre-commit", "prepare-commit-msg", "commit-msg"];
/** What git says when a commit fails for a reason of its own, whatever hooks there are. */
const BROKEN = /gpg failed to sign|failed to write commit object|\.lock': File exists|cannot lock ref/;

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
      if (/dubious ownership/.test(found.stderr)) {
        throw new GitError(
          `Cannot use the repository: ${firstLine(found.stderr)}`,
          "Run the git config command that git prints",
          found.stderr,
        );
      }
      throw new GitError(
        `Cannot find a git repository at "${directory}"`,
        "Run git init, or go to the folder of your project",
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
    throw new GitError(`Cannot run git ${args[0]}: ${firstLine(said) || `exit code ${code}`}`, "", said);
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

  /** Whether git ignores a path. */
  async ignores(path: string): Promise<boolean> {
    return (await this.run(["check-ignore", "--quiet", "--", path])).code === 0;
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

  /**
   * The journal as a commit's history tells it.
   *
   * @param complete Whether a plan's summary is there.
   */
  async journal(commit: string, complete: (plan: string) => boolean): Promise<Journal> {
    return readJournal(await this.history(commit), complete);
  }

  /** The commits of plans and milestones in a commit's history, newest first. */
  async history(commit: string): Promise<readonly JournalCommit[]> {
    const output = await this.output([
      "log",
      "-z",
      `--format=${JOURNAL_FORMAT}`,
      "--grep=^Wf-Plan: ",
      "--grep=^Wf-Milestone: ",
      commit,
      "--",
    ]);
    return parseJournal(output);
  }

  /** The newest commit of a history that completes a milestone, or brings a complete one in, and its phases. */
  async milestoneCommit(version: string, from: string): Promise<MilestoneCommitFound | undefined> {
    const output = await this.output([
      "log",
      "-1",
      `--format=%H %(trailers:key=${PHASES_TRAILER},valueonly,separator=%x2C)`,
      `--grep=^${MILESTONE_TRAILER}: ${version.replaceAll(".", "[.]")}$`,
      from,
      "--",
    ]);
    const [commit = "", ...phases] = output.trim().split(/[\s,]+/);
    return commit === "" ? undefined : { commit, phases };
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

  /** Remembers that this tool made a branch, and from which base. */
  async rememberBase(branch: string, base: string): Promise<void> {
    await this.output(["config", "--local", `branch.${branch}.wfbase`, base]);
  }

  /**
   * Commits paths and nothing else, with all hooks. What the user has staged besides stays staged.
   *
   * @returns `refused` when a hook did not let the commit through; the paths stay staged.
   */
  async commit({ message, paths, status, head }: CommitRequest): Promise<CommitResult> {
    const entries = status ?? await this.status();
    const others = entries.some(({ path, staged }) => staged && !paths.includes(path));
    const list = paths.join("\0");
    const fromList = ["--pathspec-from-file=-", "--pathspec-file-nul"];
    await this.#stage(entries.filter(({ path }) => paths.includes(path)));
    const before = head ?? await this.commitOf("HEAD");
    const args = ["--literal-pathspecs", "commit", "--quiet", "--cleanup=whitespace"];
    // Hooks keep the user's locale: nothing of their output is read.
    const runHooked = (more: readonly string[], stdin: string) =>
      runGit(this.host, this.root, [...args, ...more], stdin, { LC_ALL: this.host.env("LC_ALL") });
    const { code, stdout, stderr } = paths.length === 0
      ? await runHooked(["--file=-", "--allow-empty", "--only"], message)
      : others
      ? await runHooked([`--file=${await this.#messageFile(message)}`, "--only", ...fromList], list)
      : await runHooked(["--file=-"], message);
    if (code === 0) {
      const made = await this.#committed("HEAD");
      if (made.commit !== before) return made;
    }
    const output = (stdout + stderr).trim();
    if (BROKEN.test(output) || !await this.#hasHooks()) {
      throw new GitError(
        `Cannot commit: ${firstLine(output)}`,
        "Mend what git says, then run the same command",
        output,
      );
    }
    return { kind: "refused", output };
  }

  /**
   * Brings changed paths into the index. What is gone is taken out by name: as a pathspec it would
   * have to be there, and would be followed through links.
   */
  async #stage(entries: readonly StatusEntry[]): Promise<void> {
    const list = (wanted: readonly StatusEntry[]) => wanted.map(({ path }) => path).join("\0");
    const gone = entries.filter(({ gone }) => gone);
    if (gone.length > 0) {
      await this.output(["update-index", "--force-remove", "-z", "--stdin"], `${list(gone)}\0`);
    }
    const there = entries.filter(({ kind, gone }) => kind !== "staged" && !gone);
    if (there.length === 0) return;
    const args = ["add", "--all", "--pathspec-from-file=-", "--pathspec-file-nul"];
    const { code, stderr } = await this.run(["--literal-pathspecs", ...args], list(there));
    if (code !== 0) {
      throw new GitError(
        `Cannot add files: ${firstLine(stderr)}`,
        "Mend what git says, then run the same command",
        stderr,
      );
    }
  }

  /** Whether any hook could have a say in a commit. */
  async #hasHooks(): Promise<boolean> {
    const folder = (await this.output(["rev-parse", "--path-format=absolute", "--git-path", "hooks"])).trim();
    const found = await Promise.all(HOOKS.map((hook) => this.host.stat(joinPath(folder, hook))));
    return found.some((info) => info !== undefined);
  }

  /** Whether a name and a mail address for commits are known. */
  async hasIdentity(): Promise<boolean> {
    const names = ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"];
    const found = await Promise.all(names.map((name) => this.run(["var", name])));
    return found.every(({ code }) => code === 0);
  }

  /** Tries a merge without touching the working tree or any branch. */
  async tryMerge(base: string, branch: string): Promise<MergeTree> {
    const args = ["merge-tree", "--write-tree", "-z", "--no-messages", base, branch];
    const { code, stdout, stderr } = await this.run(args);
    if (code > 1) {
      throw new GitError(`Cannot try to merge "${branch}" into "${base}": ${firstLine(stderr)}`, "", stderr);
    }
    return parseMergeTree(stdout, code);
  }

  /**
   * Merges a branch into the branch checked out, with all hooks. {@link Git.tryMerge} comes first.
   *
   * @returns `refused` when a hook did not let it through; the working tree is then as before.
   */
  async merge(branch: string, mode: "squash" | "history", message: string): Promise<CommitResult> {
    const file = await this.#messageFile(message);
    if (mode === "history") {
      const result = await this.run(["merge", "--no-ff", "--quiet", `--file=${file}`, branch]);
      if (result.code !== 0) {
        await this.run(["merge", "--abort"]);
        return { kind: "refused", output: (result.stdout + result.stderr).trim() };
      }
    } else {
      await this.output(["merge", "--squash", "--quiet", branch]);
      const result = await this.run(["commit", "--quiet", `--file=${file}`, "--cleanup=whitespace"]);
      if (result.code !== 0) {
        await this.output(["reset", "--quiet", "--merge"]);
        return { kind: "refused", output: (result.stdout + result.stderr).trim() };
      }
    }
    return this.#committed((await this.commitOf("HEAD"))!);
  }

  /** Begins a merge that meets conflicts, and leaves them in the working tree. */
  async beginMerge(branch: string, mode: "squash" | "history"): Promise<void> {
    const args = mode === "squash" ? ["--squash"] : ["--no-ff", "--no-commit"];
    const { code, stdout, stderr } = await this.run(["merge", "--quiet", ...args, branch]);
    if (code !== 0 && (await this.unmerged()).length === 0) {
      throw new GitError(`Cannot merge "${branch}": ${firstLine(stderr || stdout)}`, "", stderr + stdout);
    }
  }

  /** Commits a merge whose conflicts are resolved, with all hooks. */
  async finishMerge(message: string): Promise<CommitResult> {
    const file = await this.#messageFile(message);
    const result = await this.run(["commit", "--quiet", `--file=${file}`, "--cleanup=whitespace"]);
    if (result.code !== 0) return { kind: "refused", output: (result.stdout + result.stderr).trim() };
    return this.#committed((await this.commitOf("HEAD"))!);
  }

  /** Undoes a merge that was begun: the working tree is as before it. */
  async undoMerge(): Promise<void> {
    await this.output(await this.isMerging() ? ["merge", "--abort"] : ["reset", "--quiet", "--merge"]);
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

  /** The tree that a commit of the index would have. */
  async stagedTree(): Promise<string> {
    return (await this.output(["write-tree"])).trim();
  }

  /** Whether a commit is in a branch: reachable from it, or squashed into it by this tool. */
  async isMerged(branch: string, commit: string): Promise<boolean> {
    if ((await this.run(["merge-base", "--is-ancestor", commit, branch])).code === 0) return true;
    if (await this.#isSaidMerged(commit)) return true;
    const trailer = `^${MERGED_TRAILER}: ${commit}$`;
    return (await this.output(["log", "-1", "--format=%H", `--grep=${trailer}`, branch, "--"])) !== "";
  }

  /** Whether a person merged a branch at this commit alone, so that no trailer tells it. */
  async #isSaidMerged(commit: string): Promise<boolean> {
    const args = ["config", "--local", "--get-regexp", "^branch\\..*\\.wfmerged$", `^${commit}$`];
    return (await this.run(args)).code === 0;
  }

  /** The paths of the index that a merge could not bring together. */
  async unmerged(): Promise<readonly ConflictPath[]> {
    return parseUnmerged((await this.output(["ls-files", "--unmerged", "-z"])).split("\0"));
  }

  /** Whether a merge was begun and not finished. */
  async isMerging(): Promise<boolean> {
    return await this.commitOf("MERGE_HEAD") !== undefined;
  }

  /** Puts changes aside in the stash, untracked files included. */
  async setAside(paths: readonly string[], message: string): Promise<void> {
    const args = ["stash", "push", "--quiet", "--include-untracked", "--message", message];
    await this.output(
      ["--literal-pathspecs", ...args, "--pathspec-from-file=-", "--pathspec-file-nul"],
      paths.join("\0"),
    );
  }

  /** A path of the repository for a path of the machine, or undefined outside of it. */
  within(path: string): string | undefined {
    const relative = pathWithin(this.root, path);
    return relative === "." ? "" : relative;
  }

  async #messageFile(message: string): Promise<string> {
    const file = joinPath(this.commonDirectory, "wf", "COMMIT_MSG");
    await this.host.writeText(file, message);
    return file;
  }

  async #committed(name: string): Promise<Extract<CommitResult, { readonly kind: "committed" }>> {
    const format = "--format=%H%x00%s%x00";
    const shown = ["--name-status", "--no-renames", "--diff-merges=first-parent"];
    const output = await this.output(["log", "-1", "-z", format, ...shown, name, "--"]);
    const { commit, subject, created, modified } = parseCommit(output);
    return { kind: "committed", commit, subject, files: [...created, ...modified].sort() };
  }
}
