import { planKey } from "../../parse/ids/plan_id.ts";
import { isSummaryPath } from "../../parse/ids/summary_paths.ts";
import { PLANNING, summaryOf } from "../../parse/project/project.ts";
import type { Project } from "../../parse/project/model.ts";
import { withTitledTasks } from "../../plan/history/titled_tasks.ts";
import { setApartMessage } from "../../plan/naming/commit_message.ts";
import { projectHistory } from "../history/project_history.ts";
import { commitPaths } from "../git/commit/commit.ts";
import { GitError } from "../git/process.ts";
import type { ProjectReader } from "../files/project_reader.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import { projectPath, type Repository, repositoryPath } from "../git/repository.ts";

/** The work that commits claim to complete, although wf has not made them. */
export interface Claims {
  /** The tasks, as `01-02/3`: by the trailers of the commits, or by a summary of their plan. */
  readonly tasks: readonly string[];
  /** The hashes of commits that complete a milestone or rename plans. */
  readonly commits: readonly string[];
  /** All of it in words, for the user. */
  readonly names: readonly string[];
}

/**
 * Returns the work that the commits since another one claim to complete; undefined if there is none. Commits that
 * a remote has are omitted: the user has pulled them.
 */
export async function completedSince(
  repository: Repository,
  since: string,
  project: Project,
): Promise<Claims | undefined> {
  const { git } = repository;
  const range = [`${since}..HEAD`, "--not", "--remotes"];
  const shown = ["-z", "--format=", "--name-only", "--diff-filter=AM"];
  const planning = repositoryPath(repository, PLANNING);
  const [commits, changed] = await Promise.all([
    projectHistory(repository, ...range),
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
    const named = withTitledTasks(commits, project).flatMap((commit) => {
      return "plan" in commit && planKey(commit.plan) === planKey(id) ? [commit.task] : [];
    });
    const isWhole = named.includes(undefined) || (isSummaryPath(summary) && summaries.has(summary));
    for (const task of isWhole ? tasks : named) found.add(`${id}/${task}`);
  }
  const tasks = [...found].sort();
  const others = commits.flatMap((commit) => {
    if ("milestone" in commit) return [{ hash: commit.commit, name: `milestone ${commit.milestone}` }];
    if (!("renames" in commit)) return [];
    const names = commit.renames.map(([from, to]) => `${from} as ${to}`);
    return [{ hash: commit.commit, name: names.join(", ") }];
  });
  if (tasks.length === 0 && others.length === 0) return undefined;
  return {
    tasks,
    commits: [...new Set(others.map(({ hash }) => hash))],
    names: [...tasks, ...others.map(({ name }) => name)],
  };
}

/**
 * Commits that work is not complete, because the commits that claim it are not wf's: its tasks are executed again.
 *
 * @returns The new commit.
 */
export async function setApart({ git, project }: Repository, claims: Claims): Promise<string> {
  const result = await commitPaths(git, { message: setApartMessage(claims, project), paths: [] });
  if (result.kind === "committed") return result.commit;
  throw new GitError(
    `Cannot record that commits of others do not complete ${
      claims.names.join(", ")
    }: a hook refuses the commit`,
    "Make the hook accept an empty commit, then run the same command",
    result.output,
  );
}

interface ClaimContext {
  readonly home: { readonly repository: Repository };
  readonly reader: ProjectReader;
  readonly report: (event: EventDraft) => void;
}

/** Sets apart the work that commits since another one complete. Returns the new commit; undefined if there is none. */
export async function setApartSince(
  since: string,
  { home, reader, report }: ClaimContext,
): Promise<string | undefined> {
  const claims = await completedSince(home.repository, since, await reader.read());
  if (claims === undefined) return undefined;
  const commits = `Commits after ${since.slice(0, 7)} that wf has not made`;
  report({
    kind: "notice",
    message: `${commits} claim to complete ${claims.names.join(", ")}; that does not count`,
  });
  return await setApart(home.repository, claims);
}
