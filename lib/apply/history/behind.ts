import { planKey } from "../../parse/ids/plan_id.ts";
import type { BehindBranch } from "../../plan/history/repo_snapshot.ts";
import { isReachable } from "../git/merge/merge.ts";
import type { Repository } from "../git/repository.ts";
import { addedSummaries } from "./added_summaries.ts";
import { projectHistory } from "./project_history.ts";

export interface BehindInput {
  /** The local branch that a run builds on; undefined if only a remote has it, or HEAD is detached. */
  readonly branch: string | undefined;
  /** Its base, if wf created it. */
  readonly base: string | undefined;
  /** The reference that the branch is merged into; undefined if it is not merged. */
  readonly mergedInto: string | undefined;
}

/**
 * Returns the branches whose plans a run would execute again, because only an upstream or the base has their
 * commits, and how to get these.
 */
export async function behindBranches(
  repository: Repository,
  { branch, base, mergedInto }: BehindInput,
): Promise<readonly BehindBranch[]> {
  const { git } = repository;
  const found: BehindBranch[] = [];
  const add = async (head: string, source: string, update: BehindBranch["update"], to = branch ?? "") => {
    const plans = await newerPlans(repository, head, source);
    const merges = update === "pull" && source === mergedInto;
    if (plans.size === 0 && !merges) return;
    const diverged = update === "pull" && !await isReachable(git, `refs/heads/${to}`, source);
    found.push({ branch: to, plans, source, update: diverged ? "rebase" : update, merges });
  };
  const upstream = branch === undefined ? undefined : await git.upstreamOf(branch);
  if (upstream !== undefined) await add(`refs/heads/${branch}`, upstream, "pull");
  if (base === undefined || base === branch) return found;
  const baseRef = `refs/heads/${base}`;
  const baseUpstream = await git.upstreamOf(base);
  if (baseUpstream !== undefined) await add(baseRef, baseUpstream, "pull", base);
  if (branch === undefined || await git.commitOf(baseRef) === undefined) return found;
  await add(`refs/heads/${branch}`, baseRef, mergedInto === undefined ? "merge" : "remove");
  return found;
}

/** Returns the keys of a project's plans that a source records or has summaries of, and a branch does not. */
async function newerPlans(
  repository: Repository,
  head: string,
  source: string,
): Promise<ReadonlySet<string>> {
  const { git } = repository;
  const range = `${head}..${source}`;
  if (await git.output(["rev-list", "-n", "1", range, "--"]) === "") return new Set();
  const [recorded, summed] = await Promise.all([
    projectHistory(repository, range),
    addedSummaries(git, head, source),
  ]);
  return new Set([
    ...recorded.flatMap((found) => "plan" in found ? planKey(found.plan) : []),
    ...summed.flatMap(({ project, plan }) => project === repository.project ? plan : []),
  ]);
}
