import type { Git } from "../../git/git.ts";

const ACTION = "wf-agent";

/** What git writes beside each move of a branch that a program of the run makes, and no person's. */
export const AGENT_MARK: Readonly<Record<string, string>> = { GIT_REFLOG_ACTION: ACTION };

/** So many moves are looked at. */
const MOVES = 100;

/**
 * Whether somebody else than the programs of the run has moved the branch checked out since it led to a
 * commit: a person who commits at the same time. Without a reflog it is not known, and taken for no.
 */
export async function isMovedByOthers(git: Git, since: string): Promise<boolean> {
  const args = ["log", "--walk-reflogs", `--max-count=${MOVES}`, "-z", "--format=%H%x00%gs", "HEAD", "--"];
  const { stdout } = await git.run(args);
  const fields = stdout.split("\0");
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (fields[index] === since) return false;
    if (!fields[index + 1]!.startsWith(`${ACTION}:`)) return true;
  }
  return false;
}
