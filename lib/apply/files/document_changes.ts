import type { Host } from "../../host/host.ts";
import { joinPath, parentPath } from "../../path/paths.ts";
import { belowPhases } from "../../parse/ids/summary_paths.ts";
import type { DocumentChanges } from "../../plan/documents/document_changes.ts";
import { ConfinedFiles } from "./confined_files.ts";

/** The state of a file or folder: as before the change, as after it, or different. */
export type Standing = "before" | "after" | "other";

/** Returns the state of each change: files first, then moves. */
export async function standings(
  host: Host,
  root: string,
  { files, moves }: DocumentChanges,
): Promise<readonly Standing[]> {
  const project = new ConfinedFiles(host, root);
  const found: Standing[] = [];
  for (const { path, before, after } of files) {
    const text = await project.read(path);
    found.push(text === after ? "after" : text === before ? "before" : "other");
  }
  for (const { from, to } of moves) {
    const there = await host.stat(joinPath(root, from)) !== undefined;
    const moved = await host.stat(joinPath(root, to)) !== undefined;
    found.push(there === moved ? "other" : moved ? "after" : "before");
  }
  return found;
}

/**
 * Makes the changes that are not made yet, so that it completes changes that were interrupted: new texts first,
 * then moves, then removals and folders of phases that are empty.
 *
 * @returns The paths that something else has changed. If there are any, nothing is done.
 */
export async function makeChanges(
  host: Host,
  root: string,
  changes: DocumentChanges,
): Promise<readonly string[]> {
  const { files, moves } = changes;
  const found = await standings(host, root, changes);
  const other = [...files.map(({ path }) => path), ...moves.map(({ from }) => from)]
    .filter((_, index) => found[index] === "other");
  if (other.length > 0) return other;
  const project = new ConfinedFiles(host, root);
  for (const { path } of files) await project.requireWritable(path);
  for (const { from, to } of moves) await project.requireMovable(from, to);
  for (const [index, { path, after }] of files.entries()) {
    if (found[index] === "before" && after !== undefined) await project.write(path, after);
  }
  for (const [index, { from, to }] of moves.entries()) {
    if (found[files.length + index] === "before") await project.move(from, to);
  }
  const left = files.filter(({ after }) => after === undefined).map(({ path }) => path);
  for (const path of left) await project.remove(path);
  for (const path of [...left, ...moves.map(({ from }) => from)]) {
    let folder = parentPath(path);
    for (; belowPhases(folder) !== undefined; folder = parentPath(folder)) {
      await project.removeEmptyFolder(folder);
    }
  }
  return [];
}
