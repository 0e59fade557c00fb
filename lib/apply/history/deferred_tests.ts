import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import type { StatusEntry } from "../git/output.ts";
import type { Repository } from "../git/repository.ts";

/** The tests of a task that a hook refuses to commit before their implementation. They are still uncommitted. */
export interface DeferredTests {
  readonly plan: string;
  /** The number of the task, from 1. */
  readonly task: number;
  /** The message of the commit that the hook refused. */
  readonly message: string;
  /** The uncommitted paths, relative to the root of the repository. */
  readonly paths: readonly string[];
}

interface Entry extends DeferredTests {
  /** The path of the project in the repository. */
  readonly project: string;
}

const RECORD = new CommonRecord<readonly Entry[]>("wf/deferred.json", (value) => Array.isArray(value));

/** Records tests, which the commit of a later task of the plan will contain. */
export async function deferTests({ git, project }: Repository, tests: DeferredTests): Promise<void> {
  const others = (await RECORD.read(git) ?? []).filter((one) => !isOf(one, project, tests.plan, tests.task));
  await RECORD.write(git, [...others, { ...tests, project }]);
}

/** Returns the deferred tests of a plan, in the order of its tasks, without those that are no longer uncommitted. */
export async function deferredTests(
  { git, project }: Repository,
  plan: string,
): Promise<readonly DeferredTests[]> {
  const found = (await RECORD.read(git) ?? []).filter((one) => isOf(one, project, plan));
  return uncommitted(found, found.length === 0 ? [] : await git.status()).sort((a, b) => a.task - b.task);
}

/**
 * Returns the paths of deferred tests among the uncommitted ones of a working tree.
 *
 * @param isWanted Selects tests; by default all.
 */
export async function deferredPaths(
  git: Git,
  status: readonly StatusEntry[],
  isWanted: (tests: Entry) => boolean = () => true,
): Promise<ReadonlySet<string>> {
  const found = uncommitted(await RECORD.read(git) ?? [], status).filter(isWanted);
  return new Set(found.flatMap(({ paths }) => paths));
}

/** Removes the record of a plan's tests, once they are committed. */
export async function forgetTests({ git, project }: Repository, plan: string): Promise<void> {
  const all = await RECORD.read(git) ?? [];
  const others = all.filter((one) => !isOf(one, project, plan));
  if (others.length === all.length) return;
  if (others.length === 0) await RECORD.remove(git);
  else await RECORD.write(git, others);
}

function isOf(entry: Entry, project: string, plan: string, task = entry.task): boolean {
  return entry.project === project && entry.plan === plan && entry.task === task;
}

function uncommitted(entries: readonly Entry[], status: readonly StatusEntry[]): Entry[] {
  const changed = new Set(status.map(({ path }) => path));
  return entries.filter(({ paths }) => paths.length > 0 && paths.every((path) => changed.has(path)));
}
