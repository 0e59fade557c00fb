import { joinPath } from "../../path/paths.ts";
import { type Baseline, takeBaseline } from "../git/baseline.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";

/** The name of the file with the baseline. */
const BASELINE = "wf-baseline.json";

/** Takes the baseline of a worktree and saves it in git's folder for that worktree, for a later run. */
export async function rememberBaseline(git: Git): Promise<Baseline> {
  const baseline = await takeBaseline(git, await git.status());
  await new ConfinedFiles(git.host, await gitFolder(git)).write(BASELINE, `${JSON.stringify(baseline)}\n`);
  return baseline;
}

/** Returns the saved baseline; undefined if a run ended before the worktree was ready. */
export async function recallBaseline(git: Git): Promise<Baseline | undefined> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(joinPath(await gitFolder(git), BASELINE)));
    return typeof value === "object" && value !== null ? value as Baseline : undefined;
  } catch {
    return undefined;
  }
}

/** Returns git's folder for a worktree, as named in its `.git` file. See gitrepository-layout(5). */
async function gitFolder({ host, root }: Git): Promise<string> {
  const text = await host.readText(joinPath(root, ".git"));
  return joinPath(root, text.replace(/^gitdir: /, "").trimEnd());
}
