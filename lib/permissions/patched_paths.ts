import type { RequestedPath } from "../../schemas/permission.ts";

const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^(?:\*\*\* Move to: |rename to |copy to )(.+)$/;
const NOWHERE = /^(?:[ab])?\/dev\/null$/;

/**
 * Returns the paths that a patch changes according to its headings: those of `apply_patch` and of unified
 * diffs.
 *
 * @returns An empty list if the text is not a patch.
 */
export function patchedPaths(text: string): readonly RequestedPath[] {
  const paths: RequestedPath[] = [];
  let before: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const section = SECTION.exec(line);
    const move = MOVE.exec(line);
    if (section !== null) {
      paths.push({ path: section[2]!.trim(), intent: section[1] === "Delete" ? "delete" : "write" });
    } else if (move !== null) {
      paths.push({ path: move[1]!.trim(), intent: "write" });
    } else if (before !== undefined && line.startsWith("+++ ")) {
      const after = heading(line);
      const deletes = NOWHERE.test(after);
      const path = deletes ? before : after;
      paths.push({ path: stripped(path), intent: deletes ? "delete" : "write" });
    }
    before = line.startsWith("--- ") ? heading(line) : undefined;
  }
  return paths;
}

/** Returns the path of a heading, without the time that some programs add after a tab. */
function heading(line: string): string {
  return line.slice(4).split("\t")[0]!.trim();
}

function stripped(path: string): string {
  return path.replace(/^[ab]\//, "");
}
