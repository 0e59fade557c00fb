/**
 * Resolves the paths that agents name, and confines them to a folder.
 *
 * A path is checked before it is used, so a process that changes links in between can bypass the check. It
 * confines an agent to the path that it named, not a hostile concurrent program; that needs a sandbox of the
 * system.
 * @module
 */
import type { Host } from "../../host/host.ts";
import { isAbsolute, joinPath, normalize, parentPath, pathWithin } from "../../path/paths.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { protectionOf } from "../../permissions/effects/protected_paths.ts";
import { NOWHERE, resolveLinks } from "./resolve_links.ts";

/** A path that an agent may use, or the reason why it may not. */
export type ConfinedPath =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

export type FileAccess = "read" | "write";

export interface ConfinedRequest {
  /** The path, as the agent gave it. */
  readonly path: string;
  readonly access: FileAccess;
  /** The files that may be written; by default, all that are not protected otherwise. */
  readonly writable?: Writable;
}

/**
 * Confines a path to a folder, after all links in it are resolved.
 *
 * Agents may not access git's own files, and may not write wf's configuration or the settings of agents.
 *
 * @param folder The absolute path of the folder, links resolved.
 */
export async function confinePath(
  host: Host,
  folder: string,
  { path, access, writable }: ConfinedRequest,
): Promise<ConfinedPath> {
  const asked = path.replaceAll("\\", "/");
  if (!isAbsolute(asked)) return refused(`"${path}" is not an absolute path`);
  // Like the system, resolves `..` after links.
  const resolved = await resolveSteps(host, asked);
  if (resolved === NOWHERE) return refused(`"${path}" is a broken link`);
  const inside = pathWithin(folder, resolved);
  if (inside === undefined || inside === ".") {
    return refused(`"${path}" is outside the working folder`);
  }
  const protection = protectionOf(inside);
  if (inside.toLowerCase().split("/").includes(".git")) return refused(`"${path}" is one of git's own files`);
  if (access === "write" && protection !== undefined) return refused(protection.reason);
  if (access === "write" && writable !== undefined && !writable.allows(inside)) {
    return refused(`it writes "${inside}", and this work may write ${writable.what}`);
  }
  return { kind: "path", path: resolved };
}

/**
 * Resolves the links and `..` of a path from left to right, as the system does; see {@link resolveLinks}.
 *
 * @param path The absolute path.
 */
export async function resolveSteps(host: Host, path: string): Promise<string> {
  const [root = "/"] = /^(?:[A-Za-z]:\/|\/)/.exec(path) ?? [];
  if (!path.includes("..")) return await resolveLinks(host, normalize(path));
  let at = root;
  for (const name of path.slice(root.length).split("/")) {
    if (name === "" || name === ".") continue;
    at = name === ".." ? parentPath(at) : await resolveLinks(host, joinPath(at, name));
    if (at === NOWHERE) return NOWHERE;
  }
  return at;
}

function refused(reason: string): ConfinedPath {
  return { kind: "refused", reason };
}
