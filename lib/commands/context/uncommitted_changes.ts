import { pathExists } from "../../apply/git/baseline.ts";
import type { Git } from "../../apply/git/git.ts";
import type { StatusEntry } from "../../apply/git/output.ts";
import { joinPath } from "../../path/paths.ts";
import {
  commitDocumentsCommand,
  isDocument,
  type LeftChanges,
  stashCommands,
  stashPopCommand,
} from "../../plan/command_lines/stash_commands.ts";

/** The place where a command was called, so that the printed commands can be pasted there. */
export interface CallPlace {
  readonly cwd: string;
  /** The arguments of the command that the next one needs too. */
  readonly flags: readonly string[];
}

/** Returns the hint for uncommitted paths: documents are committed, the rest is committed or stashed. */
export async function cleanHint(
  git: Git,
  paths: readonly string[],
  place: CallPlace,
): Promise<string> {
  const { commit, stash } = await cleaningCommands(git, paths, place);
  if (stash === "") return `Commit the documents: ${commit}`;
  const restored = `${stashPopCommand(place.flags)} restores`;
  return commit === ""
    ? `Commit them, or stash them (${restored} them later): ${stash}`
    : `Commit the documents: ${commit}; commit the rest, or stash it (${restored} it later): ${stash}`;
}

/** Returns the commands that commit the documents among uncommitted paths, and that stash the rest; empty without. */
export async function cleaningCommands(
  git: Git,
  paths: readonly string[],
  { cwd, flags }: CallPlace,
): Promise<{ readonly commit: string; readonly stash: string }> {
  const status = await git.status();
  const changes = await uncommittedChanges(git, { status, paths, cwd });
  const documents = paths.filter(isDocument);
  const untracked = documents.filter((path) => {
    return status.some((entry) => entry.path === path && entry.kind === "untracked");
  });
  return {
    commit: commitDocumentsCommand({ paths: documents, untracked, atRoot: changes.atRoot }, flags),
    stash: stashCommands(changes, flags).join(" && "),
  };
}

interface UncommittedChangesOptions {
  /** The differences from the last commit. */
  readonly status: readonly StatusEntry[];
  /** The paths to stash, relative to the root of the repository. */
  readonly paths: readonly string[];
  /** The folder where the user runs the command. */
  readonly cwd: string;
}

/** Describes changes for {@link stashCommands}. */
async function uncommittedChanges(
  git: Git,
  { status, paths, cwd }: UncommittedChangesOptions,
): Promise<LeftChanges> {
  const staged = status.filter((entry) => entry.staged && paths.includes(entry.path));
  const found = await Promise.all(staged.map(({ path }) => pathExists(git.host, joinPath(git.root, path))));
  const atRoot = await git.host.realPath(cwd) === git.root;
  return { paths, stagedGone: found.includes(false), atRoot };
}
