import type { DirectoryEntry, Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";

/**
 * Copies a file, a link or a folder with its contents. Existing files are not overwritten.
 *
 * @returns False if there is nothing to copy.
 */
export async function copyPath(host: Host, from: string, to: string): Promise<boolean> {
  const entry = await host.kindOf(from);
  if (entry === undefined) return false;
  await host.makeDirectory(parentPath(to));
  await copyEntry(host, entry, from, to);
  return true;
}

async function copyEntry(host: Host, kind: DirectoryEntry["kind"], from: string, to: string): Promise<void> {
  if (kind === "directory") {
    await host.makeDirectory(to);
    for (const entry of await host.readDirectory(from)) {
      await copyEntry(host, entry.kind, joinPath(from, entry.name), joinPath(to, entry.name));
    }
  } else if (await host.kindOf(to) === undefined) {
    if (kind === "link") await host.link(await host.readLink(from), to);
    else if (kind === "file") await host.copyFile(from, to);
  }
}
