import { planKey } from "../../parse/ids/plan_id.ts";
import type { Project } from "../../parse/project/model.ts";
import { summaryOf } from "../../parse/project/project.ts";
import type { Journal, JournalCommit } from "../../plan/history/journal.ts";
import type { RepoSnapshot } from "../../plan/history/repo_snapshot.ts";
import { MERGED_TRAILER } from "../../plan/naming/commit_message.ts";
import { isReachable } from "../git/merge.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";
import type { SummedPlan } from "./summary_origins.ts";

export interface SquashCommit {
  readonly commit: string;
  readonly subject: string;
}

/** Returns the squash merge of wf that added a summary; undefined if another commit did. */
async function squashCommit(
  repository: Repository,
  from: string,
  summary: string,
): Promise<SquashCommit | undefined> {
  const shown = ["-1", "--diff-filter=A", "--format=%H%x00%s%x00%b"];
  const path = repositoryPath(repository, summary);
  const output = await repository.git.output(["--literal-pathspecs", "log", ...shown, from, "--", path]);
  const [commit = "", subject = "", body = ""] = output.split("\0");
  return new RegExp(`^${MERGED_TRAILER}: `, "m").test(body) ? { commit, subject } : undefined;
}

/**
 * Returns the reopened plans without those that a squash merge of wf has completed since: its commit does not name
 * the tasks that it contains.
 */
export async function withoutSquashed(
  repository: Repository,
  reopened: RepoSnapshot["reopened"],
  { from, history, plans }: {
    readonly from: string;
    readonly history: readonly JournalCommit[];
    readonly plans: readonly SummedPlan[];
  },
): Promise<RepoSnapshot["reopened"]> {
  const left = new Map(reopened);
  for (const { key, summary } of plans) {
    if (!reopened.has(key)) continue;
    const again = history.find((found) => "again" in found && planKey(found.again.plan) === key);
    const squash = again && await squashCommit(repository, from, summary);
    if (squash !== undefined && !await isReachable(repository.git, squash.commit, again!.commit)) {
      left.delete(key);
    }
  }
  return left;
}

/** Returns the journal with the tasks of plans that are only in a squash merge of wf, whose commit does not name them. */
export async function withSquashedTasks(
  repository: Repository,
  { journal, committed, reopened }: RepoSnapshot,
  { project, from }: { readonly project: Project; readonly from: string },
): Promise<Journal> {
  const all = new Map(journal);
  for (const phase of project.phases) {
    for (const { id, tasks, source } of phase.plans) {
      const [key, summary] = [planKey(id), summaryOf(phase, source.path)];
      if (all.has(key) || reopened.has(key) || !committed.has(summary)) continue;
      const squash = await squashCommit(repository, from, summary);
      if (squash !== undefined) all.set(key, new Map(tasks.map(({ task }) => [task.number, squash])));
    }
  }
  return all;
}
