import { ProgramError } from "../../errors/program_error.ts";
import type { Host } from "../../host/host.ts";
import { isAbsolute, joinPath } from "../../path/paths.ts";
import { Git } from "../git/git.ts";
import { GitError } from "../git/process.ts";
import { makeScratch, removeLeftScratch, removeScratch } from "../sandbox/scratch_folder.ts";
import { laneRefOf } from "./job_queue.ts";
import { LaneRefs } from "./lane_refs.ts";

/** The name of the remote in a clone. */
export const CLONED = "origin";

/** A clone, and the folder around it, which is removed with everything in it. */
export interface TemporaryClone {
  readonly clone: string;
  readonly folder: string;
}

/** What is cloned, and for whom. */
export interface CloneOptions {
  /** The address of the repository. */
  readonly url: string;
  /** The folder that a relative path starts from. */
  readonly cwd: string;
  /** The job whose lane is checked out; else it is what the remote's HEAD names. */
  readonly job: string | undefined;
}

/** Runs an action in a new clone of a repository, and removes the clone, as well as those of workers that were killed. */
export async function inTemporaryClone<T>(
  host: Host,
  options: CloneOptions,
  action: (made: TemporaryClone) => Promise<T>,
): Promise<T> {
  await removeLeftScratch(host);
  const folder = await makeScratch(host, "wf-clone-");
  try {
    const clone = joinPath(folder, "clone");
    await host.makeDirectory(clone);
    await fill(await Git.init(host, clone), options);
    return await action({ clone, folder });
  } finally {
    await removeScratch(host, folder);
  }
}

async function fill(git: Git, { url, cwd, job }: CloneOptions): Promise<void> {
  try {
    await git.output(["remote", "add", CLONED, await fromAnywhere(git.host, url, cwd)]);
    await git.output(["fetch", "--quiet", CLONED]);
    const refs = new LaneRefs(git, CLONED);
    const lane = job === undefined ? undefined : await laneRefOf(refs, job);
    if (lane === undefined) await git.output(["remote", "set-head", CLONED, "--auto"]);
    else await refs.fetch(lane.ref);
    await git.output(["checkout", "--quiet", "-b", "main", lane?.commit ?? `${CLONED}/HEAD`]);
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    throw new ProgramError(
      `Cannot clone ${withoutLogin(url)}: ${withoutLogin(error.message)}`,
      "Name a repository with commits that git can read from here; try it: git ls-remote <repository>",
      { cause: error },
    );
  }
}

/** Returns a text without the login in its addresses. */
function withoutLogin(text: string): string {
  return text.replace(/(\w:\/\/)[^@/\s]+@/g, "$1…@");
}

/** Returns the address of a repository as it can be used in any folder: a relative path becomes absolute. */
export async function fromAnywhere(host: Host, url: string, cwd: string): Promise<string> {
  const path = isAbsolute(url) ? url : joinPath(cwd, url);
  return await host.stat(path) === undefined ? url : path;
}
