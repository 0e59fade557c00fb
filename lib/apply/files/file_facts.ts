import { type Host, HostError } from "../../host/host.ts";
import { isAbsolute, joinPath, pathWithin } from "../../path/paths.ts";
import type { FileFact } from "../../plan/verification/file_facts.ts";

/** The maximum size of a file to read, in bytes. Generated bundles and data are larger; files that plans name are not. */
const MAX_BYTES = 1_000_000;

/**
 * Reads the entry at a path of the project. A file is read if it is in the project after resolving links, and is
 * text of at most a million bytes.
 *
 * @param root The absolute path of the project root, links resolved.
 * @param path Relative to the root, normalized.
 */
export async function readFileFact(host: Host, root: string, path: string): Promise<FileFact> {
  if (isAbsolute(path) || path === ".." || path.startsWith("../")) return { kind: "outside" };
  const file = joinPath(root, path);
  try {
    const info = await host.stat(file);
    if (info === undefined) return missing(await nearPath(host, root, path));
    const real = pathWithin(root, await host.realPath(file));
    if (real === undefined) return { kind: "outside" };
    // A case-insensitive file system finds files that others do not.
    if (real !== path && folded(real) === folded(path) && real.normalize() !== path.normalize()) {
      return missing(real);
    }
    if (info.kind === "directory") {
      return { kind: "directory", empty: (await host.readDirectory(file)).length === 0 };
    }
    if (info.kind === "other") return { kind: "unread", reason: "it is not an ordinary file" };
    if (info.size > MAX_BYTES) {
      return { kind: "unread", reason: `it is larger than ${MAX_BYTES / 1_000_000} MB` };
    }
    const text = await host.readText(file);
    return text.includes("\0") ? { kind: "unread", reason: "it is not a text file" } : { kind: "text", text };
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return {
      kind: "unread",
      reason: error.reason === "no-permission" ? "permission to read it is denied" : "it cannot be read",
    };
  }
}

function missing(near: string | undefined): FileFact {
  return near === undefined ? { kind: "missing" } : { kind: "missing", near };
}

/** Returns an existing path that differs only in case or in Unicode normalization. */
async function nearPath(host: Host, root: string, path: string): Promise<string | undefined> {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    const folder = joinPath(root, ...parts);
    if ((await host.stat(folder))?.kind !== "directory") return undefined;
    const names = (await host.readDirectory(folder)).map(({ name }) => name);
    const name = names.includes(part) ? part : names.find((other) => folded(other) === folded(part));
    if (name === undefined) return undefined;
    parts.push(name);
  }
  return parts.join("/");
}

function folded(text: string): string {
  return text.normalize().toLowerCase();
}
