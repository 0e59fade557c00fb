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
  for (const [commit, action] of await reflog(git)) {
    if (commit === since) return false;
    if (!isOfRun(action)) return true;
  }
  return false;
}

/** Reports whether only the run has moved HEAD from one commit to another. False without a reflog. */
export async function isMovedByRun(git: Git, from: string, to: string): Promise<boolean> {
  const entries = await reflog(git);
  const since = entries.slice(0, entries.findIndex(([commit]) => commit === from));
  return since[0]?.[0] === to && since.every(([, action]) => isOfRun(action));
}

/** Returns the last change to another branch or commit: where it led, and whether the run did it. */
export async function lastMove(
  git: Git,
): Promise<{ readonly to: string; readonly byAgent: boolean } | undefined> {
  const found = (await reflog(git)).find(([, action]) =>
    action === ACTION || / moving from .+ to /.test(action)
  );
  return found && { to: found[0], byAgent: isOfRun(found[1]) };
}

/** Reports whether an action is one of the run's programs. A change of the branch has only their mark as its name. */
function isOfRun(action: string): boolean {
  return action === ACTION || action.startsWith(`${ACTION}:`);
}

/** Returns the latest entries of the reflog of HEAD, the last one first. */
async function reflog(git: Git): Promise<readonly (readonly [commit: string, action: string])[]> {
  const shown = ["--walk-reflogs", `--max-count=${MAX_ENTRIES}`, "-z", "--format=%H%x00%gs"];
  const { stdout } = await git.run(["log", ...shown, "HEAD", "--"]);
  const fields = stdout.split("\0");
  return fields.flatMap((commit, index) => {
    return index % 2 === 0 && index + 1 < fields.length ? [[commit, fields[index + 1]!] as const] : [];
  });
}
