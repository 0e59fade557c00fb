import { type Host, HostError } from "../../host/host.ts";
import { type IgnorePattern, isIgnored, readIgnorePatterns } from "../../path/ignore_patterns.ts";
import { joinPath, pathWithin } from "../../path/paths.ts";

/**
 * Returns a function that reports whether git ignores a path of a project. Git is not run: the files `.gitignore`
 * and `.git/info/exclude` of the repository are read, each once.
 *
 * @param repository Absolute path of the working tree that contains the project.
 * @param root Absolute path of the project root.
 */
export function ignoredIn(host: Host, repository: string, root: string): (path: string) => Promise<boolean> {
  const prefix = pathWithin(repository, root) ?? ".";
  const known = new Map<string, Promise<readonly IgnorePattern[]>>();
  const patternsOf = (folder: string) => {
    const found = known.get(folder) ?? readPatterns(host, repository, folder);
    known.set(folder, found);
    return found;
  };
  return (path) => isIgnored(prefix === "." ? path : `${prefix}/${path}`, patternsOf);
}

async function readPatterns(
  host: Host,
  repository: string,
  folder: string,
): Promise<readonly IgnorePattern[]> {
  const files = [...(folder === "" ? [".git/info/exclude"] : []), joinPath(folder, ".gitignore")];
  const texts = await Promise.all(files.map((file) => readIfThere(host, joinPath(repository, file))));
  return texts.flatMap(readIgnorePatterns);
}

async function readIfThere(host: Host, path: string): Promise<string> {
  try {
    return await host.readText(path);
  } catch (error) {
    if (error instanceof HostError) return "";
    throw error;
  }
}
