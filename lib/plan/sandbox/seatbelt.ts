import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { type Mount, ordered } from "./mounts.ts";

/**
 * Returns the profile for `sandbox-exec` on macOS, in which later rules win.
 *
 * It has no mounts: a place with a view of other content is read-only, but for the index and the objects of
 * git, which `git add` writes. The local services of the machine can always be reached.
 */
export function seatbeltProfile(mounts: readonly Mount[], access: SandboxAccess): string {
  const rules = [
    ...["(version 1)", "(allow default)", "(deny file-write*)", '(allow file-write* (subpath "/dev"))'],
    ...["/private/tmp", "/private/var/tmp", "/private/var/folders"].map((path) =>
      rule("allow", "write", path)
    ),
    ...ordered(mounts).flatMap(mountRules),
    ...(access.network ? [] : [
      "(deny network*)",
      ...["inbound", "bind", "outbound"].map((way) =>
        `(allow network-${way} (${side(way)} ip "localhost:*"))`
      ),
    ]),
  ];
  return `${rules.join("\n")}\n`;
}

function mountRules({ path, view }: Mount): readonly string[] {
  switch (view) {
    case "read-only":
      return [rule("deny", "write", path)];
    case "writable":
    case "copied":
      return [rule("allow", "write", path)];
    case "hidden":
      return [rule("deny", "read", path), rule("deny", "write", path)];
    case "replaced":
      return [
        rule("deny", "write", path),
        ...["index", "index.lock"].map((name) => rule("allow", "write", `${path}/${name}`)),
      ];
    case "shown":
      return [];
  }
}

function rule(effect: "allow" | "deny", use: "read" | "write", path: string): string {
  return `(${effect} file-${use}* (subpath ${JSON.stringify(path)}))`;
}

function side(way: string): string {
  return way === "outbound" ? "remote" : "local";
}
