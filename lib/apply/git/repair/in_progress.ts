import { joinPath } from "../../../path/paths.ts";
import { continueCommand } from "../../../plan/command_lines/git_commands.ts";
import type { Git } from "../git.ts";
import { gitFolder } from "./loose_refs.ts";
import { isMerging } from "../merge/merge.ts";

/** A git operation that the user has begun in a working tree and not finished. */
export interface InProgress {
  /** The command of git that began it. */
  readonly command: string;
  /** Its name, with an article. */
  readonly what: string;
  /** The command that continues it. */
  readonly finish: string;
  /** The command that undoes it. */
  readonly undo: string;
}

/** The files in git's folder that mark an operation in progress, except for a merge. */
const MARKS: Readonly<Record<string, InProgress>> = {
  "rebase-merge": continued("rebase"),
  "rebase-apply/applying": { ...continued("am"), what: "A git am" },
  "rebase-apply": continued("rebase"),
  "CHERRY_PICK_HEAD": continued("cherry-pick"),
  "REVERT_HEAD": continued("revert"),
};

/** A merge, which a run may have begun itself. */
const MERGE: InProgress = {
  command: "merge",
  what: "A merge",
  finish: "git commit --no-edit",
  undo: "git merge --abort",
};

/**
 * Finds a git operation in progress in a working tree. A commit made meanwhile would become a part of it: it
 * would take over the author of a commit that is being picked, and end the cherry-pick.
 *
 * @returns Undefined if there is none.
 */
export async function findInProgress(git: Git): Promise<InProgress | undefined> {
  return await findSequence(git) ?? (await isMerging(git) ? MERGE : undefined);
}

/** Finds a git operation in progress other than a merge. */
export async function findSequence(git: Git): Promise<InProgress | undefined> {
  const folder = await gitFolder(git);
  const marks = Object.entries(MARKS);
  const found = await Promise.all(marks.map(([mark]) => git.host.stat(joinPath(folder, mark))));
  return marks[found.findIndex((info) => info !== undefined)]?.[1];
}

function continued(command: string): InProgress {
  const what = `A ${command}`;
  return { command, what, finish: continueCommand("git", command), undo: `git ${command} --abort` };
}
