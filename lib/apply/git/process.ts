import { TimeLimit } from "../run/time_limit.ts";
import { defined } from "../../collections/defined.ts";
import { diskHint } from "../../errors/disk_hint.ts";
import { ProgramError } from "../../errors/program_error.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type Command, type CommandResult, type Host, HostError, SHOWN_OUTPUT } from "../../host/host.ts";

/** The environment is unusable, or git refused an operation. */
export class GitError extends ProgramError {
  /** Identifies the kind of error. */
  override readonly name = "GitError";

  /**
   * Creates the error.
   *
   * @param message Action, colon, state.
   * @param hint The remedy.
   * @param output The output of git.
   * @param options The cause.
   */
  constructor(message: string, hint = "", readonly output = "", options: ErrorOptions = {}) {
    super(message, hint, options);
  }
}

/** Variables, set by git for its hooks, that would redirect commands to another index, repository or path. */
const GIT_VARIABLES: readonly string[] = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INDEX_VERSION",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_GRAFT_FILE",
  "GIT_SHALLOW_FILE",
  "GIT_QUARANTINE_PATH",
  "GIT_LITERAL_PATHSPECS",
  "GIT_GLOB_PATHSPECS",
  "GIT_NOGLOB_PATHSPECS",
  "GIT_ICASE_PATHSPECS",
];

/** The environment of every program that this tool starts. */
export const CLEAN_GIT_ENVIRONMENT: Readonly<Record<string, undefined>> = Object.fromEntries(
  GIT_VARIABLES.map((name) => [name, undefined]),
);

/**
 * Settings that prevent a reading command from running a program that settings name, and from treating a folder
 * of the project as a repository with such settings.
 */
export const GUARDED: readonly string[] = [
  "-c",
  "safe.bareRepository=explicit",
  "-c",
  "core.fsmonitor=false",
];

/** Settings that also make its output and search independent of the user's configuration. */
const PLAIN: readonly string[] = [
  ...GUARDED,
  "-c",
  "grep.patternType=basic",
  "-c",
  "log.showSignature=false",
  // The untracked cache of the index is used only in the mode in which it was filled.
  "-c",
  "status.showUntrackedFiles=all",
];

/** Variables that make the output of a reading command the same for every user and prevent it from writing. */
const READING: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  // A commit or a file counts as it was made, whatever a ref of the repository puts in its place.
  GIT_NO_REPLACE_OBJECTS: "1",
};

/** The exit code of a program that was interrupted at the terminal. */
const INTERRUPTED = 130;

/** The pauses between checks whether another git process still holds a lock, in milliseconds. */
const GRACE_PERIOD: readonly number[] = [50, 100, 200, 400, 800];

/** Commands that only read, whatever their arguments. */
const READERS: ReadonlySet<string> = new Set([
  "--version",
  "cat-file",
  "check-ignore",
  "diff",
  "diff-tree",
  "for-each-ref",
  "log",
  "ls-files",
  "ls-tree",
  "merge-base",
  "rev-list",
  "rev-parse",
  "show-ref",
  "status",
  "var",
]);

/** Commands that write and run hooks. Their output is shown, but never parsed. */
const RUN_HOOKS: ReadonlySet<string> = new Set([
  "am",
  "checkout",
  "cherry-pick",
  "commit",
  "merge",
  "push",
  "rebase",
  "revert",
  "switch",
  "worktree",
]);

/** Tests whether the arguments make another command read only. */
const READS: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  config: (args) => args.includes("--get-regexp") || args.includes("--get"),
  "hash-object": (args) => !args.includes("-w"),
  "symbolic-ref": (args) => args.filter((argument) => !argument.startsWith("-")).length === 1,
  worktree: ([first]) => first === "list",
};

/**
 * Reports whether a call of git changes nothing, so that it can be interrupted and repeated. Unknown commands
 * count as writing.
 *
 * @param args The command and its arguments, without options of git itself before it.
 */
export function onlyReads([command = "", ...args]: readonly string[]): boolean {
  return READERS.has(command) || (READS[command]?.(args) ?? false);
}

/** The hint for a call that took too long. */
const HANGING = "A hook or a filter of the repository may hang: make it end, then run the same command";

/** Returns the command in a list of arguments, after git's own options; empty if there is none. */
function commandIn(args: readonly string[]): string {
  const at = args.findIndex((argument, index) => !argument.startsWith("-") && args[index - 1] !== "-c");
  return args[at] ?? "";
}

/** Options for {@link runGit}. */
export interface GitOptions {
  /** Additional variables. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * The time limit; without it, there is none. A call may run hooks and filters, or wait for a pipe that is in the
   * place of a file, as of `.gitattributes`.
   */
  readonly minutes?: number | undefined;
}

/**
 * Runs git with a list of arguments, never through a shell, and returns its result, whatever its exit code.
 * Standard input is empty unless it is given. An interrupt at the terminal does not reach a call that writes,
 * because it would leave it half done; a call that reads is repeated after a signal has ended it.
 *
 * Hooks inherit the environment of a call that writes. It is therefore the same as for a call by the user in
 * that folder: its messages are in the user's language.
 *
 * @throws {GitError} When git is not installed, a call that writes takes too long, or signals end one that reads.
 */
export async function runGit(
  host: Host,
  cwd: string,
  args: readonly string[],
  stdin?: string,
  { env = {}, minutes }: GitOptions = {},
): Promise<CommandResult> {
  const reads = onlyReads(args);
  const group = reads ? "shared" : "own";
  // Its message about a lock has no other mark, and it runs no hooks.
  const isConfig = commandIn(args) === "config";
  const limit = minutes === undefined ? undefined : new TimeLimit(minutes, "git.hook_timeout_minutes");
  const command = {
    argv: reads ? ["git", ...PLAIN, ...args] : ["git", "-C", cwd, ...args],
    cwd,
    env: {
      ...CLEAN_GIT_ENVIRONMENT,
      ...(reads ? READING : folderVariable(host, cwd)),
      ...(isConfig ? { LC_ALL: "C" } : {}),
      ...env,
    },
    group,
    ...defined({ stdin, signal: limit?.signal }),
    ...(!reads && RUN_HOOKS.has(commandIn(args)) ? { keep: SHOWN_OUTPUT } : {}),
  } satisfies Command;
  try {
    const run = async () => {
      const result = await host.run(command);
      if (!isConfig) return result;
      return { ...result, stderr: result.stderr.replace(RELATIVE_CONFIG, `$&${cwd}/`) };
    };
    let result = await run();
    const isEnded = () => reads && result.code > 129 && !limit?.passed;
    // An interrupt is for the run, which ends gracefully and needs the answer for that.
    if (isEnded()) result = await run();
    if (isEnded()) throw new GitError(`Cannot run git ${commandIn(args)}: a signal ended it`);
    // An editor that reads the working tree, or a user who stages something, locks the index for a moment. The call
    // is repeated only without the lock, as it may run hooks.
    for (const pause of group === "own" ? GRACE_PERIOD : []) {
      const lock = result.code === 0 ? undefined : lockIn(result.stderr);
      if (lock === undefined) break;
      await new Promise((done) => setTimeout(done, pause));
      if (await host.stat(lock) === undefined) result = await run();
    }
    if (limit?.passed) throw new GitError(limit.message(`git ${commandIn(args)}`), HANGING, result.stderr);
    return result;
  } catch (error) {
    if (error instanceof HostError && error.reason === "too-long") {
      const hint = `See what it prints: git ${args.map(quoteShell).join(" ")}`;
      throw new GitError(error.message, hint, "", { cause: error });
    }
    const isGone = error instanceof HostError && await host.stat(cwd) === undefined;
    throw isGone ? new GitError(`Cannot run git: the folder "${cwd}" does not exist`) : notStarted(error);
  } finally {
    limit?.end();
  }
}

/** Reports whether a signal ended git, or a git process that it started, so that locks and half of a change may be left. */
export function wasKilled({ code, stderr }: Pick<CommandResult, "code" | "stderr">): boolean {
  return (code > 129 && code !== INTERRUPTED) || /^error: [a-z-]+ died of signal \d+$/m.test(stderr);
}

/** Returns the error for a call of git that threw one: a GitError when git is not installed. */
export function notStarted(error: unknown): unknown {
  return error instanceof HostError && error.reason === "not-found"
    ? new GitError("Cannot run git: it is not installed", "Install git 2.38 or newer", "", { cause: error })
    : error;
}

/** Returns the variable with the shell's current folder, if the system has it: programs rely on it. */
function folderVariable(host: Host, cwd: string): Readonly<Record<string, string>> {
  return host.env("PWD") === undefined ? {} : { PWD: cwd };
}

/** Matches the path of a git lock file in the quotation marks of any language. */
const LOCK =
  /['"„“”«»‘’]((?:\/|[A-Za-z]:[\\/])[^\n]*?\/(?:index|shallow|packed-refs|config(?:\.worktree)?|[A-Z_]+|refs\/[^\n]+?)\.lock)['"“”«»‘’]/u;

/** A length, in characters, that no line of git's with a path reaches: a path has 4,096 at most. */
const MAX_LINE_LENGTH = 10_000;

/** Matches the place before the path of a configuration file that git reports as locked, if the path is relative. */
const RELATIVE_CONFIG = /^error: could not lock config file (?![/\\]|[A-Za-z]:)/m;

/** Returns the path of the lock file that git reports as existing, if any. */
export function lockIn(stderr: string): string | undefined {
  const config = /^error: could not lock config file (.*): File exists$/m.exec(stderr)?.[1];
  if (config !== undefined) return `${config}.lock`;
  if (/Unable to create/.test(stderr) && !/File exists/.test(stderr) || diskHint(stderr) !== undefined) {
    return undefined;
  }
  // A hook may print a very long line, in which the search would be quadratic.
  const lines = stderr.split("\n").filter((line) => line.length < MAX_LINE_LENGTH && line.includes(".lock"));
  return LOCK.exec(lines.join("\n"))?.[1];
}

/**
 * Returns the hint for a failure of git.
 *
 * @param otherwise The hint for failures that are not recognized.
 */
export function hintFor(stderr: string, otherwise: string): string {
  const blocking = /'refs\/heads\/([^']+)' [^'\n]*'refs\/heads\/\1\//.exec(stderr)?.[1] ??
    /'refs\/heads\/([^']+)' exists; cannot create '/.exec(stderr)?.[1];
  if (blocking !== undefined) {
    return `Branch "${blocking}" is in the way: rename it (git branch -m ${
      quoteShell(blocking)
    } <name>), or change the template of the branch`;
  }
  const lock = lockIn(stderr);
  return lock === undefined ? diskHint(stderr) ?? otherwise : lockHint([lock]);
}

/** Returns the hint for locks of git that prevent a command. */
export function lockHint(paths: readonly string[]): string {
  const what = paths.length === 1 ? "the lock" : "the locks";
  return `Another git process is running: wait for it to end. If there is none, remove ${what} it left: rm ${
    paths.map(quoteShell).join(" ")
  }; then run the same command`;
}

/** Returns the first line of git's output, without `fatal:`. */
export function firstLine(text: string): string {
  return text.trim().split("\n")[0]!.replace(/^(?:fatal|error): /, "").trim();
}
