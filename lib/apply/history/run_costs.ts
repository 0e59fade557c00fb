import { isRecord } from "../../collections/is_record.ts";
import { HostError } from "../../host/host.ts";
import { joinPath } from "../../path/paths.ts";
import { FEW_FILES, type RunCosts } from "../../plan/execution/checkout_costs.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { trackedFiles } from "../git/commit/index_file.ts";
import { removeFolder } from "../worktrees/temporary_worktree.ts";
import { tidyWorkFolder, workFolder } from "../worktrees/work_folder.ts";

interface Entry extends Pick<RunCosts, "turns"> {
  /** The duration of the creation and the removal of a file, in seconds, at the start of the last run. */
  readonly file?: number;
}

const RECORD = new CommonRecord<Entry>("wf/costs.json", (value): value is Entry => isRecord(value));

/** The number of files whose checkout is measured, and of the places in the repository that they are from. */
const [SAMPLE, PLACES] = [400, 4];

/** Returns what checkouts and turns take in a repository. */
export async function readCosts(git: Git): Promise<RunCosts> {
  const files = await trackedFiles(git);
  const { file, turns } = files <= FEW_FILES ? {} : await RECORD.read(git) ?? {};
  return {
    files,
    ...file === undefined ? {} : { worktree: file * files },
    ...turns === undefined ? {} : { turns },
  };
}

/** Measures the checkout of some files, and returns the costs then; undefined in a small repository. */
export async function measureCheckouts(git: Git): Promise<RunCosts | undefined> {
  if (await trackedFiles(git) <= FEW_FILES) return undefined;
  // A filter may load a file from a server.
  const listed = await git.run(["ls-files", "-z", "--", ":(attr:!filter)"]);
  const paths = listed.stdout.split("\0").slice(0, -1);
  const sample = sampleOf(paths);
  if (sample.length === 0) return await readCosts(git);
  const { host } = git;
  const folder = joinPath(workFolder(git), "sample");
  const begun = host.now();
  try {
    const list = sample.map((path) => `${path}\0`).join("");
    const { code } = await git.run(["checkout-index", "-z", "--stdin", `--prefix=${folder}/`], list);
    await removeFolder(host, folder);
    const file = (host.now() - begun) / 1000 / sample.length;
    if (code === 0) await RECORD.write(git, { ...await RECORD.read(git), file });
    await tidyWorkFolder(host, workFolder(git));
  } catch (error) {
    // Without a measurement, the usual durations count.
    if (!(error instanceof HostError)) throw error;
  }
  return await readCosts(git);
}

/** Records the durations of an agent's turns, in milliseconds, for the next run. Small repositories have no record. */
export async function rememberTurns(git: Git, agent: string, durations: readonly number[]): Promise<void> {
  const turn = durations.toSorted((a, b) => a - b)[durations.length >> 1];
  if (turn === undefined || await trackedFiles(git) <= FEW_FILES) return;
  const before = await RECORD.read(git);
  await RECORD.write(git, { ...before, turns: { ...before?.turns, [agent]: turn / 1000 } });
}

/**
 * Returns some of the paths, in the order of the index: files next to each other, as folders also take their time, and
 * a checkout creates one for many files.
 */
function sampleOf(paths: readonly string[]): readonly string[] {
  const distance = Math.ceil(paths.length / PLACES);
  return paths.filter((_, index) => index % distance < SAMPLE / PLACES);
}
