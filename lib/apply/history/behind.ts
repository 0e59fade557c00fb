import { planKey } from "../../parse/ids/plan_id.ts";
import type { BehindBranch } from "../../plan/history/repo_snapshot.ts";
import { isReachable } from "../git/merge.ts";
import type { Repository } from "../git/repository.ts";
import { projectHistory } from "./project_history.ts";

/**
 * Returns the plans of a project that the upstream of a local branch records and the branch does not; undefined
 * if there are none.
 *
 * @param merged True to return the branch even if its upstream names no plan.
 */
export async function behindUpstream(
  repository: Repository,
  branch: string,
  merged = false,
): Promise<BehindBranch | undefined> {
  const { git } = repository;
  const upstream = await git.upstreamOf(branch);
  if (upstream === undefined) return undefined;
  const head = `refs/heads/${branch}`;
  const found = await projectHistory(repository, `${head}..${upstream}`);
  const plans = new Set(found.flatMap((commit) => "plan" in commit ? planKey(commit.plan) : []));
  if (plans.size === 0 && !merged) return undefined;
  return { branch, plans, diverged: !await isReachable(git, head, upstream) };
}
