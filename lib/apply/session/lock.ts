import { defined } from "../../collections/defined.ts";
import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import type { Git } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import { mayBeAlive, type ProcessIdentity } from "./process_identity.ts";
import { jsonValue } from "../../text/json_value.ts";
import { hasKeys } from "../../collections/is_record.ts";

/** The lock, in the repository's common folder. */
const RECORD = "wf/lock.json";

/** The content of a lock: the process, and the state of the working tree before the run. */
export interface LockInfo extends ProcessIdentity {
  /** The time when it started, ISO 8601. */
  readonly startedAt: string;
  /** The command, for users: `execute-phase 1`. */
  readonly command: string;
  /** The mark that its programs carry. */
  readonly mark?: string;
  /** The root of its working tree. */
  readonly root?: string;
  /** The path and the name of its project in that. */
  readonly project?: Pick<Repository, "prefix" | "project">;
  /** The start of the first of several runs that were killed one after the other, if this is not the first. */
  readonly since?: string;
  /** The paths that were untracked or changed before it began, each with a mark of its content. */
  readonly baseline: Readonly<Record<string, string>>;
  /** True for a call of a hosting agent, which ends at its next task or question. */
  readonly hosted?: boolean;
  /** True if the run has ended after an interruption, and has left documents unfinished at most. */
  readonly ended?: boolean;
  /** True if the run has ended, but a git process of it was killed, with the same leftovers as if the run had been. */
  readonly killed?: boolean;
}

/** The result of {@link acquireLock}. */
export type LockResult =
  | {
    readonly kind: "acquired";
    readonly stale: LockInfo | undefined;
    release(): Promise<void>;
    /** Leaves the lock for the next run, as that of a run that has ended. */
    leave(how: "ended" | "killed"): Promise<void>;
  }
  | { readonly kind: "held"; readonly by: LockInfo };

/**
 * Takes the lock of a repository: one run at a time, over all its worktrees.
 *
 * A lock whose process has ended is taken over and returned as `stale`; it describes the working tree before
 * that run. A lock of another machine or container is never taken over.
 *
 * @param directory The repository's common folder.
 */
export async function acquireLock(host: Host, directory: string, info: LockInfo): Promise<LockResult> {
  const files = new ConfinedFiles(host, directory);
  const path = joinPath(directory, RECORD);
  const own = async () => {
    const found = parseLock(await readLock(host, path));
    return found?.pid === info.pid && found.startedAt === info.startedAt ? found : undefined;
  };
  const release = async () => {
    if (await own() !== undefined) await host.removeFile(path);
  };
  const leave = async (how: "ended" | "killed") => {
    const found = await own();
    if (found !== undefined) {
      await files.write(RECORD, `${JSON.stringify({ ...found, [how]: true }, null, 2)}\n`);
    }
  };
  // A run may have been killed between the removal of a lock and the creation of its own.
  const asides = [...await locksAside(host, path)];
  let stale: LockInfo | undefined;
  for (const aside of asides) stale = parseLock(await readLock(host, aside)) ?? stale;
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      // Until the leftovers of an interrupted run are settled, its working tree, its baseline and its start count.
      const before = stale &&
        {
          ...defined({ root: stale.root, project: stale.project }),
          baseline: stale.baseline,
          since: startOf(stale),
        };
      const text = JSON.stringify({ ...info, ...before }, null, 2);
      if (await files.create(RECORD, `${text}\n`)) return { kind: "acquired", stale, release, leave };
      const found = await readLock(host, path);
      const other = parseLock(found);
      if (other !== undefined && await isHeld(host, other)) return { kind: "held", by: other };
      if (found === undefined || !await moveLockAside(host, path, found)) continue;
      asides.push(asideOf(host, path));
      stale = other ?? stale;
    }
    return { kind: "held", by: parseLock(await readLock(host, path)) ?? info };
  } finally {
    for (const aside of asides) await host.removeFile(aside);
  }
}

/** Returns the time when the first of the runs that a lock describes started, ISO 8601. */
export function startOf({ since, startedAt }: LockInfo): string {
  return since ?? startedAt;
}

/** Returns the lock of a repository, and whether its run may still be alive; undefined if there is none. */
export async function findLock(
  { host, commonDirectory }: Pick<Git, "host" | "commonDirectory">,
): Promise<{ readonly info: LockInfo; readonly alive: boolean } | undefined> {
  const info = parseLock(await readLock(host, joinPath(commonDirectory, RECORD)));
  return info && { info, alive: await mayBeAlive(host, info) };
}

/** Reports whether a process that took the lock at a time still runs; it may be this one, which serves calls. */
export async function holdsLock(
  { host, commonDirectory }: Pick<Git, "host" | "commonDirectory">,
  { pid, startedAt }: Pick<LockInfo, "pid" | "startedAt">,
): Promise<boolean> {
  const found = parseLock(await readLock(host, joinPath(commonDirectory, RECORD)));
  if (found === undefined || found.pid !== pid || found.startedAt !== startedAt) return false;
  return !hasEnded(found) && await mayBeAlive(host, found, true);
}

/** Returns the path to which this process moves a stale lock until it has created its own. */
function asideOf(host: Host, path: string): string {
  return `${path}.${host.pid}`;
}

/** Returns the paths of stale locks that processes have moved aside. */
async function locksAside(host: Host, path: string): Promise<readonly string[]> {
  const folder = parentPath(path);
  const entries = await host.readDirectory(folder).catch(() => []);
  const names = entries.map(({ name }) => name).filter((name) => /^lock\.json\.\d+$/.test(name));
  return names.map((name) => joinPath(folder, name));
}

/**
 * Moves a stale lock aside. Another run may have replaced it concurrently, so it is checked then, and restored if it
 * is another one.
 *
 * @returns True if it was the expected lock.
 */
async function moveLockAside(host: Host, path: string, found: string): Promise<boolean> {
  const aside = asideOf(host, path);
  await host.removeFile(aside);
  try {
    await host.move(path, aside);
  } catch {
    return false;
  }
  const moved = await readLock(host, aside);
  if (moved === found) return true;
  if (moved !== undefined) await host.createText(path, moved);
  await host.removeFile(aside);
  return false;
}

/** Reads the content of the current lock; undefined if there is none. */
async function readLock(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.readText(path);
  } catch {
    return undefined;
  }
}

/** Parses a lock; undefined if it is truncated. */
function parseLock(text: string | undefined): LockInfo | undefined {
  const value = jsonValue(text ?? "");
  return isLockInfo(value) ? value : undefined;
}

async function isHeld(host: Host, info: LockInfo): Promise<boolean> {
  return !hasEnded(info) && await mayBeAlive(host, info);
}

function hasEnded({ ended, killed }: LockInfo): boolean {
  return ended === true || killed === true;
}

function isLockInfo(value: unknown): value is LockInfo {
  return hasKeys(value, ["startedAt", "command"]) && typeof value.pid === "number" &&
    typeof value.host === "string" && typeof value.baseline === "object";
}
