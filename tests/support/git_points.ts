/**
 * Places within git where a run is killed: hooks and a filter that git runs while it holds locks and has half of the
 * files checked out, a `git` in front of the real one, and with strace each operation on a file.
 * @module
 */
import type { Folder } from "./repository.ts";

/** The way in which a run is killed at a place. */
export interface GitKill {
  /** The number of the place, from 1; 0 only counts the places. */
  readonly point: number;
  /** Kills only git, as a system without memory may do. Otherwise git waits for the end of the whole run. */
  readonly only?: boolean;
  /** If the place is a call of git: the number of the file operation at which strace kills git. */
  readonly operation?: number;
}

/** Hooks that git runs while it holds locks. They refuse nothing. */
const HOOKS: readonly string[] = ["reference-transaction", "post-index-change", "post-checkout"];

const POINT = `test -n "$WF_POINT" || return 0
echo "$*" >> "$WF_POINTS/log"
test "$WF_POINT" -gt 0 && test "$(wc -l < "$WF_POINTS/log")" -eq "$WF_POINT" || return 0
if test -n "$WF_POINT_OPERATION"; then strace=1; return 0; fi
if test -z "$WF_POINT_ONLY"; then touch "$WF_POINTS/reached"; sleep 60; fi
pid=$$
while test "$pid" -gt 1 && test "$(cat "/proc/$pid/comm")" != git; do pid=$(cut -d' ' -f4 "/proc/$pid/stat"); done
test "$pid" -gt 1 || pid=$$
kill -KILL "$pid"`;

/** In front of git: only calls that write begin with a folder. */
const GIT = `PATH=\${PATH#*:}
test "$1" = -C || exec git "$@"
strace=
point before "$@"
if test -z "$strace"; then git "$@"; else
  operations=openat,mkdir,mkdirat,write,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir
  strace -qq -o /dev/null -e trace=$operations -e inject=$operations:signal=SIGKILL:when=$WF_POINT_OPERATION git "$@"
fi
code=$?
if test -n "$strace" && test -z "$WF_POINT_ONLY"; then touch "$WF_POINTS/reached"; sleep 60; fi
strace=
point after "$@"
exit $code`;

/** Prepares the repository of a project for kills within git. */
export async function preparePoints(folder: Folder): Promise<void> {
  const points = `${folder.path}/.git/points`;
  const script = (text: string) => `#!/bin/sh\n. ${points}/point.sh\n${text}\n`;
  const files = {
    ".git/points/point.sh": `point() {\n${POINT}\n}\n`,
    ".git/points/bin/git": script(GIT),
    ".git/points/filter": script('point filter "$@"\nexec cat'),
    ".git/info/attributes": "*.txt filter=points\n",
    ...Object.fromEntries(
      HOOKS.map((hook) => [`.git/hooks/${hook}`, script(`point ${hook} "$@"\nexit 0`)]),
    ),
  };
  await folder.write(files);
  const programs = ["points/bin/git", "points/filter", ...HOOKS.map((hook) => `hooks/${hook}`)];
  for (const name of programs) await Deno.chmod(`${folder.path}/.git/${name}`, 0o755);
  await folder.git("config", "filter.points.clean", `${points}/filter clean`);
  await folder.git("config", "filter.points.smudge", `${points}/filter smudge`);
}

/** Returns the variables with which a run is killed at a place. */
export function pointVariables(
  { path }: Folder,
  { point, only = false, operation }: GitKill,
): Readonly<Record<string, string>> {
  return {
    PATH: `${path}/.git/points/bin:${Deno.env.get("PATH")}`,
    WF_POINTS: `${path}/.git/points`,
    WF_POINT: String(point),
    WF_POINT_ONLY: only ? "1" : "",
    WF_POINT_OPERATION: operation === undefined ? "" : String(operation),
  };
}

/** Returns the places that a run has come by, and forgets them. */
export async function takePoints(folder: Folder): Promise<readonly string[]> {
  const text = await folder.read(".git/points/log").catch(() => "");
  for (const name of ["log", "reached"]) {
    await Deno.remove(`${folder.path}/.git/points/${name}`).catch(() => {});
  }
  return text.split("\n").slice(0, -1);
}

/** Calls a function when a run waits at its place, until the returned function is called. */
export function onReached({ path }: Folder, kill: () => void): () => void {
  const timer = setInterval(() => {
    try {
      Deno.statSync(`${path}/.git/points/reached`);
    } catch {
      return;
    }
    clearInterval(timer);
    kill();
  }, 5);
  return () => clearInterval(timer);
}
