import { ConfinedFiles } from "../files/confined_files.ts";
import { gitFolder } from "../git/repair/loose_refs.ts";
import type { Git } from "../git/git.ts";

/** The name of the record in git's folder for a worktree. */
const ACTION = "wf-action";

/**
 * Records that a worktree waits for a human-action, until its next commit: changes in it are the user's, for the commit
 * of the checkpoint.
 */
export async function rememberAction(git: Git): Promise<void> {
  await (await filesOf(git)).write(ACTION, `${await git.commitOf("HEAD") ?? ""}\n`);
}

/** Reports whether a worktree waits for a human-action. */
export async function awaitsAction(git: Git): Promise<boolean> {
  const head = (await (await filesOf(git)).read(ACTION))?.trim() ?? "";
  return head !== "" && head === await git.commitOf("HEAD");
}

/** Returns the files in git's folder for a worktree. */
async function filesOf(git: Git): Promise<ConfinedFiles> {
  return new ConfinedFiles(git.host, await gitFolder(git));
}
