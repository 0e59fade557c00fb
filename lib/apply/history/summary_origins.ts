import type { JournalCommit, ReadJournal } from "../../plan/history/journal.ts";
import { isReachable } from "../git/merge.ts";
import type { Git } from "../git/git.ts";
import { type Repository, repositoryPath } from "../git/repository.ts";

/** A plan whose summary is committed. */
export interface SummedPlan {
  /** Key of the plan's ID. */
  readonly key: string;
  /** Path of its summary, relative to the project root. */
  readonly summary: string;
  /** Numbers of its tasks. */
  readonly tasks: readonly number[];
}

/** What {@link summaryOrigins} works with. */
export interface OriginOptions {
  /** The commit that holds the summaries. */
  readonly from: string;
  /** The commits of its history that the journal is read from, newest first. */
  readonly history: readonly JournalCommit[];
  /** The journal that they make. */
  readonly read: ReadJournal;
  /** The plans whose summaries it holds. */
  readonly plans: readonly SummedPlan[];
}

/** Where summaries come from, as far as it decides whether they complete their plans. */
export interface SummaryOrigins {
  /** Those that are older than our first commit for their plans. */
  readonly imported: ReadonlySet<string>;
  /** Those that a commit of a task has brought, and nobody has touched since. */
  readonly strayed: ReadonlySet<string>;
}

/** Finds out where summaries come from. Git is asked only about those that the journal leaves in doubt. */
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

/** Commits of one task and nothing else: a squashed one holds the documents of its plans by right. */
function commitsOfOneTask(history: readonly JournalCommit[]): readonly string[] {
  const tasks = new Map<string, number>();
  for (const found of history) {
    if (!("plan" in found)) continue;
    tasks.set(found.commit, (tasks.get(found.commit) ?? 0) + (found.task === undefined ? 2 : 1));
  }
  return [...tasks].filter(([, count]) => count === 1).map(([commit]) => commit);
}

/** Whether a commit that carries a task's trailer has added any of some paths. */
async function haveTasksAdded(
  repository: Repository,
  from: string,
  paths: readonly string[],
): Promise<boolean> {
  const args = ["--literal-pathspecs", "log", "-1", "--format=%H", "--diff-filter=A", "--grep=^Wf-Task: "];
  const input = [from, "--", ...paths.map((path) => repositoryPath(repository, path))];
  return (await repository.git.output([...args, "--stdin"], `${input.join("\n")}\n`)).trim() !== "";
}

/** The newest commit of a history that touches a path in some way, or undefined. */
async function newest(
  git: Git,
  from: string,
  how: readonly string[],
  path: string,
): Promise<string | undefined> {
  const args = ["--literal-pathspecs", "log", "-1", "--format=%H", ...how, from, "--", path];
  return (await git.output(args)).trim() || undefined;
}
