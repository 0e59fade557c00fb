import type { JournalCommit, ReadJournal } from "../../plan/history/journal.ts";
import { isReachable } from "../git/merge/merge.ts";
import type { Git } from "../git/git.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

/** A plan whose summary is committed. */
export interface SummedPlan {
  /** The key of the plan's ID. */
  readonly key: string;
  /** The path of its summary, relative to the project root. */
  readonly summary: string;
  readonly tasks: readonly number[];
}

export interface OriginOptions {
  /** The commit that contains the summaries. */
  readonly from: string;
  /** The commits of its history that form the journal, newest first. */
  readonly history: readonly JournalCommit[];
  /** The journal of those commits. */
  readonly read: ReadJournal;
  /** The plans whose summaries it contains. */
  readonly plans: readonly SummedPlan[];
}

/** The origins of summaries that affect whether they complete their plans. */
export interface SummaryOrigins {
  /** Summaries that are older than wf's first commit for their plans. */
  readonly imported: ReadonlySet<string>;
  /** Summaries that the commit of a task added and no later commit changed. */
  readonly strayed: ReadonlySet<string>;
}

/** Determines the origins of summaries. Runs git only for those that the journal does not decide. */
export async function summaryOrigins(
  repository: Repository,
  { from, history, read, plans }: OriginOptions,
): Promise<SummaryOrigins> {
  const { git } = repository;
  const unfinished = plans.filter(({ key, tasks }) => {
    return read.begun.has(key) && tasks.some((task) => !read.journal.get(key)?.has(task));
  });
  const imported = new Set<string>();
  for (const { key, summary } of unfinished) {
    const added = await newest(git, from, ["--diff-filter=A"], repositoryPath(repository, summary));
    const first = read.begun.get(key)!;
    if (added !== undefined && added !== first && await isReachable(git, added, first)) imported.add(summary);
  }
  const strayed = new Set<string>();
  const taskCommits = new Set(commitsOfOneTask(history));
  const doubtful = plans.filter(({ key }) => !read.completed.has(key)).map(({ summary }) => summary);
  if (taskCommits.size === 0 || doubtful.length === 0) return { imported, strayed };
  if (!await haveTasksAdded(repository, from, doubtful)) return { imported, strayed };
  for (const summary of doubtful) {
    const path = repositoryPath(repository, summary);
    const added = await newest(git, from, ["--diff-filter=A"], path);
    if (added === undefined || !taskCommits.has(added)) continue;
    const touched = await newest(git, from, [], path);
    if (touched !== undefined && taskCommits.has(touched)) strayed.add(summary);
  }
  return { imported, strayed };
}

/** Returns the commits of a single task. A squash commit may contain the documents of its plans. */
function commitsOfOneTask(history: readonly JournalCommit[]): readonly string[] {
  const tasks = new Map<string, number>();
  for (const found of history) {
    if (!("plan" in found)) continue;
    tasks.set(found.commit, (tasks.get(found.commit) ?? 0) + (found.task === undefined ? 2 : 1));
  }
  return [...tasks].filter(([, count]) => count === 1).map(([commit]) => commit);
}

/** Reports whether a commit with a task's trailer added any of some paths. */
async function haveTasksAdded(
  repository: Repository,
  from: string,
  paths: readonly string[],
): Promise<boolean> {
  const args = ["--literal-pathspecs", "log", "-1", "--format=%H", "--diff-filter=A", "--grep=^Wf-Task: "];
  const input = [from, "--", ...paths.map((path) => repositoryPath(repository, path))];
  return (await repository.git.output([...args, "--stdin"], `${input.join("\n")}\n`)).trim() !== "";
}

/** Returns the newest commit in a history that changes a path in a given way; undefined if there is none. */
async function newest(
  git: Git,
  from: string,
  how: readonly string[],
  path: string,
): Promise<string | undefined> {
  const args = ["--literal-pathspecs", "log", "-1", "--format=%H", ...how, from, "--", path];
  return (await git.output(args)).trim() || undefined;
}
