import { quoteShell } from "../../text/quote_shell.ts";

/** What is not committed, as a person puts it aside. */
export interface LeftChanges {
  /** Paths relative to the root of the repository; one that ends with a slash is a repository of its own. */
  readonly paths: readonly string[];
  /** Whether any of it is staged as gone, and gone indeed. */
  readonly stagedGone: boolean;
  /** Whether the person is in the root of the repository; paths are named from there otherwise. */
  readonly atRoot: boolean;
  /** The command that undoes what was begun with git and not finished. */
  readonly undo?: string;
}

/** Longest list of paths that is named in a command, in UTF-16 units: a terminal takes no longer lines. */
const NAMED_LENGTH = 3_000;

/** Everything but plans and documents, from whatever folder. */
const ALL_BUT_DOCUMENTS = [":/", ":(top,exclude,glob)**/.planning/**"];

/** Whether a path of the repository lies below a `.planning/`: a stash would hide a plan or a document. */
export function isDocument(path: string): boolean {
  return `/${path}`.includes("/.planning/");
}

/**
 * The commands that put changes aside: exactly these paths, but for plans and documents. Where they are too
 * many to be named, it is everything but plans and documents.
 *
 * @param flags Arguments of the run, of which `--cwd` says where git is to work.
 */
export function stashCommands(
  { paths, stagedGone, atRoot, undo }: LeftChanges,
  flags: readonly string[],
): readonly string[] {
  if (undo !== undefined) return [undo];
  const kept = paths.filter((path) => !path.endsWith("/") && !isDocument(path));
  if (kept.length === 0) return [];
  const words = kept.map((path) => quoteShell(pathspec(path, atRoot)));
  const named = words.join(" ").length > NAMED_LENGTH ? ALL_BUT_DOCUMENTS.map(quoteShell) : words;
  const git = (command: string) => [gitIn(flags), command, "--", ...named].join(" ");
  const stash = git("stash push --include-untracked");
  // What is staged as gone is nowhere for a stash to find, until it is not staged any more.
  return stagedGone ? [git("reset --quiet"), stash] : [stash];
}

/** Documents that are not committed, by paths relative to the root of the repository. */
export interface LeftDocuments {
  /** The documents. */
  readonly paths: readonly string[];
  /** Those among them that git does not know yet. */
  readonly untracked: readonly string[];
  /** Whether the person is in the root of the repository. */
  readonly atRoot: boolean;
}

/** The command that commits documents, or an empty text where there are none. */
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

/** `git`, in the folder that the run was to work in. */
function gitIn(flags: readonly string[]): string {
  const at = flags.indexOf("--cwd");
  return at === -1 ? "git" : `git -C ${quoteShell(flags[at + 1]!)}`;
}

/** A path as git takes it for itself alone, and for no pattern. */
function pathspec(path: string, atRoot: boolean): string {
  const magic = [...atRoot ? [] : ["top"], ...(/[*?[\\]|^:/.test(path) ? ["literal"] : [])];
  if (magic.length === 0) return path;
  return magic.length === 1 && !atRoot ? `:/${path}` : `:(${magic.join(",")})${path}`;
}
