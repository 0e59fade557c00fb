import { planKey } from "../../parse/ids/plan_id.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { PLANNING, summaryOf } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { setApartMessage } from "../../plan/naming/commit_message.ts";
import { commitPaths } from "../git/commit.ts";
import { GitError } from "../git/process.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";

/**
 * Returns the tasks that the commits since another one complete, as `01-02/3`: by their trailers, or by a summary of
 * their plan. Commits that a remote has are omitted: the user has pulled them.
 */
export async function completedSince(
  repository: Repository,
  since: string,
  project: Project,
): Promise<readonly string[]> {
  const { git } = repository;
  const range = [`${since}..HEAD`, "--not", "--remotes"];
  const shown = ["-z", "--format=", "--name-only", "--diff-filter=AM"];
  const planning = repositoryPath(repository, PLANNING);
  const [commits, changed] = await Promise.all([
    git.history(...range),
    git.output(["log", ...shown, ...range, "--", planning]),
  ]);
  const summaries = new Set(changed.split("\0").flatMap((path) => projectPath(repository, path) ?? []));
  const plans = project.phases.flatMap((phase) =>
    phase.plans.map(({ id, source, tasks }) => ({
      id,
      tasks: tasks.map(({ task }) => task.number),
      summary: summaryOf(phase, source.path),
    }))
  );
  const found = new Set<string>();
  for (const { id, tasks, summary } of plans) {
    const named = commits.flatMap((commit) => {
      return "plan" in commit && planKey(commit.plan) === planKey(id) ? [commit.task] : [];
    });
    const isWhole = named.includes(undefined) || (isSummaryPath(summary) && summaries.has(summary));
    for (const task of isWhole ? tasks : named) found.add(`${id}/${task}`);
  }
  return [...found].sort();
}

/**
 * Commits that tasks are to be executed again, because the commits that complete them are not wf's.
 *
 * @returns The new commit.
 */
export async function setApart({ git, prefix }: Repository, tasks: readonly string[]): Promise<string> {
  const result = await commitPaths(git, { message: setApartMessage(tasks, prefix), paths: [] });
  if (result.kind === "committed") return result.commit;
  throw new GitError(
    `Cannot record that commits of others do not complete ${tasks.join(", ")}: a hook refuses the commit`,
    "Make the hook accept an empty commit, then run the same command",
    result.output,
  );
}

interface ClaimContext {
  readonly home: { readonly repository: Repository };
  readonly reader: ProjectReader;
  readonly report: (event: EventDraft) => void;
}

/** Sets apart the tasks that commits since another one complete. Returns the new commit; undefined if there are none. */
export async function setApartSince(
  since: string,
  { home, reader, report }: ClaimContext,
): Promise<string | undefined> {
  const tasks = await completedSince(home.repository, since, await reader.read());
  if (tasks.length === 0) return undefined;
  report({ kind: "notice", message: `${claimText(since, tasks)}, so they are executed again` });
  return await setApart(home.repository, tasks);
}

function claimText(since: string, tasks: readonly string[]): string {
  return `Commits after ${since.slice(0, 7)} that wf has not made claim to complete ${tasks.join(", ")}`;
}
