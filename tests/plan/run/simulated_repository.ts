/**
 * A repository as far as a run can tell: what is committed where, worktrees, and documents. Steps have
 * their effects on it, and a further run is planned from what they leave.
 * @module
 */
import type { ExecutionPlan, Lane, Step } from "../../../schemas/execution_plan.ts";
import { DEFERRED_LANE } from "../../../lib/plan/execution/wave_lanes.ts";
import type { RepoSnapshot } from "../../../lib/plan/history/repo_snapshot.ts";
import { brief, entriesOf, journalOf, planOf, projectOf, repositoryOf } from "../../support/project.ts";
import { textsOf, type WidePhase } from "../any_wide_phase.ts";

const FOLDER = "phases/01-base";

/** A worktree and the commits that are not replayed yet. */
interface SimulatedWorktree {
  readonly onto: string;
  readonly commits: readonly string[];
}

/** The repository of a phase. */
export class SimulatedRepository {
  /** The commits on the run's branch, oldest first, as `commit 01-02/1` and `docs 01-02`. */
  readonly history: string[] = [];
  readonly #worktrees = new Map<string, SimulatedWorktree>();
  readonly #summaries = new Set<string>();
  readonly #texts: Readonly<Record<string, string>>;
  #branch = "main";
  #merged = false;

  /** @param phase The phase to execute. */
  constructor(readonly phase: WidePhase) {
    this.#texts = textsOf(phase.plans);
  }

  /** The names of the existing worktrees. */
  get worktrees(): readonly string[] {
    return [...this.#worktrees.keys()];
  }

  /**
   * What a run that begins now would do.
   *
   * @param changes Keys of the configuration that are others for this run.
   */
  plan(changes: WidePhase["config"] = {}): ExecutionPlan {
    const summaries = [...this.#summaries].map((id) => [`${FOLDER}/${id}-SUMMARY.md`, null] as const);
    const project = projectOf({ ...this.#texts, ...Object.fromEntries(summaries) });
    return planOf(project, { config: { ...this.phase.config, ...changes }, repository: this.#snapshot() });
  }

  /** Simulates a kill: the next run stashes an uncommitted summary. */
  clear(): void {
    for (const id of this.#summaries) {
      if (this.#commitsDocs && !this.isComplete(id)) this.#summaries.delete(id);
    }
  }

  /** Reports whether a plan has its summary. */
  isComplete(id: string): boolean {
    return this.#commitsDocs ? this.history.includes(`docs ${id}`) : this.#summaries.has(id);
  }

  /** Performs a step. */
  perform(step: Step, { id, worktree }: Lane): void {
    switch (step.kind) {
      case "switch-branch":
        this.#branch = step.branch;
        return;
      case "add-worktree":
        if (!step.exists) this.#worktrees.set(step.worktree, { onto: step.onto, commits: [] });
        return;
      case "commit-task":
        return this.#commit([brief(step)], worktree);
      case "replay": {
        const { commits } = this.#worktrees.get(step.worktree)!;
        this.#commit(commits, worktree);
        this.#worktrees.delete(step.worktree);
        return;
      }
      case "write-summary":
        this.#summaries.add(step.plan);
        return;
      case "commit-docs":
        // The answers at deferred checkpoints change documents of complete plans.
        return id === DEFERRED_LANE ? undefined : this.#commit([brief(step)], worktree);
      case "merge":
        this.#merged = true;
    }
  }

  #commit(commits: readonly string[], name: string | undefined): void {
    if (name === undefined) {
      this.history.push(...commits);
      return;
    }
    const worktree = this.#worktrees.get(name)!;
    this.#worktrees.set(name, { ...worktree, commits: [...worktree.commits, ...commits] });
  }

  get #commitsDocs(): boolean {
    return this.phase.config["planning.commit_docs"] !== false;
  }

  #snapshot(): RepoSnapshot {
    const tasks = tasksIn(this.history);
    const done = new Map<string, number[]>();
    for (const { plan, task } of tasks) done.set(plan, [...done.get(plan) ?? [], task]);
    const left = [...this.#worktrees].map(([name, { onto, commits }]) => {
      return [name, { onto, tasks: entriesOf(name, tasksIn(commits).map(({ task }) => task)) }] as const;
    });
    const documents = this.#commitsDocs ? [...this.#summaries].filter((id) => this.isComplete(id)) : [];
    const isOwn = this.#branch !== "main";
    return repositoryOf({
      branch: this.#branch,
      targetExists: isOwn,
      bases: isOwn ? new Map([[this.#branch, "main"]]) : new Map(),
      targetMerged: this.#merged,
      journal: journalOf(Object.fromEntries(done)),
      completed: new Set(this.history.flatMap((commit) => /^docs (.+)$/.exec(commit)?.[1] ?? [])),
      committed: new Set(documents.map((id) => `.planning/${FOLDER}/${id}-SUMMARY.md`)),
      worktrees: new Map(left),
    });
  }
}

/** Returns the tasks of commits. */
function tasksIn(commits: readonly string[]): readonly { readonly plan: string; readonly task: number }[] {
  return commits.flatMap((commit) => {
    const [, plan, task] = /^commit (.+)\/(\d+)$/.exec(commit) ?? [];
    return plan === undefined ? [] : [{ plan, task: Number(task) }];
  });
}
