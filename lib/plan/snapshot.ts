/** What planning needs to know about the repository. Taken before anything is changed. */
export interface RepoSnapshot {
  /** The branch checked out, or undefined when HEAD is detached. */
  readonly branch: string | undefined;
  /** Whether the branch has no commit yet. */
  readonly unborn: boolean;
  /** Whether the branch the run would commit to exists. */
  readonly targetExists: boolean;
  /** Base branches of the branches this tool made, by branch. */
  readonly bases: ReadonlyMap<string, string>;
  /** Whether that branch was merged into its base since its last commit. */
  readonly targetMerged: boolean;
  /** How that branch is to be merged, where an earlier run was told and ended before it could. */
  readonly mergeMode: "squash" | "history" | undefined;
  /** Tasks that commits on that branch (or on its base, where it does not exist yet) carry, by plan ID. */
  readonly journal: Journal;
  /** Paths below `.planning/` that are committed there, relative to the project root. */
  readonly committed: ReadonlySet<string>;
  /** Path of the project within the repository; empty when they are the same. */
  readonly prefix: string;
  /** Worktrees of this tool that an earlier run left, by name. */
  readonly worktrees: ReadonlyMap<string, LeftWorktree>;
  /** Whether the repository has submodules, which a new worktree would be without. */
  readonly submodules: boolean;
}

/** A worktree that an earlier run left. */
export interface LeftWorktree {
  /** Branch that its work is going to be replayed onto. */
  readonly onto: string;
  /** Tasks that were committed in it and are not yet replayed, by number. */
  readonly tasks: ReadonlyMap<number, JournalEntry>;
}

/** The tasks that were committed, by plan ID and number. */
export type Journal = ReadonlyMap<string, ReadonlyMap<number, JournalEntry>>;

/** A task's commit. */
export interface JournalEntry {
  /** Hash of the commit. */
  readonly commit: string;
  /** First line of its message. */
  readonly subject: string;
}

/** A commit that the journal is read from, as history lists it. */
export type JournalCommit = PlanCommit | MilestoneCommit;

/** A commit that completes a milestone. */
export interface MilestoneCommit {
  /** Value of `Wf-Milestone`. */
  readonly milestone: string;
  /** Numbers of its phases, as printed. */
  readonly phases: readonly string[];
}

/** A commit that carries `Wf-Plan`. */
export interface PlanCommit extends JournalEntry {
  /** Value of `Wf-Plan`. */
  readonly plan: string;
  /** Value of `Wf-Task`; undefined for the commit that completes the plan. */
  readonly task: number | undefined;
}

/**
 * Reads the journal out of history.
 *
 * Plan IDs come again in later milestones. A commit that completes a plan therefore closes what is
 * older, unless it is the newest such commit of a plan whose summary is still there: those tasks are
 * that plan's own. A commit that completes a milestone closes what is older of the plans of its phases.
 *
 * @param commits Commits with the trailers `Wf-Plan` or `Wf-Milestone`, newest first.
 * @param complete Whether a plan's summary is still there, so that its completing commit counts.
 */
export function readJournal(commits: readonly JournalCommit[], complete: (plan: string) => boolean): Journal {
  const journal = new Map<string, Map<number, JournalEntry>>();
  const completed = new Set<string>();
  const closed = new Set<string>();
  const shipped = new Set<string>();
  for (const found of commits) {
    if ("milestone" in found) {
      for (const phase of found.phases) shipped.add(phase);
      continue;
    }
    const { plan, task, commit, subject } = found;
    if (closed.has(plan) || shipped.has(phaseOf(plan))) continue;
    if (task === undefined) {
      if (completed.has(plan) || !complete(plan)) closed.add(plan);
      completed.add(plan);
      continue;
    }
    const tasks = journal.get(plan) ?? new Map<number, JournalEntry>();
    journal.set(plan, tasks);
    if (!tasks.has(task)) tasks.set(task, { commit, subject });
  }
  return journal;
}

/** The phase in a plan ID: the number as printed. */
function phaseOf(plan: string): string {
  return plan.slice(0, Math.max(0, plan.lastIndexOf("-")));
}

/** What planning assumes where there is no repository: a dry run in a bare folder, whose summaries count. */
export function assumedSnapshot(summaries: Iterable<string>): RepoSnapshot {
  return {
    branch: "main",
    unborn: false,
    targetExists: false,
    bases: new Map(),
    targetMerged: false,
    mergeMode: undefined,
    journal: new Map(),
    committed: new Set(summaries),
    prefix: "",
    worktrees: new Map(),
    submodules: false,
  };
}
