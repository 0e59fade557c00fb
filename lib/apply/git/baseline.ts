import type { Host } from "../../host/host.ts";
import type { StatusEntry } from "./output.ts";
import { joinPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "./git.ts";
import { gitFolder } from "./repair/loose_refs.ts";

/**
 * The state of the working tree before a run: the paths that were untracked or changed, each with a mark (size
 * and time) to detect later changes. These paths belong to the user and are committed only if a task changes
 * them.
 */
export type Baseline = Readonly<Record<string, string>>;

/** Takes the baseline from the entries of a status. */
export async function takeBaseline(git: Git, entries: readonly StatusEntry[]): Promise<Baseline> {
  const marks: Record<string, string> = {};
  for (const { path } of entries) marks[path] = await markOf(git.host, joinPath(git.root, path));
  return marks;
}

/**
 * Returns the paths of a status that have changed since a baseline, in order.
 *
 * @param status The status, if it is already known.
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

/** Returns the untracked files that did not exist in a baseline, absolute. */
export async function untrackedSince(git: Git, baseline: Baseline): Promise<ReadonlySet<string>> {
  const added = (await git.status())
    .filter(({ kind, path }) => kind === "untracked" && !Object.hasOwn(baseline, path));
  return new Set(added.map(({ path }) => joinPath(git.root, path)));
}

/**
 * Adds to a baseline the changes made since another one was taken: no agent ran in between, so they are the
 * user's.
 *
 * @returns The baseline, and the paths that were added, in order.
 */
export async function addUserChanges(
  git: Git,
  baseline: Baseline,
  since: Baseline,
): Promise<{ readonly baseline: Baseline; readonly added: readonly string[] }> {
  const status = await git.status();
  const added = await changedSince(git, since, status);
  const now = await takeBaseline(git, status.filter(({ path }) => added.includes(path)));
  return { baseline: { ...baseline, ...now }, added };
}

/** Returns the mark of a path. For a link it is the target path, because others may change the target's content. */
async function markOf(host: Host, path: string): Promise<string> {
  const target = await linkTarget(host, path);
  if (target !== undefined) return `link:${target}`;
  const info = await host.stat(path);
  return info === undefined ? "gone" : `${info.size}:${info.modified}`;
}

/** Reports whether a path exists, also as a broken link. */
export async function pathExists(host: Host, path: string): Promise<boolean> {
  return await host.kindOf(path) !== undefined;
}

/** Returns the target path of a symbolic link; undefined for anything else. */
export async function linkTarget(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.kindOf(path) === "link" ? await host.readLink(path) : undefined;
  } catch {
    return undefined;
  }
}

const BASELINE = "wf-baseline.json";

/** Takes the baseline of a worktree and saves it in git's folder for that worktree, for a later run. */
export async function rememberBaseline(git: Git): Promise<Baseline> {
  const baseline = await takeBaseline(git, await git.status());
  await new ConfinedFiles(git.host, await gitFolder(git)).write(BASELINE, `${JSON.stringify(baseline)}\n`);
  return baseline;
}

/** Returns the saved baseline; undefined if a run ended before the worktree was ready. */
export async function recallBaseline(git: Git): Promise<Baseline | undefined> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(joinPath(await gitFolder(git), BASELINE)));
    return typeof value === "object" && value !== null ? value as Baseline : undefined;
  } catch {
    return undefined;
  }
}
