import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";

/** The lock, in the repository's common folder. */
const RECORD = "wf/lock.json";

/** What a run writes into its lock: who it is, and how it found the working tree. */
export interface LockInfo {
  /** Number of the process. */
  readonly pid: number;
  /** Name of its machine. */
  readonly host: string;
  /** When it started, ISO 8601. */
  readonly startedAt: string;
  /** What it does, for people: `execute-phase 1`. */
  readonly command: string;
  /** Mark that its programs carry. */
  readonly mark?: string;
  /** Paths that were untracked or changed before it began, with a mark of their contents. */
  readonly baseline: Readonly<Record<string, string>>;
}

/** The result of {@link acquireLock}. */
export type LockResult =
  | { readonly kind: "acquired"; readonly stale: LockInfo | undefined; release(): Promise<void> }
  | { readonly kind: "held"; readonly by: LockInfo };

/**
 * Takes the lock of a repository: one run at a time, over all its worktrees.
 *
 * A lock whose process is gone is taken over and returned as `stale`; it tells what that run left
 * behind. A lock of another machine is never taken over.
 *
 * @param directory The repository's common folder.
 */
export async function acquireLock(host: Host, directory: string, info: LockInfo): Promise<LockResult> {
  const files = new ConfinedFiles(host, directory);
  const path = joinPath(directory, RECORD);
  const release = async () => {
    const found = parseLock(await readLock(host, path));
    if (found?.pid === info.pid && found.startedAt === info.startedAt) await host.removeFile(path);
  };
  let stale: LockInfo | undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    // Until what a run that is gone left is put aside, what was there before it counts, not what is there now.
    const text = JSON.stringify({ ...info, baseline: stale?.baseline ?? info.baseline }, null, 2);
    if (await files.create(RECORD, `${text}\n`)) return { kind: "acquired", stale, release };
    const found = await readLock(host, path);
    const other = parseLock(found);
    if (other !== undefined && isHeld(host, other)) return { kind: "held", by: other };
    if (found !== undefined && await takeAway(host, path, found)) stale = other ?? stale;
  }
  return { kind: "held", by: parseLock(await readLock(host, path)) ?? info };
}

/**
 * Takes a lock away. Another run may do the same at this moment and have put its own in the place: what was
 * moved is looked at before it goes, and put back where it is not the one that was found.
 *
 * @returns Whether it was the one that was found.
 */
async function takeAway(host: Host, path: string, found: string): Promise<boolean> {
  const aside = `${path}.${host.pid}`;
  await host.removeFile(aside);
  try {
    await host.move(path, aside);
  } catch {
    return false;
  }
  const moved = await readLock(host, aside);
  if (moved !== undefined && moved !== found) await host.createText(path, moved);
  await host.removeFile(aside);
  return moved === found;
}

/** The text of the lock that is there, whoever holds it; undefined when there is none. */
async function readLock(host: Host, path: string): Promise<string | undefined> {
  try {
    return await host.readText(path);
  } catch {
    return undefined;
  }
}

/** What a lock says; undefined when it was cut off. */
function parseLock(text: string | undefined): LockInfo | undefined {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isLockInfo(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHeld(host: Host, info: LockInfo): boolean {
  return info.host !== host.hostname() || (info.pid !== host.pid && host.isAlive(info.pid));
}

function isLockInfo(value: unknown): value is LockInfo {
  return typeof value === "object" && value !== null && "pid" in value && typeof value.pid === "number" &&
    "host" in value && typeof value.host === "string" && "startedAt" in value && "command" in value &&
    "baseline" in value && typeof value.baseline === "object";
}
