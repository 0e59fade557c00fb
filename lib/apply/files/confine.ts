/**
 * Where paths of agents lead once links are resolved.
 *
 * What is looked at here and what is done later are two moments: a process that changes links in between is
 * not held by this. It holds an agent to the path it named, not a hostile program that runs beside it; that
 * takes a sandbox of the system.
 * @module
 */
import type { Host } from "../../host/host.ts";
import { isAbsolute, joinPath, normalize, parentPath, pathWithin } from "../../path/paths.ts";
import type { Writable } from "../../permissions/effects/writable.ts";
import { protectionOf } from "../../permissions/effects/protected_paths.ts";
import { NOWHERE, resolveLinks } from "./resolve_links.ts";

/** A path that an agent may use, or why it may not. */
export type ConfinedPath =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

/** What is to be done with a file. */
export type FileAccess = "read" | "write";

/** What {@link confinePath} is asked for. */
export interface ConfinedRequest {
  /** The path, as the agent gave it. */
  readonly path: string;
  /** What it is for. */
  readonly access: FileAccess;
  /** The files that may be written; all that nothing else protects when left out. */
  readonly writable?: Writable;
}

/**
 * Confines a path to a folder, after all links in it are resolved.
 *
 * Git's own files are not for agents at all; the tool's configuration and the settings of agents are not
 * theirs to write.
 *
 * @param folder Absolute, links resolved.
 * @param request The path, as the agent gave it, and what it is for.
 */
export async function confinePath(
  host: Host,
  folder: string,
  { path, access, writable }: ConfinedRequest,
): Promise<ConfinedPath> {
  const asked = path.replaceAll("\\", "/");
  if (!isAbsolute(asked)) return refused(`"${path}" is not an absolute path`);
  // Steps back are taken after links, as the system takes them.
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
 * A path with its links and `..` resolved from left to right, as the system takes them; see {@link resolveLinks}.
 *
 * @param path Absolute.
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
