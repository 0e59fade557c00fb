import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import type { Git } from "./git.ts";
import type { StatusEntry } from "./output.ts";

/**
 * How a run found the working tree: the paths that were untracked or changed before it began, each
 * with a mark (size and time) that tells whether it has changed since. Such paths are the user's
 * and are committed only if a task changes them.
 */
export type Baseline = Readonly<Record<string, string>>;

/** Takes the baseline from the entries of a status. */
export async function takeBaseline(git: Git, entries: readonly StatusEntry[]): Promise<Baseline> {
  const marks: Record<string, string> = {};
  for (const { path } of entries) marks[path] = await markOf(git.host, joinPath(git.root, path));
  return marks;
}

/**
 * The paths of a status that have changed since a baseline was taken, in order.
 *
 * @param status The status, where it is known already.
 */
export async function changedSince(
  git: Git,
  baseline: Baseline,
  status?: readonly StatusEntry[],
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { path } of status ?? await git.status()) {
    const before = Object.hasOwn(baseline, path) ? baseline[path] : undefined;
    if (before === undefined || before !== await markOf(git.host, joinPath(git.root, path))) {
      changed.push(path);
    }
  }
  return [...new Set(changed)].sort();
}

/**
 * A baseline to which what changed since another one was taken is added: nobody but a person was at work in
 * between, so it is theirs.
 *
 * @returns The baseline, and the paths that were added, in order.
 */
export async function leaveSince(
  git: Git,
  baseline: Baseline,
  since: Baseline,
): Promise<{ readonly baseline: Baseline; readonly added: readonly string[] }> {
  const status = await git.status();
  const added = await changedSince(git, since, status);
  const now = await takeBaseline(git, status.filter(({ path }) => added.includes(path)));
  return { baseline: { ...baseline, ...now }, added };
}

/** A link is marked by what it holds: what it leads to may be changed by others. */
async function markOf(host: Host, path: string): Promise<string> {
  const target = await linkTarget(host, path);
  if (target !== undefined) return `link:${target}`;
  const info = await host.stat(path);
  return info === undefined ? "gone" : `${info.size}:${info.modified}`;
}

/** Whether anything has a path: a link that leads nowhere has. */
export async function isThere(host: Host, path: string): Promise<boolean> {
  return await host.stat(path) !== undefined || await linkTarget(host, path) !== undefined;
}

/** What a symbolic link holds; undefined for anything else. */
export async function linkTarget(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.readLink(path);
  } catch {
    return undefined;
  }
}
