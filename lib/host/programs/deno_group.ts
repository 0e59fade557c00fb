/**
 * Starts a program as the leader of its own process group.
 *
 * Deno forks itself to detach a program. That takes several times as long as the rest of a start, and grows
 * with the memory in use. On Linux `setsid` does the same for a program that is started normally: it replaces
 * itself with the program under the same process ID.
 * @module
 */

/** The paths of `setsid`. PATH is not searched: a project could put its own program there. */
const SETSID_PATHS: readonly string[] = ["/usr/bin/setsid", "/bin/setsid"];

/** Programs that were started before and so are known to exist. */
const STARTED = new Set<string>();

/** The way to start a program as the leader of a process group. */
export interface GroupStart {
  /** The program and its arguments, preceded by the launcher if one is used. */
  readonly argv: readonly [string, ...string[]];
  /** True when Deno has to detach the program. */
  readonly detached: boolean;
}

/**
 * Returns the way to start a program as the leader of a process group. A program that was never started is
 * detached by Deno, which reports a missing program.
 *
 * @param argv The program and its arguments.
 * @param env Changes to its environment.
 */
export function groupStart(
  argv: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
): GroupStart {
  if (!STARTED.has(argv[0]) || "PATH" in env) return { argv, detached: true };
  const launcher = findLauncher();
  return launcher === undefined ? { argv, detached: true } : { argv: [launcher, ...argv], detached: false };
}

/** Remembers that a program exists. A relative path is not remembered: it depends on the current folder. */
export function rememberStarted([program]: readonly [string, ...string[]]): void {
  if (!program.includes("/") || program.startsWith("/")) STARTED.add(program);
}

let found: { readonly launcher: string | undefined } | undefined;

/** Returns the path of `setsid`; undefined when it is missing or may not be run. */
function findLauncher(): string | undefined {
  found ??= { launcher: Deno.build.os === "linux" ? SETSID_PATHS.find(mayRun) : undefined };
  return found.launcher;
}

function mayRun(path: string): boolean {
  try {
    return Deno.permissions.querySync({ name: "run", command: path }).state === "granted" &&
      Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
