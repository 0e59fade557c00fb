import { ConfinedFiles } from "../../apply/files/confined_files.ts";
import { type Host, HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";

/** Maximum size of a file that is read, in bytes: a larger one defines no commands. */
const MAX_SIZE = 1_000_000;

/**
 * Returns the paths that exist in a project, with their texts; that of a folder or a large file is empty. Paths
 * outside of the project, and unreadable ones, count as missing.
 */
export async function readNamedFiles(
  paths: readonly string[],
  root: string,
  host: Host,
): Promise<ReadonlyMap<string, string>> {
  const confined = new ConfinedFiles(host, root);
  const texts = new Map<string, string>();
  for (const path of paths) {
    try {
      const found = await host.stat(joinPath(root, path));
      if (found === undefined) continue;
      const isText = found.kind === "file" && found.size <= MAX_SIZE;
      const text = isText ? await confined.read(path) : await confined.list(path).then(() => "");
      texts.set(path, text ?? "");
    } catch (error) {
      if (!(error instanceof HostError)) throw error;
    }
  }
  return texts;
}
