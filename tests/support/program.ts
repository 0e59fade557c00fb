/**
 * Runs the program itself, as a user does.
 * @module
 */
import { defined } from "../../lib/collections/defined.ts";
import { callInProcess, type CallOptions as HereOptions } from "./in_process.ts";
import { assertGentle, recordGitCalls, takeGitCalls } from "./git_calls.ts";
import { fromRoot } from "./root.ts";
import { GIT_ENVIRONMENT } from "./repository.ts";

/** What came of a call. */
export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What came of a call of the program. */
export interface ProgramCalled extends Called {
  /** What it asked of git, call by call; with it what others asked that ran beside it. */
  readonly git: readonly (readonly string[])[];
}

/** How to call. */
export interface CallOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Another program, by its path. */
  readonly program?: string;
  /** True where {@link wf} has to start a process, as {@link start} always does: runs are told apart by theirs. */
  readonly process?: boolean;
  /** Called just before each effect of a call within this process. */
  readonly onEffect?: () => void;
  /** The columns of its output, as at a terminal; only for calls within this process. */
  readonly columns?: number;
  /** Whether it leads a process group, as at a terminal. */
  readonly detached?: boolean;
  /** The time by which the clock of a {@link start}ed program, and of its git, is ahead, in milliseconds. */
  readonly ahead?: number;
}

/**
 * Returns the command that starts the program: the bundle that `deno task test` makes, or else the sources.
 * `WF_PROGRAM` names another one, from the repository's root: Deno runs a file that ends in `.ts` or `.js`;
 * another runs itself, such as a standalone program. With a runtime before it, that runs the file:
 * `/usr/bin/node dist/npm/bin.js`.
 *
 * @param path Another program still, by its path.
 */
export function program(path?: string): [string, string[]] {
  const words = path === undefined ? named().split(" ") : [path];
  const file = words.at(-1)!.startsWith("/") ? words.at(-1)! : fromRoot(words.at(-1)!);
  if (words.length > 1) return [words[0]!, [...words.slice(1, -1), file]];
  if (!/\.[jt]s$/.test(file)) return [file, []];
  return [Deno.execPath(), ["run", "--quiet", "--allow-all", "--no-prompt", file]];
}

function named(): string {
  return Deno.env.get("WF_PROGRAM") ?? Deno.env.get("WF_TEST_BUNDLE") ?? "cli.ts";
}

/** Starts the program. */
export function start(args: readonly string[], options: CallOptions): Deno.ChildProcess {
  const { ahead } = options;
  const [command, first] = program(options.program);
  const preload = ahead === undefined ? [] : ["--preload", fromRoot("tests/support/clock_ahead.ts")];
  return new Deno.Command(command, {
    args: [...first.slice(0, -1), ...preload, ...first.slice(-1), ...args],
    cwd: options.cwd,
    env: { ...environmentOf(options), ...ahead === undefined ? {} : clockOf(ahead) },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: options.detached ?? false,
  }).spawn();
}

function clockOf(ahead: number): Readonly<Record<string, string>> {
  const date = `@${Math.floor((Date.now() + ahead) / 1000)} +0000`;
  return { CLOCK_AHEAD: String(ahead), GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
}

/**
 * Runs the program to its end: within this process, unless the options or `WF_PROGRAM` ask for another. Fails
 * when it, or one before it in the same file of tests, asked of git what it never may.
 */
export async function wf(args: readonly string[], options: CallOptions): Promise<ProgramCalled> {
  const called = mayBeHere(options) ? await callHere(args, options) : await callAlone(args, options);
  const git = takeGitCalls();
  assertGentle(args.includes("--push") ? git.filter(([command]) => command !== "push") : git);
  return { ...called, git };
}

/** Returns true if the program is this source, and to be a process of its own is not the point. */
function mayBeHere({ process = false, program, onEffect }: CallOptions): boolean {
  if (onEffect !== undefined) return true;
  return !process && program === undefined && Deno.env.get("WF_PROGRAM") === undefined;
}

function callHere(args: readonly string[], options: CallOptions): Promise<Called> {
  return callInProcess(args, hereOptions(options));
}

/** Returns the options of a call within this process. */
export function hereOptions(options: CallOptions): HereOptions {
  const { href: mainModule } = new URL(`file://${program()[1].at(-1)}`);
  const { cwd, onEffect, columns } = options;
  return { cwd, env: environmentOf(options), mainModule, ...defined({ onEffect, columns }) };
}

async function callAlone(args: readonly string[], options: CallOptions): Promise<Called> {
  const { code, stdout, stderr } = await start(args, options).output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
}

function environmentOf({ env = {} }: CallOptions): Readonly<Record<string, string>> {
  return { ...GIT_ENVIRONMENT, ...recordGitCalls(), NO_COLOR: "1", ...env };
}

/**
 * Returns the variables of another home folder. Deno keeps its cache: without it, each start would compile the
 * program again.
 */
export function homeAt(path: string): Readonly<Record<"HOME" | "DENO_DIR", string>> {
  const { HOME = "", DENO_DIR = `${HOME}/.cache/deno` } = Deno.env.toObject();
  return { HOME: path, DENO_DIR };
}

/** Kills a run that may have come to its end this very moment. */
export function killIfThere(run: Deno.ChildProcess): void {
  try {
    run.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
