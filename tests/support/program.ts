/**
 * Runs the program itself, as a user does.
 * @module
 */
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
  /** Whether it leads a process group, as at a terminal. */
  readonly detached?: boolean;
}

/**
 * The command that starts the program. `WF_PROGRAM` names another one, from the repository's root: Deno
 * runs a file that ends in `.ts` or `.js`, such as the bundle; another runs itself, such as a standalone
 * program. With a runtime before it, that runs the file: `/usr/bin/node dist/npm/bin.js`.
 *
 * @param path Another program still, by its path.
 */
export function program(path?: string): [string, string[]] {
  const words = path === undefined ? (Deno.env.get("WF_PROGRAM") ?? "cli.ts").split(" ") : [path];
  const file = words.at(-1)!.startsWith("/") ? words.at(-1)! : fromRoot(words.at(-1)!);
  if (words.length > 1) return [words[0]!, [...words.slice(1, -1), file]];
  if (!/\.[jt]s$/.test(file)) return [file, []];
  return [Deno.execPath(), ["run", "--quiet", "--allow-all", "--no-prompt", file]];
}

/** Starts the program. */
export function start(args: readonly string[], options: CallOptions): Deno.ChildProcess {
  const { cwd, env = {} } = options;
  const [command, first] = program(options.program);
  return new Deno.Command(command, {
    args: [...first, ...args],
    cwd,
    env: { ...GIT_ENVIRONMENT, ...recordGitCalls(), NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
    detached: options.detached ?? false,
  }).spawn();
}

/**
 * Runs the program to its end. Fails when it, or one before it in the same file of tests, asked of git what
 * it never may.
 */
export async function wf(args: readonly string[], options: CallOptions): Promise<ProgramCalled> {
  const { code, stdout, stderr } = await start(args, options).output();
  const text = new TextDecoder();
  const git = takeGitCalls();
  assertGentle(git);
  return { code, stdout: text.decode(stdout), stderr: text.decode(stderr), git };
}

/** Kills a run that may have come to its end this very moment. */
export function killIfThere(run: Deno.ChildProcess): void {
  try {
    run.kill("SIGKILL");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
