import { CommonRecord } from "../files/common_record.ts";
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
export async function deferTests({ git, prefix }: Repository, tests: DeferredTests): Promise<void> {
  const others = (await RECORD.read(git) ?? []).filter((one) => !isOf(one, prefix, tests.plan, tests.task));
  await RECORD.write(git, [...others, { ...tests, project: prefix }]);
}

/** Returns the deferred tests of a plan, in the order of its tasks, without those that are no longer uncommitted. */
export async function deferredTests(
  { git, prefix }: Repository,
  plan: string,
): Promise<readonly DeferredTests[]> {
  const found = (await RECORD.read(git) ?? []).filter((one) => isOf(one, prefix, plan));
  if (found.length === 0) return [];
  const changed = new Set((await git.status()).map(({ path }) => path));
  return found.filter(({ paths }) => paths.length > 0 && paths.every((path) => changed.has(path)))
    .sort((a, b) => a.task - b.task);
}

/** Removes the record of a plan's tests, once they are committed. */
export async function forgetTests({ git, prefix }: Repository, plan: string): Promise<void> {
  const all = await RECORD.read(git) ?? [];
  const others = all.filter((one) => !isOf(one, prefix, plan));
  if (others.length === all.length) return;
  if (others.length === 0) await RECORD.remove(git);
  else await RECORD.write(git, others);
}

function isOf(entry: Entry, project: string, plan: string, task = entry.task): boolean {
  return entry.project === project && entry.plan === plan && entry.task === task;
}
