import { joinPath } from "../../path/paths.ts";
import type { Git } from "./git.ts";
import { isMerging } from "./merge.ts";

/** What a person has begun with git in a working tree, and not finished. */
export interface InProgress {
  /** What it is, with its article. */
  readonly what: string;
  /** How it is gone on with, as it can be pasted. */
  readonly finish: string;
  /** How it is undone, as it can be pasted. */
  readonly undo: string;
}

/** What git leaves in its folder while something is under way, the merge apart. */
const MARKS: Readonly<Record<string, InProgress>> = {
  "rebase-merge": continued("rebase"),
  "rebase-apply/applying": { ...continued("am"), what: "A git am" },
  "rebase-apply": continued("rebase"),
  "CHERRY_PICK_HEAD": continued("cherry-pick"),
  "REVERT_HEAD": continued("revert"),
};

/** The merge is one that a run may have begun itself. */
const MERGE: InProgress = { what: "A merge", finish: "git commit", undo: "git merge --abort" };

/**
 * Looks for what is under way in a working tree. A commit made meanwhile would become a part of it: it
 * would take over the author of a commit that is picked, and end the picking.
 *
 * @returns Undefined when nothing is.
 */
export async function findInProgress(git: Git): Promise<InProgress | undefined> {
  return await findSequence(git) ?? (await isMerging(git) ? MERGE : undefined);
}

/** Like {@link findInProgress}, without merges. */
export async function findSequence(git: Git): Promise<InProgress | undefined> {
  const folder = (await git.output(["rev-parse", "--absolute-git-dir"])).trim();
  const marks = Object.entries(MARKS);
  const found = await Promise.all(marks.map(([mark]) => git.host.stat(joinPath(folder, mark))));
  return marks[found.findIndex((info) => info !== undefined)]?.[1];
}

function continued(command: string): InProgress {
  const what = `A ${command}`;
  return { what, finish: `git ${command} --continue`, undo: `git ${command} --abort` };
}
