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

/** The time in the name of the last folder, in milliseconds. */
let last = 0;

/**
 * Returns a new folder for saved files, named by the time, absolute. The folder does not exist yet. Two in the same
 * millisecond have different names.
 */
export function keptFolder({ git }: Repository): string {
  const now = git.host.now();
  const isTaken = now <= last && last - now < 1_000;
  last = isTaken ? last + 1 : now;
  const time = new Date(last).toISOString().replaceAll(":", "-");
  return joinPath(git.commonDirectory, "wf", "kept", time);
}
