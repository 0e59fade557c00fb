import { baseName, joinPath, normalize, pathWithin } from "../../path/paths.ts";
import { absoluteFolders, isCommonFolder, pathBelow } from "../../text/changed_folders.ts";
import { quoteShell } from "../../text/quote_shell.ts";

/** The project's folders, as absolute paths. */
export interface ProjectFolders {
  /** The project in the working tree where the check runs. */
  readonly here: string;
  /** The project in the user's own working tree. */
  readonly home: string;
}

export interface LocatedCheck {
  /** The command to run: where it changed to the project's folder, it changes to the one where it runs. */
  readonly command: string;
  /** The absolute folders that were replaced, in order. */
  readonly replaced: readonly string[];
  /** The absolute folders outside of the project that the check still changes to, in order. */
  readonly outside: readonly string[];
}

/**
 * Lets a check run in the working tree that it is about.
 *
 * Plans often change to the project by an absolute path of their author's machine. In a worktree this would test the
 * user's own working tree, and in a clone another one or none. A path below a folder with the project's name is taken
 * as one of the project's; the rule `check-absolute-path` reports it.
 */
export function inProject(command: string, { here, home }: ProjectFolders): LocatedCheck {
  const replaced: string[] = [];
  const outside: string[] = [];
  let located = "";
  let at = 0;
  for (const { folder, place } of absoluteFolders(command)) {
    const path = normalize(folder);
    const below = pathWithin(here, path) ?? pathWithin(home, path) ??
      (isCommonFolder(path) ? undefined : pathBelow(path, baseName(home)));
    if (below === undefined && !isCommonFolder(path)) outside.push(folder);
    const target = below === undefined ? path : joinPath(here, below);
    if (target === path) continue;
    replaced.push(folder);
    located += command.slice(at, place.start) + quoteShell(target);
    at = place.end;
  }
  return { command: located + command.slice(at), replaced, outside };
}
