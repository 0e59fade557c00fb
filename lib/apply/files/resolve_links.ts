import { type Host, HostError } from "../../host/host.ts";
import { baseName, joinPath, parentPath } from "../../path/paths.ts";

/** The result for a broken link: a file created through it would be in an unexpected place. */
export const NOWHERE = "/a link that leads nowhere";

/**
 * Resolves the links of a path as far as it exists; the rest keeps its names. A broken link yields
 * {@link NOWHERE}.
 *
 * @param path The absolute path, without `..`.
 */
export async function resolveLinks(host: Host, path: string): Promise<string> {
  try {
    return await host.realPath(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // A circle of links, or a folder without permission to read it.
    if (error.reason !== "not-found" && error.reason !== "not-a-directory") return NOWHERE;
    const parent = parentPath(path);
    if (parent === path) return path;
    if (await host.kindOf(path) === "link") return NOWHERE;
    const real = await resolveLinks(host, parent);
    return real === NOWHERE ? NOWHERE : joinPath(real, baseName(path));
  }
}
