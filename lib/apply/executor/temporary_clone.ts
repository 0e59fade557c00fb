import type { Host } from "../../host/host.ts";
import { isAbsolute, joinPath } from "../../path/paths.ts";
import { Git } from "../git/git.ts";
import { removeFolder } from "../worktrees/temporary_worktree.ts";
import { laneRefOf } from "./job_queue.ts";
import { LaneRefs } from "./lane_refs.ts";

/** The name of the remote in a clone. */
export const CLONED = "origin";

/**
 * Runs an action in a new clone of a repository, and removes the clone.
 *
 * @param place The folder that a relative path starts from, and the job whose lane is checked out.
 */
export async function inTemporaryClone<T>(
  host: Host,
  url: string,
  { cwd, job }: { readonly cwd: string; readonly job: string | undefined },
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await host.realPath(await host.makeTemporaryDirectory("wf-clone-"));
  try {
    const git = await Git.init(host, folder);
    await git.output(["remote", "add", CLONED, await fromAnywhere(host, url, cwd)]);
    await git.output(["fetch", "--quiet", CLONED]);
    const refs = new LaneRefs(git, CLONED);
    const lane = job === undefined ? undefined : await laneRefOf(refs, job);
    if (lane === undefined) await git.output(["remote", "set-head", CLONED, "--auto"]);
    else await refs.fetch(lane.ref);
    await git.output(["checkout", "--quiet", "-B", "main", lane?.commit ?? `${CLONED}/HEAD`]);
    return await action(folder);
  } finally {
    await removeFolder(host, folder);
  }
}

/** Returns the address of a repository as it can be used in any folder: a relative path becomes absolute. */
export async function fromAnywhere(host: Host, url: string, cwd: string): Promise<string> {
  const path = isAbsolute(url) ? url : joinPath(cwd, url);
  return await host.stat(path) === undefined ? url : path;
}
