import { shellWord } from "../../text/shell_quote.ts";
import { type Command, type CommandResult, type Host, HostError, SHOWN_OUTPUT } from "../../host/host.ts";

/** The environment cannot be worked in, or git refused something. */
export class GitError extends Error {
  /** Tells this kind of error from others. */
  override readonly name = "GitError";

  /**
   * Makes the error.
   *
   * @param message Action, colon, state.
   * @param hint What to do about it.
   * @param output What git printed.
   */
  constructor(message: string, readonly hint = "", readonly output = "") {
    super(message);
  }
}

/** Variables that would turn our commands to another index or repository, as git sets them for hooks, or to other paths. */
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
 * Settings that keep those of the user from changing what a reading command prints or how it searches, and
 * git from taking a folder of the project for a repository, whose settings may run programs.
 */
const PLAIN: readonly string[] = [
  "-c",
  "grep.patternType=basic",
  "-c",
  "log.showSignature=false",
  "-c",
  "safe.bareRepository=explicit",
];

/** Variables that make the output of a reading command the same for every user, and let it change nothing. */
const READING: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
};

/** Exit code of a program that an interrupt at the terminal ended. */
const INTERRUPTED = 130;

/** How long the index may be held by another git, pause by pause, in milliseconds. */
const GRACE_PERIOD: readonly number[] = [50, 100, 200, 400, 800];

/** Commands that read whatever their arguments are. */
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
  "rev-parse",
  "show-ref",
  "status",
  "var",
]);

/** Commands that write and run hooks: what they print is shown, and nothing is read from it. */
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

/** Arguments by which other commands only read. */
const READS: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  config: (args) => args.includes("--get-regexp") || args.includes("--get"),
  "symbolic-ref": (args) => args.filter((argument) => !argument.startsWith("-")).length === 1,
  worktree: ([first]) => first === "list",
};

/**
 * Whether a call of git changes nothing, so that it may be ended at any moment and called again. What is
 * not known to read is taken to write.
 *
 * @param args The command and its arguments, without options of git itself before it.
 */
export function onlyReads([command = "", ...args]: readonly string[]): boolean {
  return READERS.has(command) || (READS[command]?.(args) ?? false);
}

/** The command among arguments, behind options of git itself; empty for none. */
function commandIn(args: readonly string[]): string {
  const at = args.findIndex((argument, index) => !argument.startsWith("-") && args[index - 1] !== "-c");
  return args[at] ?? "";
}

/**
 * Runs git with a list of arguments, never through a shell, with nothing on standard input but what
 * is meant, and gives whatever came of it. A call that writes is out of reach of an interrupt at the
 * terminal, which would leave half of it done; one that reads is called again after one.
 *
 * Hooks inherit what a call that writes is given. It is therefore given what the user's own call in that
 * folder would have, and nothing beyond: its messages are in the user's language.
 *
 * @param env Variables beyond those.
 * @throws {GitError} When git is not installed.
 */
export async function runGit(
  host: Host,
  cwd: string,
  args: readonly string[],
  stdin?: string,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<CommandResult> {
  const reads = onlyReads(args);
  const group = reads ? "shared" : "own";
  const command = {
    argv: reads ? ["git", ...PLAIN, ...args] : ["git", "-C", cwd, ...args],
    cwd,
    env: { ...CLEAN_GIT_ENVIRONMENT, ...(reads ? READING : folderVariable(host, cwd)), ...env },
    group,
    ...(stdin === undefined ? {} : { stdin }),
    ...(!reads && RUN_HOOKS.has(commandIn(args)) ? { keep: SHOWN_OUTPUT } : {}),
  } satisfies Command;
  try {
    let result = await host.run(command);
    // The interrupt was meant for the run, which ends in order and needs an answer for that.
    if (group === "shared" && result.code === INTERRUPTED) result = await host.run(command);
    // An editor that looks at the working tree, or a person who stages something, holds the index for a moment.
    for (const pause of group === "own" ? GRACE_PERIOD : []) {
      if (result.code === 0 || lockIn(result.stderr)?.endsWith("/index.lock") !== true) break;
      await new Promise((done) => setTimeout(done, pause));
      result = await host.run(command);
    }
    return result;
  } catch (error) {
    if (error instanceof HostError && error.reason === "not-found") {
      throw new GitError("Cannot run git: it is not installed", "Install git 2.38 or newer");
    }
    if (error instanceof HostError && error.reason === "too-long") {
      throw new GitError(error.message, `See what it prints: git ${args.map(shellWord).join(" ")}`);
    }
    throw error;
  }
}

/** The variable in which a shell keeps its folder, where the system has it: programs believe it. */
function folderVariable(host: Host, cwd: string): Readonly<Record<string, string>> {
  return host.env("PWD") === undefined ? {} : { PWD: cwd };
}

/** A lock of git in quotation marks of any language. */
const LOCK =
  /['"„“”«»‘’]((?:\/|[A-Za-z]:[\\/])[^\n]*?\/(?:index|shallow|packed-refs|config(?:\.worktree)?|[A-Z_]+|refs\/[^\n]+?)\.lock)['"“”«»‘’]/u;

/** Length that no line of git's with a path reaches, as a path has 4,096 characters at most. */
const LONGEST_LINE = 10_000;

/** The lock that git met, when it says that it did. */
export function lockIn(stderr: string): string | undefined {
  if (/Unable to create/.test(stderr) && !/File exists/.test(stderr)) return undefined;
  // A hook may print a line without an end, in which each quotation mark would be looked at to the end.
  const lines = stderr.split("\n").filter((line) => line.length < LONGEST_LINE && line.includes(".lock"));
  return LOCK.exec(lines.join("\n"))?.[1];
}

/**
 * What to do about a failure of git.
 *
 * @param stderr What it printed.
 * @param otherwise The hint where it says nothing that is known.
 */
export function hintFor(stderr: string, otherwise: string): string {
  const inTheWay = /'refs\/heads\/([^']+)' [^'\n]*'refs\/heads\/\1\//.exec(stderr)?.[1] ??
    /'refs\/heads\/([^']+)' exists; cannot create '/.exec(stderr)?.[1];
  if (inTheWay !== undefined) {
    return `Branch "${inTheWay}" is in the way: rename it (git branch -m ${
      shellWord(inTheWay)
    } <name>), or change the template of the branch`;
  }
  const lock = lockIn(stderr);
  if (lock === undefined) return otherwise;
  return `Another git process is running: wait for it to end. If there is none, remove the lock it left: rm ${
    shellWord(lock)
  }; then run the same command`;
}

/** The first line of what git says, without its `fatal:`. */
export function firstLine(text: string): string {
  return text.trim().split("\n")[0]!.replace(/^(?:fatal|error): /, "").trim();
}
