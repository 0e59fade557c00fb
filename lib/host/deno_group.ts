/**
 * How a program comes to lead a process group of its own.
 *
 * Deno copies itself to detach a program, which takes several times as long as the rest of a start and
 * more the more memory it uses. On Linux `setsid` does the same for a program that is started plainly: it
 * gives its own place and number to it.
 * @module
 */

/** Where systems have `setsid`. Elsewhere it is not looked for: a project could put its own there. */
const PLACES: readonly string[] = ["/usr/bin/setsid", "/bin/setsid"];

/** Programs that have been started, of which it is known that they are there. */
const STARTED = new Set<string>();

/** How to start a program so that it leads a process group. */
export interface GroupStart {
  /** The program and its arguments, or those of what takes its place first. */
  readonly argv: readonly [string, ...string[]];
  /** Whether Deno has to detach it. */
  readonly detached: boolean;
}

/**
 * How to start a program so that it leads a process group. What has never been started is detached by Deno,
 * which can tell that a program is not there.
 *
 * @param argv The program and its arguments.
 * @param env Changes of its environment.
 */
export function groupStart(
  argv: readonly [string, ...string[]],
  env: Readonly<Record<string, string | undefined>>,
): GroupStart {
  if (!STARTED.has(argv[0]) || "PATH" in env) return { argv, detached: true };
  const launcher = findLauncher();
  return launcher === undefined ? { argv, detached: true } : { argv: [launcher, ...argv], detached: false };
}

/** Remembers that a program is there. One beside the folder it runs in may be another the next time. */
export function rememberStarted([program]: readonly [string, ...string[]]): void {
  if (!program.includes("/") || program.startsWith("/")) STARTED.add(program);
}

let found: { readonly launcher: string | undefined } | undefined;

/** Path of `setsid`; undefined where there is none, or no leave to run it. */
function findLauncher(): string | undefined {
  found ??= { launcher: Deno.build.os === "linux" ? PLACES.find(mayRun) : undefined };
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
