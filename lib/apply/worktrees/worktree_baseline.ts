import { joinPath } from "../../path/paths.ts";
import { type Baseline, takeBaseline } from "../git/baseline.ts";
import { ConfinedFiles } from "../files/confined_files.ts";
import type { Git } from "../git/git.ts";

/** Name of the file that keeps it. */
const BASELINE = "wf-baseline.json";

/** Takes the baseline of a worktree and keeps it in git's folder for it, for a later run that takes it up. */
export async function rememberBaseline(git: Git): Promise<Baseline> {
  const baseline = await takeBaseline(git, await git.status());
  await new ConfinedFiles(git.host, await gitFolder(git)).write(BASELINE, `${JSON.stringify(baseline)}\n`);
  return baseline;
}

/** The baseline that was kept; undefined where a run ended before the worktree was ready. */
export async function recallBaseline(git: Git): Promise<Baseline | undefined> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(joinPath(await gitFolder(git), BASELINE)));
    return typeof value === "object" && value !== null ? value as Baseline : undefined;
  } catch {
    return undefined;
  }
}

/** Git's folder for a worktree, which the file `.git` in it names. See gitrepository-layout(5). */
async function gitFolder({ host, root }: Git): Promise<string> {
  const text = await host.readText(joinPath(root, ".git"));
  return joinPath(root, text.replace(/^gitdir: /, "").trimEnd());
}
