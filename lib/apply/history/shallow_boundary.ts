import { joinPath } from "../../path/paths.ts";
import { planKey } from "../../parse/ids/plan_id.ts";
import { type PlanDocument, planIdOfPath } from "../../parse/plan_file/plan_file.ts";
import { PLANNING } from "../../parse/project/project.ts";
import type { JournalCommit } from "../../plan/history/journal.ts";
import type { Git } from "../git/git.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";

/** Returns the oldest commits in a history whose parents a shallow clone lacks; empty if the history is whole. */
export async function shallowBoundary(git: Git, from: string): Promise<readonly string[]> {
  const path = joinPath(git.commonDirectory, "shallow");
  if (await git.host.stat(path) === undefined) return [];
  const cut = new Set((await git.host.readText(path)).split("\n"));
  const roots = await git.output(["rev-list", "--max-parents=0", from, "--"]);
  return roots.trimEnd().split("\n").filter((commit) => cut.has(commit));
}

/**
 * Returns a function that reports whether a plan may be older than the boundary of a shallow clone: one that a commit
 * there contains, that was renamed since, or that git does not track.
 */
export async function olderPlans(
  repository: Repository,
  boundary: readonly string[],
  { commits, committed }: {
    readonly commits: readonly JournalCommit[];
    /** The committed paths below `.planning/`, relative to the project root. */
    readonly committed: ReadonlySet<string>;
  },
): Promise<(plan: PlanDocument) => boolean> {
  const renamed = commits.flatMap((found) => "renames" in found ? found.renames.map(([, to]) => to) : []);
  const older = new Set(renamed.map(planKey));
  for (const commit of boundary) {
    for (const path of await repository.git.filesAt(commit, repositoryPath(repository, PLANNING))) {
      const own = projectPath(repository, path);
      if (own?.endsWith("PLAN.md")) older.add(planKey(planIdOfPath(own)));
    }
  }
  return ({ id, source: { path } }) => older.has(planKey(id)) || !committed.has(path);
}
