import { isRecord } from "../../collections/is_record.ts";
import { FEW_FILES, type RunCosts } from "../../plan/execution/checkout_costs.ts";
import { CommonRecord } from "../files/common_record.ts";
import type { Git } from "../git/git.ts";
import { trackedFiles } from "../git/index_file.ts";

/** What a run has measured: durations in milliseconds. */
export interface MeasuredCosts {
  /** The name of the agent. */
  readonly agent: string;
  readonly turns: readonly number[];
  /** The creations of worktrees. */
  readonly created: readonly number[];
  /** The removals of worktrees. */
  readonly removed: readonly number[];
}

interface Entry extends Omit<RunCosts, "files"> {
  /** The time when worktrees were measured, in milliseconds; 0 if they were not. */
  readonly at: number;
}

const RECORD = new CommonRecord<Entry>(
  "wf/costs.json",
  (value): value is Entry => isRecord(value) && typeof value["at"] === "number",
);

/** The time after which a record no longer counts, in milliseconds: the machine may have been busy. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;

/** Returns what checkouts and turns take in a repository. */
export async function readCosts(git: Git): Promise<RunCosts> {
  const { at: _, ...costs } = await read(git);
  return costs;
}

/** Records what a run has measured, for the next one. Small repositories have no record. */
export async function rememberCosts(git: Git, { agent, ...durations }: MeasuredCosts): Promise<void> {
  const { files, at, ...before } = await read(git);
  if (files <= FEW_FILES) return;
  const turns = durations.turns.toSorted((a, b) => a - b);
  const turn = turns[turns.length >> 1];
  // The fastest ones: others were delayed by a cold cache.
  const worktree = Math.min(...durations.created) + Math.min(...durations.removed);
  const isNew = Number.isFinite(worktree);
  await RECORD.write(git, {
    ...before,
    ...isNew ? { worktree: worktree / 1000 } : {},
    ...turn === undefined ? {} : { turns: { ...before.turns, [agent]: turn / 1000 } },
    at: isNew || at === 0 ? git.host.now() : at,
  });
}

async function read(git: Git): Promise<RunCosts & Entry> {
  const files = await trackedFiles(git);
  const record = files <= FEW_FILES ? undefined : await RECORD.read(git);
  return record === undefined || git.host.now() - record.at > MAX_AGE
    ? { files, at: 0 }
    : { ...record, files };
}
