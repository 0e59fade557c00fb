import { type Host, HostError } from "../../host/host.ts";
import { baseName, joinPath, parentPath } from "../../path/paths.ts";

/** Where a path leads that ends at a link to nothing: a file made there would lie where nobody looked. */
export const NOWHERE = "/a link that leads nowhere";

/**
 * A path with its links resolved, as far as it is there; the rest keeps its names. A link that leads
 * nowhere gives {@link NOWHERE}.
 *
 * @param path Absolute, without `..`.
 */
export async function resolveLinks(host: Host, path: string): Promise<string> {
  try {
    return await host.realPath(path);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    // A circle of links, or a folder that may not be looked into.
    if (error.reason !== "not-found" && error.reason !== "not-a-directory") return NOWHERE;
    const parent = parentPath(path);
    if (parent === path) return path;
    if (await isLink(host, parent, baseName(path))) return NOWHERE;
    const real = await resolveLinks(host, parent);
    return real === NOWHERE ? NOWHERE : joinPath(real, baseName(path));
  }
}

async function isLink(host: Host, folder: string, name: string): Promise<boolean> {
  try {
    return (await host.readDirectory(folder)).some((entry) => entry.name === name && entry.kind === "link");
  } catch (error) {
    if (error instanceof HostError) return false;
    throw error;
  }
}
