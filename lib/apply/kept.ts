import { joinPath } from "../host/paths.ts";
import type { Repository } from "./repository.ts";

/**
 * Keeps texts beside git's own files, where nothing else touches them.
 *
 * @param texts By path, relative to the project root.
 * @returns The folder they are in, absolute.
 */
export async function keepTexts(
  { git }: Repository,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const time = new Date(git.host.now()).toISOString().replaceAll(":", "-");
  const folder = joinPath(git.commonDirectory, "wf", "kept", time);
  for (const [path, text] of texts) await git.host.writeText(joinPath(folder, path), text);
  return folder;
}
