import { type LaneHistory, readMark } from "../../plan/executor/lane_history.ts";
import { defined } from "../../collections/defined.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { Git } from "../git/git.ts";
import { tryMerge } from "../git/merge/merge.ts";
import { stashTasks } from "./left_work.ts";

/** Says what the ref of a lane holds that is nowhere else; undefined if there is nothing. */
export function heldWork(lane: string, { tasks, work, held }: LaneHistory): string | undefined {
  const done = tasks.map(({ task }) => `${lane}/${task}`).join(", ");
  const parts = [
    ...done === "" ? [] : [`the commits of task${tasks.length === 1 ? "" : "s"} ${done}`],
    ...work === undefined ? [] : [`the unfinished work on task ${lane}/${work.task}`],
  ];
  if (parts.length > 0) return parts.join(" and ");
  return held ? "what a worker is doing" : undefined;
}

/** Stashes the work on a lane of a plan that needs it no more, unless a branch of this clone has it. */
export async function stashUnreplayed(
  git: Git,
  lane: string,
  { history: { start, last, work }, report }: {
    readonly history: LaneHistory;
    readonly report: (event: EventDraft) => void;
  },
): Promise<void> {
  const since = await hasReplayed(git, start, last) ? last : start;
  const unfinished = work === undefined ? undefined : `${lane}/${work.task}`;
  await stashTasks(git, { since, commit: work?.commit ?? last, ...defined({ unfinished }), report });
}

/** Reports whether the branches of this clone have the commits of a lane, or its changes. */
async function hasReplayed(git: Git, start: string, last: string): Promise<boolean> {
  const replayed = new Set(await signaturesOf(git, "HEAD", "--branches", `^${start}`));
  const own = await signaturesOf(git, last, `^${start}`);
  if (own.every((signature) => replayed.has(signature))) return true;
  // A squash merge has other commits.
  const merged = await tryMerge(git, "HEAD", last);
  return merged.kind !== "conflict" && merged.tree === await git.treeOf("HEAD");
}

/** Returns what a replay leaves as it is of each commit, without the marks of lanes. */
async function signaturesOf(git: Git, ...commits: readonly string[]): Promise<readonly string[]> {
  const output = await git.output(["log", "-z", "--format=%an%n%ae%n%at%n%B", ...commits, "--"]);
  return output.split("\0").filter((text) => text !== "" && readMark({ body: text }) === undefined);
}
