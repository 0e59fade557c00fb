import type { Host } from "../host/host.ts";
import { joinPath } from "../host/paths.ts";

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
  const path = joinPath(directory, "wf", "lock.json");
  const release = async () => {
    if (
      await readLock(host, path).then((found) =>
        found?.pid === info.pid && found.startedAt === info.startedAt
      )
    ) {
      await host.removeFile(path);
    }
  };
  let stale: LockInfo | undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    // Until what a run that is gone left is put aside, what was there before it counts, not what is there now.
    const text = JSON.stringify({ ...info, baseline: stale?.baseline ?? info.baseline }, null, 2);
    if (await host.createText(path, `${text}\n`)) return { kind: "acquired", stale, release };
    const other = await readLock(host, path);
    if (other !== undefined && isHeld(host, other)) return { kind: "held", by: other };
    if (other !== undefined) stale = other;
    await host.removeFile(path);
  }
  return { kind: "held", by: (await readLock(host, path)) ?? info };
}

/** The lock that is there, whoever holds it; undefined when there is none or it was cut off. */
async function readLock(host: Host, path: string): Promise<LockInfo | undefined> {
  try {
    const value: unknown = JSON.parse(await host.readText(path));
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
