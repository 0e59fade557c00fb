import type { RepoSnapshot } from "../history/repo_snapshot.ts";

export type RunCosts = NonNullable<RepoSnapshot["costs"]>;

/** Plans that could run concurrently. */
export interface ConcurrentWork {
  /** The number of tasks that each plan has left. */
  readonly tasks: readonly number[];
  /** The maximum number of concurrent agents. */
  readonly agents: number;
  /** The name of the agent. */
  readonly agent: string;
  readonly costs: RunCosts;
}

/** The number of files up to which a checkout takes no time that counts. */
export const FEW_FILES = 2000;
/**
 * Duration of the creation and the removal of one file in a worktree, in seconds, where none was measured: on a busy
 * machine. On an idle one it is a quarter.
 */
const FILE = 200e-6;
/** The same on a fast and idle machine. */
const FASTEST_FILE = 20e-6;
/** Duration of a turn where none was measured, in seconds: of a script, and of a model. */
const [SCRIPT, MODEL] = [2, 60];
/** Parts of the duration of a worktree that its creation, a replay and a change of its plan take. */
const [CREATION, REPLAY, CHANGE] = [0.6, 0.3, 0.1];

/** Returns costs with the fastest checkouts that are plausible. Where plans are slower in worktrees even then, none is measured. */
export function withFastCheckouts(costs: RunCosts): RunCosts {
  return { ...costs, worktree: costs.files * FASTEST_FILE };
}

/**
 * Reports whether plans are faster in worktrees than one after the other: the checkouts of a big repository may take
 * longer than short turns.
 *
 * Worktrees are created one after the other, as many as agents work. Finished plans are replayed one after the other,
 * and the next plan takes over the worktree.
 */
export function checkoutsPayOff({ tasks, agents, agent, costs }: ConcurrentWork): boolean {
  const { files, worktree = files * FILE, turns = {} } = costs;
  if (files <= FEW_FILES) return true;
  const turn = turns[agent] ?? (agent === "shell" ? SCRIPT : MODEL);
  const slots: number[] = new Array(Math.min(agents, tasks.length)).fill(0);
  let created = 0;
  let replayed = 0;
  for (const [index, count] of tasks.entries()) {
    const slot = slots.indexOf(Math.min(...slots));
    const isNew = index < slots.length;
    created = Math.max(slots[slot]!, created) + (isNew ? CREATION : CHANGE) * worktree;
    replayed = Math.max(created + count * turn, replayed) + REPLAY * worktree;
    slots[slot] = replayed;
  }
  const removals = slots.length * (1 - CREATION) * worktree;
  return replayed + removals < turn * tasks.reduce((sum, count) => sum + count, 0);
}
