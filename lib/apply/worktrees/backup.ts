import { joinPath } from "../../path/paths.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Repository } from "../git/repository.ts";

/**
 * Keeps texts beside git's own files, where nothing else touches them.
 *
 * @param texts By path, relative to the project root.
 * @returns The folder they are in, absolute.
 */
export async function keepTexts(
  repository: Repository,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const { git } = repository;
  const folder = keptFolder(repository);
  // The folder is for this moment alone, so that nothing in it is a link.
  await git.host.makeDirectory(folder);
  const files = new ConfinedFiles(git.host, folder);
  for (const [path, text] of texts) await files.write(path, text);
  return folder;
}

/** A folder for what is kept at this moment, absolute. It is not made yet. */
export function keptFolder({ git }: Repository): string {
  const time = new Date(git.host.now()).toISOString().replaceAll(":", "-");
  return joinPath(git.commonDirectory, "wf", "kept", time);
}
