import type { LaneHistory, LaneStop } from "../../plan/executor/lane_history.ts";
import { keptWork } from "../../plan/executor/kept_work.ts";
import { readTrailers } from "../../plan/history/message_trailers.ts";
import type { Git } from "../git/git.ts";
import { literalPathspecs, PATHSPECS_FROM_INPUT } from "../git/commit/pathspecs.ts";
import { isReachable } from "../git/merge/merge.ts";
import type { Repository } from "../git/repository.ts";
import { resetPaths, stashCommits, treeWithWork } from "../git/stash.ts";
import { setAside } from "../session/set_aside.ts";
import { forgetStopped, readStopped, writeStopped } from "../session/stopped_record.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { LaneRefs } from "./lane_refs.ts";

/** A lane that is left, in a working tree at its last commit. */
export interface LeftLane {
  readonly repository: Repository;
  readonly lane: string;
  /** The commit on the lane's ref. */
  readonly parent: string;
  /** The outcome with which it stops; absent if others may continue it. */
  readonly outcome?: LaneStop | undefined;
}

/** Makes the marks that leave a lane, with the uncommitted work of a task. */
export async function markLeft(
  refs: LaneRefs,
  { repository, lane, parent, outcome }: LeftLane,
): Promise<string> {
  const last = await headOf(repository);
  // A commit that could not be pushed yet is pushed with the mark.
  if (await isReachable(repository.git, parent, last)) parent = last;
  const work = await readStopped(repository);
  const left = work === undefined ? await refs.mark(parent, lane, { kind: "leave" }, last) : await refs.mark(
    parent,
    lane,
    { kind: "leave", work: keptWork(work) },
    await treeWithWork(repository.git, Object.keys(work.files)),
  );
  return outcome === undefined ? left : await refs.mark(left, lane, { kind: "stop", outcome }, last);
}

/** Puts the work that a lane's last machine left into a worktree at the lane's last commit, for the task's next turn. */
export async function restoreWork(
  { work: left, last }: Pick<LaneHistory, "work" | "last">,
  plan: string,
  { repository, branch, baseline }: Pick<Workspace, "repository" | "branch" | "baseline">,
): Promise<void> {
  if (left === undefined) return;
  const { commit, ...work } = left;
  const { git } = repository;
  const output = await git.output([
    "diff-tree",
    "-r",
    "-z",
    "--no-renames",
    "--name-only",
    last,
    commit,
    "--",
  ]);
  const paths = output.split("\0").filter((path) => path !== "");
  if (paths.length > 0) {
    const options = ["--quiet", `--source=${commit}`, "--worktree", ...PATHSPECS_FROM_INPUT];
    await git.output(["restore", ...options], literalPathspecs(paths));
  }
  await writeStopped(repository, { ...work, plan, branch, baseline, head: await headOf(repository) });
}

/** Removes the work from a worktree, once a mark of its lane has it. */
export async function dropWork(repository: Repository): Promise<void> {
  const work = await readStopped(repository);
  if (work === undefined) return;
  const { git } = repository;
  const entries = (await git.status()).filter(({ path }) => Object.hasOwn(work.files, path));
  if (entries.length > 0) {
    const paths = entries.map(({ path }) => path);
    await git.output(["reset", "--quiet", ...PATHSPECS_FROM_INPUT], literalPathspecs(paths));
    await resetPaths(git, entries);
  }
  await forgetStopped(repository);
}

/** Stashes the work in a worktree, if there is any. */
export async function stashLeft(repository: Repository, report: (event: EventDraft) => void): Promise<void> {
  const task = await readStopped(repository);
  if (task !== undefined) await setAside(repository, { task, paths: Object.keys(task.files), report });
}

/**
 * Stashes the tasks' commits that a lane's ref has not got, or that no longer continue their lane.
 *
 * @param options.unfinished The task whose uncommitted work the commit has too.
 */
export async function stashTasks(
  git: Git,
  { since, commit, unfinished, report }: {
    readonly since: string;
    readonly commit: string;
    readonly unfinished?: string;
    readonly report: (event: EventDraft) => void;
  },
): Promise<void> {
  const format = "--format=%s%x00%b";
  const fields = (await git.output(["log", "-z", "--reverse", format, `${since}..${commit}`, "--"])).split(
    "\0",
  );
  const tasks: string[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    for (const found of readTrailers(fields[index]!, fields[index + 1]!)) {
      if (found.kind === "plan" && found.task !== undefined) tasks.push(`${found.plan}/${found.task}`);
    }
  }
  if (unfinished !== undefined) tasks.push(unfinished);
  if (tasks.length === 0) return;
  const left = `task${tasks.length === 1 ? "" : "s"} ${tasks.join(", ")}`;
  const message = `wf: left by ${left}`;
  await stashCommits(git, { since, commit, message });
  report({
    kind: "notice",
    message:
      `The run continued without the commits of ${left}; they are in the stash as "${message}"; git stash pop restores their changes`,
  });
}

async function headOf({ git }: Repository): Promise<string> {
  return (await git.output(["rev-parse", "HEAD"])).trim();
}
