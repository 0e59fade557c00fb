import { joinPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Repository } from "../git/repository.ts";

/**
 * Saves file contents in git's folder, where nothing else changes them.
 *
 * @param texts Contents by path, relative to the project root.
 * @returns The folder with the saved files, absolute.
 */
export async function saveCopies(
  repository: Repository,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const { git } = repository;
  const folder = keptFolder(repository);
  // The folder is new, so that it contains no links.
  await git.host.makeDirectory(folder);
  const files = new ConfinedFiles(git.host, folder);
  for (const [path, text] of texts) await files.write(path, text);
  return folder;
}

/** Returns a new folder for saved files, named by the time, absolute. The folder does not exist yet. */
export function keptFolder({ git }: Repository): string {
  const time = new Date(git.host.now()).toISOString().replaceAll(":", "-");
  return joinPath(git.commonDirectory, "wf", "kept", time);
}
