import { pathExists } from "../../apply/git/baseline.ts";
import type { Git } from "../../apply/git/git.ts";
import type { StatusEntry } from "../../apply/git/output.ts";
import { joinPath } from "../../path/paths.ts";
import {
  commitDocumentsCommand,
  isDocument,
  type LeftChanges,
  stashCommands,
} from "../../plan/command_lines/stash_commands.ts";

/** Where a command was called, so that what is printed can be pasted there. */
export interface CallPlace {
  /** The folder. */
  readonly cwd: string;
  /** Arguments of the command that the next one needs too. */
  readonly flags: readonly string[];
}

/** What to do about paths that are not committed: documents are committed, the rest may be put aside. */
export async function cleanHint(
  git: Git,
  paths: readonly string[],
  { cwd, flags }: CallPlace,
): Promise<string> {
  const status = await git.status();
  const left = await leftChanges(git, { status, paths, cwd });
  const documents = paths.filter(isDocument);
  const untracked = documents.filter((path) => {
    return status.some((entry) => entry.path === path && entry.kind === "untracked");
  });
  const commit = commitDocumentsCommand({ paths: documents, untracked, atRoot: left.atRoot }, flags);
  const aside = stashCommands(left, flags).join(" && ");
  if (aside === "") return `Commit the documents: ${commit}`;
  return commit === ""
    ? `Commit them, or put them aside: ${aside}`
    : `Commit the documents: ${commit}; commit the rest, or put it aside: ${aside}`;
}

/** Options for {@link leftChanges}. */
export interface LeftChangesOptions {
  /** What differs from the last commit. */
  readonly status: readonly StatusEntry[];
  /** The paths that are meant, relative to the root of the repository. */
  readonly paths: readonly string[];
  /** The folder of the person. */
  readonly cwd: string;
}

/** Changes as the command that puts them aside names them. */
export async function leftChanges(
  git: Git,
  { status, paths, cwd }: LeftChangesOptions,
): Promise<LeftChanges> {
  const staged = status.filter((entry) => entry.staged && paths.includes(entry.path));
  const found = await Promise.all(staged.map(({ path }) => pathExists(git.host, joinPath(git.root, path))));
  const atRoot = await git.host.realPath(cwd) === git.root;
  return { paths, stagedGone: found.includes(false), atRoot };
}
