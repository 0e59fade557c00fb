import { defined } from "../../collections/defined.ts";
import { phasePart, planKey } from "../../parse/ids/plan_id.ts";

/** The tasks that were committed, by the key of the plan's ID (`planKey()`) and number. */
export type Journal = ReadonlyMap<string, ReadonlyMap<number, JournalEntry>>;

/** A task's commit. */
export interface JournalEntry {
  /** Hash of the commit. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
  /** Hash of a later commit that reverts it. */
  readonly reverted?: string;
  /** What was answered at the checkpoint, in order; absent where nothing was. */
  readonly answers?: readonly string[];
}

/** A commit that the journal is read from, as history lists it. */
export type JournalCommit = PlanCommit | MilestoneCommit | RevertCommit | AgainCommit;

/** What says which project of the repository a commit belongs to. */
export interface NamedProject {
  /** Value of `Wf-Project`: path of the project within the repository. */
  readonly project?: string;
}

/** A commit that completes a milestone. */
export interface MilestoneCommit extends NamedProject {
  /** Its hash. */
  readonly commit: string;
  /** Value of `Wf-Milestone`. */
  readonly milestone: string;
  /** Numbers of its phases, as printed. */
  readonly phases: readonly string[];
}

/** A commit that carries `Wf-Plan`. */
export interface PlanCommit extends JournalEntry, NamedProject {
  /** Value of `Wf-Plan`. */
  readonly plan: string;
  /** Value of `Wf-Task`; undefined for the commit that completes the plan. */
  readonly task: number | undefined;
}

/** A commit that says what it reverts, as `git revert` does. */
export interface RevertCommit {
  /** Its hash. */
  readonly commit: string;
  /** Hashes of what it reverts; may be shortened. */
  readonly reverts: readonly string[];
}

/** A commit that carries `Wf-Again`: a task that is to be done once more. */
export interface AgainCommit extends NamedProject {
  /** Its hash. */
  readonly commit: string;
  /** Its task. */
  readonly again: {
    /** Plan ID. */
    readonly plan: string;
    /** Task number, from 1. */
    readonly task: number;
  };
}

/** What history tells of tasks. */
export interface ReadJournal {
  /** The tasks that are done. */
  readonly journal: Journal;
  /** Tasks that are to be done once more, or whose plan was not summed up since, by the key of the plan's ID. */
  readonly reopened: ReadonlyMap<string, ReadonlySet<number>>;
  /** Keys of the plans that a commit of ours completes; those of earlier milestones are not among them. */
  readonly completed: ReadonlySet<string>;
  /** Hash of the oldest of our commits for a plan, by the plan's key. */
  readonly begun: ReadonlyMap<string, string>;
}

/**
 * Reads the journal out of history.
 *
 * Plan IDs come again in later milestones. A commit that completes a plan therefore closes what is
 * older, unless it is the newest such commit of a plan whose summary is still there: those tasks are
 * that plan's own. A plan that was completed, got further tasks and was completed once more keeps all of
 * them: it did not begin with task 1 again. A commit that completes a milestone closes what is older of the plans of its phases.
 * A commit that asks for a task once more takes out what is older of the task, and closes nothing.
 *
 * @param commits Commits that tell of plans, milestones and reverts, newest first.
 * @param complete Whether the summary of the plan with a key is still there, so that its completing commit
 *   counts.
 */
export function readJournal(
  commits: readonly JournalCommit[],
  complete: (plan: string) => boolean,
): ReadJournal {
  const journal = new Map<string, Map<number, JournalEntry>>();
  const reopened = new Map<string, Set<number>>();
  const completed = new Set<string>();
  const begun = new Map<string, string>();
  const closed = new Set<string>();
  const shipped = new Set<string>();
  const reverts = new Reverts();
  /** Tasks of which older commits do not count, as `01-01/2`. */
  const again = new Set<string>();
  /** Plans whose next completing commit is the same plan's; with the tasks that it has not summed up. */
  const same = new Map<string, Set<number>>();
  for (const found of commits) {
    if ("milestone" in found) {
      for (const phase of found.phases) shipped.add(phase);
      continue;
    }
    const reverted = reverts.of(found.commit);
    if ("reverts" in found) {
      if (reverted === undefined) reverts.add(found.commit, found.reverts);
      continue;
    }
    if ("again" in found) {
      const plan = planKey(found.again.plan);
      const { task } = found.again;
      if (reverted !== undefined || closed.has(plan) || shipped.has(phasePart(plan))) continue;
      begun.set(plan, found.commit);
      again.add(`${plan}/${task}`);
      const unsummed = setOf(same, plan);
      if (!journal.get(plan)?.has(task)) setOf(reopened, plan).add(task);
      else if (!completed.has(plan)) unsummed.add(task);
      continue;
    }
    const plan = planKey(found.plan);
    const { task, commit, subject, answers } = found;
    if (closed.has(plan) || shipped.has(phasePart(plan))) continue;
    if (task === undefined) {
      for (const number of same.get(plan) ?? []) setOf(reopened, plan).add(number);
      const isOlder = completed.has(plan) && journal.get(plan)?.has(1) === true;
      if (!same.delete(plan) && (isOlder || !complete(plan))) {
        closed.add(plan);
        continue;
      }
      completed.add(plan);
      begun.set(plan, commit);
      continue;
    }
    if (again.has(`${plan}/${task}`) && !journal.get(plan)?.has(task)) continue;
    begun.set(plan, commit);
    const tasks = journal.get(plan) ?? new Map<number, JournalEntry>();
    journal.set(plan, tasks);
    if (tasks.has(task)) continue;
    tasks.set(task, {
      commit,
      subject,
      ...defined({ reverted, answers }),
    });
  }
  return { journal, reopened, completed, begun };
}

function setOf<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const there = sets.get(key) ?? new Set<T>();
  sets.set(key, there);
  return there;
}

/** Shortest hash that a commit is named by. */
const SHORTEST = 7;

/** The commits that a message says it reverts, as `git revert` writes it; nothing is guessed beyond that. */
export function revertedCommits(message: string): readonly string[] {
  return [...message.matchAll(/^This reverts commit ([0-9a-f]{7,64})\b/gm)].map(([, commit]) => commit!);
}

/** What the commits of a history revert that were added so far. */
export class Reverts {
  /** By the beginning of the hash. */
  readonly #found = new Map<string, { readonly commit: string; readonly by: string }[]>();

  /** Adds a commit that reverts others, whose hashes may be shortened. */
  add(by: string, commits: readonly string[]): void {
    for (const commit of commits) {
      const key = commit.slice(0, SHORTEST);
      const there = this.#found.get(key) ?? [];
      this.#found.set(key, there);
      there.push({ commit, by });
    }
  }

  /** Hash of the newest commit that reverts this one. */
  of(commit: string): string | undefined {
    return this.#found.get(commit.slice(0, SHORTEST))?.find((one) => commit.startsWith(one.commit))?.by;
  }
}
