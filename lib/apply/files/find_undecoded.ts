import { mapAll } from "../../collections/map_all.ts";
import type { Host } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";

/**
 * Returns the paths of texts in which U+FFFD replaces bytes that are not UTF-8: such a file does not have the
 * length of its text.
 *
 * @param root The folder that the paths are relative to, absolute.
 */
export async function findUndecoded(
  host: Host,
  root: string,
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const suspects = [...texts].filter(([, text]) => text.includes("\uFFFD"));
  const found = await mapAll(suspects, async ([path, text]) => {
    const info = await host.stat(joinPath(root, path)).catch(() => undefined);
    return info?.size === new TextEncoder().encode(text).length ? [] : [path];
  });
  return new Set(found.flat());
}
