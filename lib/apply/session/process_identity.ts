import { defined } from "../../collections/defined.ts";
import type { Host } from "../../host/host.ts";

/** A process, told apart from others with the same ID. The optional properties are known only on Linux. */
export interface ProcessIdentity {
  /** The ID of the process. */
  readonly pid: number;
  /** The name of its machine. */
  readonly host: string;
  /** The ID of its machine, which containers may lack or share. */
  readonly machine?: string;
  /** The ID that its machine got when it was started. */
  readonly boot?: string;
  /** The namespace of its ID: each container has its own. */
  readonly space?: string;
  /** The time of its start, in a unit of its system. */
  readonly started?: string;
}

/** Returns the identity that a process with an ID has here, whether or not it is alive. */
export async function identityOf(host: Host, pid: number): Promise<ProcessIdentity> {
  const [machine, boot, space, started] = await Promise.all([
    attempt(host.readText("/etc/machine-id")),
    attempt(host.readText("/proc/sys/kernel/random/boot_id")),
    attempt(host.readLink("/proc/self/ns/pid")),
    attempt(host.readText(`/proc/${pid}/stat`)),
  ]);
  // The name, in parentheses, may contain anything. See proc_pid_stat(5).
  const fields = started?.slice(started.lastIndexOf(")") + 2).split(" ");
  return { pid, host: host.hostname(), ...defined({ machine, boot, space, started: fields?.[19] }) };
}

/**
 * Reports whether a process may be alive. One that cannot be seen from here counts as alive.
 *
 * @param ownCounts True if this process counts as alive too.
 */
export async function mayBeAlive(host: Host, found: ProcessIdentity, ownCounts = false): Promise<boolean> {
  const here = await identityOf(host, found.pid);
  const differs = (key: "machine" | "boot" | "space" | "started") =>
    found[key] !== undefined && here[key] !== undefined && found[key] !== here[key];
  const isSameBoot = found.boot !== undefined && found.boot === here.boot;
  if (!isSameBoot && found.host !== here.host || differs("machine")) return true;
  if (differs("boot")) return false;
  if (differs("space")) return true;
  if (found.pid === host.pid && !ownCounts) return false;
  return host.isAlive(found.pid) && !differs("started");
}

/** Reads a file of the system; undefined if it does not exist, is empty, or may not be read. */
async function attempt(text: Promise<string>): Promise<string | undefined> {
  const found = await text.catch(() => "");
  return found.trim() || undefined;
}
