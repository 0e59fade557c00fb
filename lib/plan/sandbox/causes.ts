import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";
import { quoteShell } from "../../text/quote_shell.ts";
import { type Mount, viewOf } from "./mounts.ts";

/** The sandbox that a failed program ran in. */
export interface FailedIn {
  /** The folder that it was started in, absolute. */
  readonly cwd: string;
  readonly mounts: readonly Mount[];
  readonly access: SandboxAccess;
  /** The folders that only wf writes: git's and `.planning`, as far as the program could not write them. */
  readonly reserved: readonly string[];
}

const READ_ONLY = /read-only file system|\bEROFS\b|device or resource busy|\bEBUSY\b/i;
const MISSING = /no such file|not found|permission denied|operation not permitted|\bE(?:NOENT|ACCES|PERM)\b/i;
const NO_NETWORK =
  /network is unreachable|could ?n.t resolve|could not resolve|name resolution|getaddrinfo|connection refused|dns error|failed to lookup address|\bE(?:NETUNREACH|AI_AGAIN|CONNREFUSED|NOTFOUND)\b/i;
const NESTED =
  /no usable sandbox|failed to move to new namespace|(?:unshare|clone|namespace).*not permitted/i;

/** The length of output that is examined, in UTF-16 units. */
const MAX_LENGTH = 100_000;

/**
 * Returns how the sandbox may have caused a failure, with the setting that changes it; undefined if nothing in
 * the output of the program suggests that. The last line that does counts.
 */
export function sandboxCause(output: string, sandbox: FailedIn): string | undefined {
  for (const line of output.slice(-MAX_LENGTH).split("\n").reverse()) {
    const cause = causeIn(line, sandbox);
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/**
 * Returns the paths that an agent probably could not write because of the sandbox, without those that only wf
 * writes.
 *
 * @param message What it reports about its commands, in JSON.
 */
export function refusedPaths(message: string, { cwd, mounts, reserved }: FailedIn): readonly string[] {
  if (!READ_ONLY.test(message)) return [];
  // The lines of its strings.
  return message.split(/\\n|(?<!\\)"/).filter((line) => READ_ONLY.test(line)).flatMap((line) => {
    const paths = pathsIn(line, cwd);
    const isOwn = paths.some((path) => reserved.some((folder) => pathWithin(folder, path) !== undefined));
    return isOwn ? [] : paths.find((path) => viewOf(path, mounts) === "read-only") ?? [];
  });
}

function causeIn(line: string, { cwd, mounts, access, reserved }: FailedIn): string | undefined {
  if (line.startsWith("bwrap: ")) {
    return `The sandbox did not start the program (${line}). ${open("sandbox", "off")}`;
  }
  const paths = pathsIn(line, cwd);
  if (READ_ONLY.test(line)) {
    const own = paths.find((path) => reserved.some((folder) => pathWithin(folder, path) !== undefined));
    if (own !== undefined) {
      return `The sandbox keeps "${own}" read-only: only wf commits and changes documents`;
    }
    const path = paths.find((path) => viewOf(path, mounts) === "read-only");
    const what = path === undefined ? "this path" : `"${path}"`;
    return `The sandbox keeps ${what} read-only. ${allow(path ?? "/path/to/folder")}`;
  }
  const hidden = paths.find((path) => viewOf(path, mounts) === "hidden");
  if (hidden !== undefined && MISSING.test(line)) return `The sandbox hides "${hidden}". ${allow(hidden)}`;
  if (NESTED.test(line)) return `The sandbox may forbid a sandbox in it. ${open("sandbox", "off")}`;
  if (access.network || !NO_NETWORK.test(line)) return undefined;
  return `In the sandbox, commands have no network but their own localhost. ${
    open("sandbox_network", "all")
  }`;
}

/** Explains how to let programs in the sandbox write a path. */
export function allow(path: string): string {
  return open("sandbox_writable", JSON.stringify([path]));
}

function open(key: string, value: string): string {
  return `To change that: wf config set agent.${key} ${quoteShell(value)}`;
}

/** Returns the words of a line that look like paths, as absolute ones. */
function pathsIn(line: string, cwd: string): readonly string[] {
  const words = line.split(/[\s\\"'`‘’:,;()[\]]+/).filter((word) => word.includes("/"));
  return words.map((word) => joinPath(cwd, word));
}
