/**
 * The documents people read.
 * @module
 */
import { sourceFiles } from "../house/source_files.ts";
import { fromRoot } from "../support/root.ts";

/** Paths of the documents that are written by hand, in order. */
export async function documents(): Promise<readonly string[]> {
  return (await sourceFiles()).filter((path) =>
    /^(?:docs\/.*|README|CONTRIBUTING)\.md$|^README\.md$/.test(path)
  );
}

/** The text of a document. */
export function readDocument(path: string): Promise<string> {
  return Deno.readTextFile(fromRoot(path));
}
