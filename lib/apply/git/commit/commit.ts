import { maskFor } from "../../interaction/secrets.ts";
import { joinPath } from "../../../path/paths.ts";
import { ConfinedFiles } from "../../files/confined_files.ts";
import type { Git } from "../git.ts";
import { readCommits } from "../known_commits.ts";
import type { StatusEntry } from "../output.ts";
import { firstLine, GitError, hintFor, lockIn, runGit, wasKilled } from "../process.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "./pathspecs.ts";

/** The result of a commit. */
export type CommitResult =
  | {
    readonly kind: "committed";
    readonly commit: string;
    /** The last commit, which a hook may have made after this one. */
    readonly head: string;
    /** The first parent; empty if there is none. */
    readonly parent: string;
    readonly subject: string;
    /** The message below its first line, after all hooks. */
    readonly body: string;
    readonly files: readonly string[];
  }
  | { readonly kind: "refused"; readonly output: string };

/** The options of {@link commitPaths}. */
export interface CommitRequest {
  /** The whole message. */
  readonly message: string;
  /** Paths relative to the root of the repository; an empty list makes an empty commit. */
  readonly paths: readonly string[];
  /** The status of the working tree, if it is already known. */
  readonly status?: readonly StatusEntry[];
  /** The last commit, if it is already known. */
  readonly head?: string;
  /** False if a later commit of the run lets git maintain the repository. */
  readonly maintains?: boolean;
}

/** The option that omits the maintenance, for which `git commit` starts another process. */
const WITHOUT_MAINTENANCE: readonly string[] = ["-c", "maintenance.auto=false"];

/** Hooks that can refuse a commit. */
const HOOKS: readonly string[] = ["pre-commit", "prepare-commit-msg", "commit-msg"];
/** Matches the output of git for failures that no hook causes. */
const BROKEN = /gpg failed to sign|failed to write commit object|cannot lock ref/;

/**
 * Commits paths and nothing else, and runs all hooks. Other files that the user has staged stay staged.
 *
 * @returns `refused` if a hook rejected the commit; the paths stay staged.
 */
export async function commitPaths(
  git: Git,
  { message, paths, status, head, maintains = true }: CommitRequest,
): Promise<CommitResult> {
  const entries = status ?? await git.status();
  const others = entries.some(({ path, staged }) => staged && !paths.includes(path));
  await stage(git, entries.filter(({ path }) => paths.includes(path)));
  const before = head ?? await git.commitOf("HEAD");
  const args = [...maintains ? [] : WITHOUT_MAINTENANCE, "commit", "--quiet", "--cleanup=whitespace"];
  const { code, stdout, stderr } = paths.length === 0
    ? await git.run([...args, "--file=-", "--allow-empty", "--only"], message)
    : others
    ? await git.run(
      [...args, `--file=${await messageFile(git, message)}`, "--only", ...PATHSPECS_FROM_INPUT],
      literalPathspecs(paths),
    )
    : await git.run([...args, "--file=-"], message);
  if (code === 0) {
    const made = await madeCommit(git);
    if (made.head !== before) return before === undefined ? made : await withoutHooks(git, made, before);
  }
  const output = maskFor(git.host)((stdout + stderr).trim());
  const isBroken = wasKilled({ code, stderr }) || BROKEN.test(output) || lockIn(output) !== undefined;
  if (isBroken || !await hasHooks(git)) {
    throw new GitError(
      `Cannot commit: ${firstLine(output) || `exit code ${code}`}`,
      hintFor(output, "Fix what git reports, then run the same command"),
      output,
    );
  }
  return { kind: "refused", output };
}

/** Returns the times and sizes of files: they differ if a hook formats the files without staging them. */
export async function fileTimes({ host, root }: Git, paths: readonly string[]): Promise<string> {
  const found = await Promise.all(paths.map((path) => host.stat(joinPath(root, path))));
  return found.map((info) => info && `${info.modified} ${info.size}`).join();
}

/** Repeats {@link commitPaths}: a commit that it made is undone, and its changes are committed. */
export async function commitAgain(
  git: Git,
  before: CommitResult,
  { message, paths, maintains = true }: CommitRequest,
): Promise<CommitResult> {
  if (before.kind === "committed") await git.output(["reset", "--quiet", "--soft", `${before.commit}~1`]);
  return await commitPaths(git, { message, paths, maintains });
}

/**
 * Adds changed paths to the index by name. Pathspecs would have to match something, would follow links, and would
 * be refused for tracked files in ignored folders.
 */
async function stage(git: Git, entries: readonly StatusEntry[]): Promise<void> {
  await updateIndex(git, ["--force-remove"], entries.filter(({ gone }) => gone));
  // Conflicted paths that are missing in the working tree are removed.
  const there = entries.filter(({ kind, gone }) => kind !== "staged" && !gone);
  await updateIndex(git, ["--add", "--remove", "--replace"], there);
}

async function updateIndex(
  git: Git,
  options: readonly string[],
  entries: readonly StatusEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const list = entries.map(({ path }) => `${path}\0`).join("");
  const { code, stderr } = await git.run(["update-index", ...options, "-z", "--stdin"], list);
  if (code === 0) return;
  throw new GitError(
    `Cannot add files: ${firstLine(stderr)}`,
    hintFor(stderr, "Fix what git reports, then run the same command"),
    stderr,
  );
}

/** Reports whether there is a hook that can refuse a commit. */
async function hasHooks(git: Git): Promise<boolean> {
  const folder = (await git.output(["rev-parse", "--path-format=absolute", "--git-path", "hooks"])).trim();
  const found = await Promise.all(HOOKS.map((hook) => git.host.stat(joinPath(folder, hook))));
  return found.some((info) => info !== undefined);
}

export async function messageFile(git: Git, message: string): Promise<string> {
  const path = "wf/COMMIT_MSG";
  await new ConfinedFiles(git.host, git.commonDirectory).write(path, message);
  return joinPath(git.commonDirectory, path);
}

export type Committed = Extract<CommitResult, { readonly kind: "committed" }>;

/** Returns the commit that was made on another one; the last commit may be one that a hook made after it. */
async function withoutHooks(
  git: Git,
  made: Committed & { readonly parent: string },
  before: string,
): Promise<Committed> {
  const { head, parent } = made;
  if (parent === before) return made;
  const [first] = (await git.output(["rev-list", "--reverse", "--first-parent", `${before}..${head}`])).split(
    "\n",
  );
  // A graft or a shallow history can hide the parent.
  const shown = parent === "" ? { ...made, parent: before } : made;
  return first === head || !first ? shown : { ...await madeCommit(git, first), head };
}

/** Reads a commit; the last one if none is given. */
export async function madeCommit(git: Git, name = "HEAD"): Promise<Committed> {
  const [made] = await readCommits(git, "-1", name, "--");
  const { commit, parents: [parent = ""], subject, body, created, modified } = made!;
  const files = [...created, ...modified].sort();
  return { kind: "committed", commit, head: commit, parent, subject, body, files };
}

/** Reports whether git knows a name and an email address for commits. */
export async function hasIdentity(git: Git): Promise<boolean> {
  // With a date, the output is the same each time.
  const found = await Promise.all(["AUTHOR", "COMMITTER"].map((one) => {
    return runGit(git.host, git.root, ["var", `GIT_${one}_IDENT`], undefined, {
      env: { [`GIT_${one}_DATE`]: "@0 +0000" },
    });
  }));
  return found.every(({ code }) => code === 0);
}
