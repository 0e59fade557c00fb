import { quoteShell } from "../../text/quote_shell.ts";
import { gitIn, pathspec } from "./git_commands.ts";

/** The uncommitted changes that the user can stash. */
export interface LeftChanges {
  /**
   * The paths relative to the root of the repository; a path with a slash at its end is a nested repository.
   */
  readonly paths: readonly string[];
  /** True if some of it is staged as deleted and does not exist. */
  readonly stagedGone: boolean;
  /** True if the user is in the root of the repository; otherwise paths are named from there. */
  readonly atRoot: boolean;
}

/** The maximum length of a list of paths in a command, in UTF-16 units: terminals accept no longer lines. */
const MAX_LIST_LENGTH = 3_000;

/** The pathspecs of everything except plans and documents, from any folder. */
const ALL_BUT_DOCUMENTS = [":/", ":(top,exclude,glob)**/.planning/**"];

/**
 * Reports whether a path of the repository is below a `.planning/`: a stash would hide a plan or a document.
 */
export function isDocument(path: string): boolean {
  return `/${path}`.includes("/.planning/");
}

/**
 * Returns the commands that stash changes: exactly these paths, except plans and documents. If there are too
 * many paths, the commands stash everything except plans and documents.
 *
 * @param flags The arguments of the run; `--cwd` is the folder for git.
 */
export function stashCommands(
  { paths, stagedGone, atRoot }: LeftChanges,
  flags: readonly string[],
): readonly string[] {
  const kept = paths.filter((path) => !path.endsWith("/") && !isDocument(path));
  if (kept.length === 0) return [];
  const words = kept.map((path) => quoteShell(pathspec(path, atRoot)));
  const named = words.join(" ").length > MAX_LIST_LENGTH ? ALL_BUT_DOCUMENTS.map(quoteShell) : words;
  const git = (command: string) => [gitIn(flags), command, "--", ...named].join(" ");
  const stash = git("stash push --include-untracked");
  // A stash does not find files that are staged as deleted until they are unstaged.
  return stagedGone ? [git("reset --quiet"), stash] : [stash];
}

/** Returns the command that restores what {@link stashCommands} stashed. */
export function stashPopCommand(flags: readonly string[]): string {
  return `${gitIn(flags)} stash pop`;
}

/** The uncommitted documents, by paths relative to the root of the repository. */
export interface LeftDocuments {
  readonly paths: readonly string[];
  readonly untracked: readonly string[];
  /** True if the user is in the root of the repository. */
  readonly atRoot: boolean;
}

/** Returns the command that commits documents, or an empty string if there are none. */
export function commitDocumentsCommand(
  { paths, untracked, atRoot }: LeftDocuments,
  flags: readonly string[],
): string {
  if (paths.length === 0) return "";
  const list = (those: readonly string[]) =>
    those.map((path) => quoteShell(pathspec(path, atRoot))).join(" ");
  const git = gitIn(flags);
  const commit = `${git} commit -m "docs: update planning" -- ${list(paths)}`;
  return untracked.length === 0 ? commit : `${git} add -- ${list(untracked)} && ${commit}`;
}
