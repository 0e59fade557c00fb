import { mapAll } from "../../collections/map_all.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { PLANNING, WORKSTREAMS } from "../../parse/ids/locations.ts";
import type { ProjectSources } from "../../parse/project/model.ts";
import { conflictIn } from "../../text/conflict.ts";
import { SourceText } from "../../text/source_text.ts";

/** Size in bytes above which a file is not searched. */
const MAX_SIZE = 1_000_000;
/** Files that are not text. */
const BINARY = /\.(?:png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|mp4|mov|webm|woff2?|ttf|db|sqlite)$/i;

/** Returns true for a file that may contain text. */
export function mayHoldText(path: string): boolean {
  return !BINARY.test(path);
}

/**
 * Returns the files of a project that contain conflicts. Links and folders of git are not followed, files that
 * cannot be read are omitted, and so are workstreams, which are projects of their own.
 */
export async function findConflicts(
  host: Host,
  root: string,
  { base = PLANNING, texts }: Pick<ProjectSources, "base" | "texts">,
): Promise<readonly SourceText[]> {
  const paths = (await filesBelow(host, root, base)).filter(mayHoldText);
  const found = await mapAll(paths, async (path) => {
    const text = texts.get(path) ?? await textOf(host, joinPath(root, path));
    return conflictIn(text) === undefined ? [] : [new SourceText(path, text)];
  });
  return found.flat();
}

/** Returns the text of a file; empty if it is too long or cannot be read. */
export async function textOf(host: Host, file: string): Promise<string> {
  const info = await host.stat(file);
  if (info?.kind !== "file" || info.size > MAX_SIZE) return "";
  return await host.readText(file).catch(() => "");
}

async function filesBelow(host: Host, root: string, folder: string): Promise<readonly string[]> {
  const entries = await host.readDirectory(joinPath(root, folder)).catch(() => []);
  const found = await mapAll(entries, async ({ name, kind }) => {
    const path = `${folder}/${name}`;
    if (kind === "file") return [path];
    return kind === "directory" && name !== ".git" && folder !== WORKSTREAMS
      ? await filesBelow(host, root, path)
      : [];
  });
  return found.flat();
}
