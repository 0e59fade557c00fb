import { joinPath } from "../host/paths.ts";
import { type Baseline, takeBaseline } from "./baseline.ts";
import type { Git } from "./git.ts";

/** Takes the baseline of a worktree and keeps it in git's folder for it, for a later run that takes it up. */
export async function rememberBaseline(git: Git): Promise<Baseline> {
  const baseline = await takeBaseline(git, await git.status());
  await git.host.writeText(await baselinePath(git), `${JSON.stringify(baseline)}\n`);
  return baseline;
}

/** The baseline that was kept; undefined where a run ended before the worktree was ready. */
export async function recallBaseline(git: Git): Promise<Baseline | undefined> {
  try {
    const value: unknown = JSON.parse(await git.host.readText(await baselinePath(git)));
    return typeof value === "object" && value !== null ? value as Baseline : undefined;
  } catch {
    return undefined;
  }
}

async function baselinePath(git: Git): Promise<string> {
  const folder = (await git.output(["rev-parse", "--absolute-git-dir"])).trim();
  return joinPath(folder, "wf-baseline.json");
}
