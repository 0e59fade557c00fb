import type { Git } from "../../git/git.ts";

const ACTION = "wf-agent";

/** The environment that marks reflog entries of programs of the run, as opposed to the user's. */
export const AGENT_MARK: Readonly<Record<string, string>> = { GIT_REFLOG_ACTION: ACTION };

/** Maximum number of reflog entries that are read. */
const MAX_ENTRIES = 100;

/**
 * Returns true when someone other than the run has moved the current branch since it pointed to a commit, for
 * example the user with a concurrent commit. False without a reflog.
 */
export async function isMovedByOthers(git: Git, since: string): Promise<boolean> {
  const shown = ["--walk-reflogs", `--max-count=${MAX_ENTRIES}`, "-z", "--format=%H%x00%gs"];
  const { stdout } = await git.run(["log", ...shown, "HEAD", "--"]);
  const fields = stdout.split("\0");
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (fields[index] === since) return false;
    if (!fields[index + 1]!.startsWith(`${ACTION}:`)) return true;
  }
  return false;
}
