import { defined } from "../../collections/defined.ts";
import { EarlierNames, type Renaming } from "./earlier_names.ts";

/** The committed tasks, by the key of the plan's ID (`planKey()`) and number. */
export type Journal = ReadonlyMap<string, ReadonlyMap<number, JournalEntry>>;

/** The commit of a task, or the one that skips it. */
export interface JournalEntry {
  /** The hash of the commit. */
  readonly commit: string;
  /** The first line of its message. */
  readonly subject: string;
  /** The hash of a later commit that reverts it. */
  readonly reverted?: string;
  /** The answers at the checkpoint, in order; undefined without answers. */
  readonly answers?: readonly string[];
  /** The command that ran the tests of the task, which failed before their implementation; undefined without. */
  readonly red?: string;
  /** The agent's notes on the task, a line each; undefined without notes. */
  readonly notes?: readonly string[];
  /** The reason why the user skipped the task, which may be empty; undefined for a task that was executed. */
  readonly skipped?: string;
  /** True if it is newer than the commit with the summary of its plan. */
  readonly unsummed?: boolean;
}

/** A commit that the journal is read from. */
export type JournalCommit =
  | PlanCommit
  | MilestoneCommit
  | RevertCommit
  | AgainCommit
  | RenameCommit
  | TitledCommit;

/** The project that a commit names. */
export interface NamedProject {
  /** The value of `Wf-Project`: the path of the project within the repository. */
  readonly project?: string;
}

/** A commit that completes a milestone. */
export interface MilestoneCommit extends NamedProject {
  /** Its hash. */
  readonly commit: string;
  /** The value of `Wf-Milestone`. */
  readonly milestone: string;
  /** The numbers of its phases, as printed. */
  readonly phases: readonly string[];
}

/** A commit with `Wf-Plan` or `Wf-Skipped`. */
export interface PlanCommit extends JournalEntry, NamedProject {
  /** The ID of the plan at that time. */
  readonly plan: string;
  /** The value of `Wf-Task`; undefined for the commit that completes the plan. */
  readonly task: number | undefined;
}

/** A commit that names the commits it reverts, like `git revert`. */
export interface RevertCommit {
  /** Its hash. */
  readonly commit: string;
  /** The hashes of the reverted commits; may be shortened. */
  readonly reverts: readonly string[];
}

/** A commit with `Wf-Again`: a task is to be executed again. */
export interface AgainCommit extends NamedProject {
  /** Its hash. */
  readonly commit: string;
  /** Its task. */
  readonly again: {
    readonly plan: string;
    /** Task number, from 1. */
    readonly task: number;
  };
}

/** A squash that lists the first line of a plan's commit without its trailers; see {@link withTitledTasks}. */
export interface TitledCommit extends NamedProject {
  /** Its hash. */
  readonly commit: string;
  /** The listed commit. */
  readonly titled: {
    readonly plan: string;
    /** Its first line. */
    readonly subject: string;
  };
  /** The paths that the squash touches, relative to the project, if it may be that of another workstream. */
  readonly touched?: readonly string[];
}

/** A commit with `Wf-Renamed`: older commits name these plans by their old IDs. */
export interface RenameCommit extends NamedProject {
  /** Its hash. */
  readonly commit: string;
  /** The plans, all renamed at once. */
  readonly renames: readonly Renaming[];
}

/** The tasks in history. */
export interface ReadJournal {
  /** The tasks that are done or skipped. */
  readonly journal: Journal;
  /**
   * The tasks that are to be executed again, or whose plan has no new summary since, by the key of the plan's
   * ID.
   */
  readonly reopened: ReadonlyMap<string, ReadonlySet<number>>;
  /** The keys of the plans that a commit of wf completes, without those of earlier milestones. */
  readonly completed: ReadonlySet<string>;
  /** The hash of the oldest commit of wf for a plan, by the plan's key. */
  readonly begun: ReadonlyMap<string, string>;
}

/**
 * Reads the journal from history.
 *
 * Plan IDs repeat in later milestones. A commit that completes a plan therefore closes older commits, unless
 * it is the newest such commit of a plan whose summary still exists: those tasks belong to that plan. A plan
 * that was completed, received further tasks and was completed again keeps all of them, because it did not
 * begin with task 1 again. A commit that completes a milestone closes older commits of the plans of its
 * phases. A commit that asks for a task again removes older commits of the task, and closes nothing. All keys are of
 * the plans' current IDs; a plan must not receive an ID that commits of another one carry.
 *
 * @param commits The commits about plans, milestones and reverts, newest first.
 * @param complete Reports whether the summary of the plan with a key still exists, so that its completing
 * commit counts.
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
  const names = new EarlierNames();
  const reverts = new Reverts();
  /** The tasks whose older commits do not count, as `01-01/2`. */
  const again = new Set<string>();
  /**
   * The plans whose next older completing commit belongs to the same plan, with the tasks that are not in its
   * summary.
   */
  const same = new Map<string, Set<number>>();
  for (const found of commits) {
    if ("milestone" in found) {
      names.complete(found.phases);
      continue;
    }
    const reverted = reverts.of(found.commit);
    if ("reverts" in found) {
      if (reverted === undefined) reverts.add(found.commit, found.reverts);
      continue;
    }
    if ("titled" in found) continue;
    if ("renames" in found) {
      names.rename(found.renames);
      continue;
    }
    const plan = names.planOf("again" in found ? found.again.plan : found.plan);
    if (plan === undefined || closed.has(plan)) continue;
    if ("again" in found) {
      const { task } = found.again;
      if (reverted !== undefined) continue;
      begun.set(plan, found.commit);
      again.add(`${plan}/${task}`);
      const unsummed = setOf(same, plan);
      if (!journal.get(plan)?.has(task)) setOf(reopened, plan).add(task);
      else if (!completed.has(plan)) unsummed.add(task);
      continue;
    }
    const { task, commit, subject, answers, red, notes, skipped } = found;
    if (skipped !== undefined && reverted !== undefined) continue;
    if (task === undefined) {
      for (const number of same.get(plan) ?? []) setOf(reopened, plan).add(number);
      const isOlder = completed.has(plan) && journal.get(plan)?.has(1) === true;
      if (!same.delete(plan) && (isOlder || !complete(plan))) {
        closed.add(plan);
        continue;
      }
      if (!completed.has(plan)) {
        for (const [number, entry] of journal.get(plan) ?? []) {
          // A squash commit contains the summary too.
          if (entry.commit !== commit) journal.get(plan)!.set(number, { ...entry, unsummed: true });
        }
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
    tasks.set(task, { commit, subject, ...defined({ reverted, answers, red, notes, skipped }) });
  }
  return { journal, reopened, completed, begun };
}

/**
 * Returns the commits without those that complete a milestone or rename plans and that a newer commit reverts.
 *
 * @param commits The commits, newest first.
 */
export function withoutReverted(commits: readonly JournalCommit[]): readonly JournalCommit[] {
  const reverts = new Reverts();
  return commits.filter((found) => {
    const isReverted = reverts.of(found.commit) !== undefined;
    if ("reverts" in found && !isReverted) reverts.add(found.commit, found.reverts);
    return !isReverted || !("milestone" in found || "renames" in found);
  });
}

function setOf<T>(sets: Map<string, Set<T>>, key: string): Set<T> {
  const there = sets.get(key) ?? new Set<T>();
  sets.set(key, there);
  return there;
}

/** The minimum length of a hash. */
const MIN_HASH_LENGTH = 7;

/** Returns the commits that a message reverts, in the format of `git revert`. */
export function revertedCommits(message: string): readonly string[] {
  return [...message.matchAll(/^This reverts commit ([0-9a-f]{7,64})\b/gm)].map(([, commit]) => commit!);
}

/** The reverts among the commits added so far. */
export class Reverts {
  /** The reverts by the beginning of the hash. */
  readonly #found = new Map<string, { readonly commit: string; readonly by: string }[]>();

  /** Adds a commit that reverts others, whose hashes may be shortened. */
  add(by: string, commits: readonly string[]): void {
    for (const commit of commits) {
      const key = commit.slice(0, MIN_HASH_LENGTH);
      const there = this.#found.get(key) ?? [];
      this.#found.set(key, there);
      there.push({ commit, by });
    }
  }

  /** Returns the hash of the newest commit that reverts a commit. */
  of(commit: string): string | undefined {
    return this.#found.get(commit.slice(0, MIN_HASH_LENGTH))?.find((one) => commit.startsWith(one.commit))
      ?.by;
  }
}
