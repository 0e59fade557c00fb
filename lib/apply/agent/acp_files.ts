import { type Host, HostError } from "../../host/host.ts";
import { baseName, isAbsolute, joinPath, parentPath, pathWithin } from "../../host/paths.ts";

/** A path that an agent may use, or why it may not. */
export type ConfinedPath =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "refused"; readonly reason: string };

/** What is to be done with a file. */
export type FileAccess = "read" | "write";

/**
 * Confines a path to a folder, after all links in it are resolved.
 *
 * Git's own files are not for agents at all; the tool's configuration is not theirs to write.
 *
 * @param folder Absolute, links resolved.
 * @param path As the agent gave it.
 */
export async function confinePath(
  host: Host,
  folder: string,
  { path, access }: { readonly path: string; readonly access: FileAccess },
): Promise<ConfinedPath> {
  const asked = path.replaceAll("\\", "/");
  if (!isAbsolute(asked)) return refused(`"${path}" is not an absolute path`);
  const resolved = await resolveLinks(host, joinPath(asked));
  const inside = pathWithin(folder, resolved);
  if (inside === undefined || inside === ".") {
    return refused(`"${path}" lies outside of the folder of the work`);
  }
  const parts = inside.toLowerCase().split("/");
  if (parts.includes(".git")) return refused(`"${path}" belongs to git`);
  if (access === "write" && parts.join("/").endsWith(".planning/config.json")) {
    return refused(`"${path}" is the configuration, which is changed by people only`);
  }
  return { kind: "path", path: resolved };
}

/** A path with its links resolved; what is not there yet keeps its name. */
async function resolveLinks(host: Host, path: string): Promise<string> {
  try {
    return await host.realPath(path);
  } catch (error) {
    if (!(error instanceof HostError) || error.reason !== "not-found") throw error;
    const parent = parentPath(path);
    return parent === path ? path : joinPath(await resolveLinks(host, parent), baseName(path));
  }
}

function refused(reason: string): ConfinedPath {
  return { kind: "refused", reason };
}

/**
 * Some lines of a text.
 *
 * @param first Number of the first line, from 1.
 * @param count Number of lines; all when undefined.
 */
export function lineRange(text: string, first = 1, count?: number): string {
  const lines = text.split(/(?<=\n)/);
  const start = Math.max(0, first - 1);
  return lines.slice(start, count === undefined ? undefined : start + count).join("");
}
