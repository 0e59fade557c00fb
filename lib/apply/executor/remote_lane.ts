import { version } from "../../../generated/version.ts";
import type { GivenToTask, LaneHistory, LaneMark, TaskProgress } from "../../plan/executor/lane_history.ts";
import { readLane, taskProgress } from "../../plan/executor/lane_history.ts";
import { type LaneJob, laneRef } from "../../plan/executor/lane_names.ts";
import { defined } from "../../collections/defined.ts";
import { isReachable } from "../git/merge/merge.ts";
import { GitError } from "../git/process.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import { readStopped } from "../session/stopped_record.ts";
import type { SentFiles } from "./ignored_files.ts";
import type { LaneWatch } from "./lane_watch.ts";
import { dropWork, markLeft, restoreWork, stashLeft, stashTasks } from "./left_work.ts";
import type { Refusal } from "./port.ts";

/** The time after which an unfinished lane is submitted again, should the queue have lost it, in milliseconds. */
const AGAIN = 10_000;
/** The time in which a worker has to leave a lane, in milliseconds: it ends its agent and pushes. */
const LEAVING = 30_000;
/** How often the coordinator tries to move a ref that workers move too. */
const TRIES = 20;

export interface RemoteLaneOptions {
  readonly watch: LaneWatch;
  /** The name of the lane. */
  readonly name: string;
  /** The worktree that receives the lane's commits. */
  readonly workspace: Workspace;
  /** The branch that the lane is for, and the one it can be merged into. */
  readonly branch: string;
  readonly base: string | undefined;
  /** Returns the ignored files to begin with on a commit, if there are any. */
  readonly ignored: (commit: string) => Promise<SentFiles | undefined>;
}

/** A lane that workers carry out. Its commits come into a worktree of the coordinator, from which they are replayed. */
export class RemoteLane {
  #history: LaneHistory | undefined;
  #tip: string | undefined;
  #submitted = 0;
  /** True while the worktree has the work that the newest mark hands over, or the user has stashed it. */
  #takes = false;

  constructor(readonly options: RemoteLaneOptions) {}

  /** Has a task carried out, and waits until its commit or the reason for a stop is in git. */
  async carryOut(
    given: GivenToTask,
    signal: AbortSignal,
  ): Promise<TaskProgress | { readonly kind: "interrupted" }> {
    const { watch, name } = this.options;
    await this.#prepare(given, signal);
    this.#submitted = 0;
    const since = watch.refs.git.host.now();
    for (;;) {
      await this.#read();
      const history = this.#history;
      if (history === undefined) return removed(name);
      const progress = taskProgress(history, given.task);
      if (progress.kind !== "open") return progress;
      if (signal.aborted) {
        if (await this.takeBack(given.task)) return { kind: "interrupted" };
        continue;
      }
      watch.pointOut(name, { since, isTaken: history.claims > 0 || history.tasks.length > 0 });
      const refusal = await this.#submit();
      if (refusal !== undefined) return { kind: "turn-failed", ...refusal };
      await watch.change(signal);
    }
  }

  /** Returns the files of a commit of the lane, relative to the root of the repository. */
  async filesOf(commit: string): Promise<readonly string[]> {
    const { created = [], modified = [] } =
      (await this.options.workspace.repository.git.filesOf([commit])).get(commit) ?? {};
    return [...created, ...modified].sort();
  }

  /** Advances the worktree to a commit of the lane. Does nothing if it is there already. */
  async receive(commit: string): Promise<void> {
    await this.options.workspace.repository.git.output(["merge", "--ff-only", "--quiet", commit]);
  }

  /** Stops the work on the lane, and receives the commits of its tasks so far and the work on the next one. */
  async end(): Promise<void> {
    if (this.#history === undefined) return;
    const { git } = this.options.workspace.repository;
    await this.cancel();
    const last = this.#history?.tasks.at(-1)?.commit;
    if (last !== undefined && await isReachable(git, await head(git), last)) await this.receive(last);
    await this.#stashOthers();
    await this.takeWork();
  }

  /** True once the lane has been read from its ref. */
  get isRead(): boolean {
    return this.#history !== undefined;
  }

  /** Stashes the commits of tasks that a worker has pushed after the last look, before the lane's ref is removed. */
  async stashLate(tip: string): Promise<void> {
    // The newest mark may hand over a part of the next task, which the stash has to contain.
    const since = this.#history?.last;
    if (tip === this.#tip || since === undefined) return;
    const { watch: { refs, run, options: { report } }, name } = this.options;
    await refs.fetch(laneRef({ run, lane: name }));
    const commit = readLane(await refs.commits(tip))?.tasks.at(-1)?.commit;
    if (commit !== undefined) await stashTasks(refs.git, { since, commit, report });
  }

  /** Stashes the commits of tasks that the worktree does not continue, because those tasks were taken back. */
  async #stashOthers(): Promise<void> {
    const { watch: { options: { report } }, workspace: { repository: { git } } } = this.options;
    const commit = this.#history?.tasks.at(-1)?.commit;
    if (commit === undefined) return;
    const current = await head(git);
    if (await isReachable(git, commit, current)) return;
    const since = (await git.output(["merge-base", commit, current])).trim();
    await stashTasks(git, { since, commit, report });
  }

  /**
   * Cancels the lane, unless the commit of a task is in git: its worker continues with the next one. Returns false if
   * it is, also if the worker has just made it.
   */
  async takeBack(task: number): Promise<boolean> {
    await this.options.watch.look();
    if (await this.#hasCommitted(task)) return false;
    await this.cancel();
    return !await this.#hasCommitted(task);
  }

  async #hasCommitted(task: number): Promise<boolean> {
    await this.#read();
    const history = this.#history;
    return history !== undefined && taskProgress(history, task).kind === "committed" &&
      await this.#adopts(history);
  }

  /** Removes the lane from the queue, and waits until its worker has left it. */
  async cancel(): Promise<void> {
    const { watch, name, workspace: { repository: { git: { host } } } } = this.options;
    this.#submitted = 0;
    const until = host.now() + LEAVING;
    for (;;) {
      // The worker may not hear the first call.
      await watch.executor.cancel(this.#job());
      await watch.look();
      await this.#read();
      if (this.#history?.held !== true) return;
      if (host.now() >= until) break;
      await watch.change(AbortSignal.timeout(LEAVING));
    }
    watch.notice(`The worker of plan ${name} does not answer; what it has not committed stays in its clone`);
  }

  /**
   * Takes the uncommitted work of the next task into the worktree, from where a run on this machine continues it, or
   * {@link RemoteLane.carryOut} hands it to a worker again.
   */
  async takeWork(): Promise<void> {
    const { name, workspace } = this.options;
    const { git } = workspace.repository;
    const history = this.#history;
    if (history?.work === undefined || this.#takes || await head(git) !== history.last) return;
    await restoreWork(history, name, workspace);
    this.#takes = true;
  }

  /** Begins the lane, or continues it where a worker or an earlier coordinator left it. */
  async #prepare(given: GivenToTask, signal: AbortSignal): Promise<void> {
    const { watch, name } = this.options;
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        if (await this.#advance(given)) return;
        await watch.look();
      } catch (error) {
        // A remote that cannot be reached for a moment stops nothing.
        if (!(error instanceof GitError) || tries > TRIES) throw error;
        await watch.change(signal);
      }
      if (tries > TRIES) throw new GitError(`Cannot submit lane ${name}: its ref moves again and again`);
    }
  }

  /** Moves the ref to the next mark that the lane needs. Returns true if it needs no other. */
  async #advance(given: GivenToTask): Promise<boolean> {
    const isFirst = given.feedback === undefined && given.words.length === 0;
    const { watch, name, workspace } = this.options;
    await this.#read();
    const seen = this.#tip;
    const { repository } = workspace;
    const known = this.#history !== undefined && await this.#adopts(this.#history)
      ? this.#history
      : undefined;
    if (known === undefined) await this.#stashOthers();
    // Its worker may be at the next task.
    if (known?.held === true && !isFirst) {
      await this.cancel();
      if (this.#tip !== seen) return false;
    }
    const current = await head(repository.git);
    const last = known?.last ?? current;
    let next = known === undefined ? await this.#begin(last) : seen!;
    const hasWork = await readStopped(repository) !== undefined;
    const isNewest = known?.held !== true && current === last;
    if (this.#takes || hasWork && isNewest) {
      next = await markLeft(watch.refs, { repository, lane: name, parent: next });
    } else if (hasWork) await stashLeft(repository, watch.options.report);
    if (!isFirst || known !== undefined && known.version !== version) {
      next = await watch.refs.mark(next, name, { kind: "continue", version, ...given }, last);
    }
    if (next === seen) return true;
    if (!await this.#move(seen, next)) return false;
    await dropWork(repository);
    this.#takes = false;
    return true;
  }

  async #begin(commit: string): Promise<string> {
    const { watch, name, branch, base, ignored } = this.options;
    const files = await ignored(commit);
    if (files !== undefined && files.ignored.sent.length > 0) {
      watch.notice(`Sent with plan ${name}, as your policy allows: ${files.ignored.sent.join(", ")}`);
    }
    const mark: LaneMark = { kind: "begin", branch, version, ...defined({ base, ignored: files?.ignored }) };
    return await watch.refs.mark(commit, name, mark, files?.tree);
  }

  /** Moves the ref, by a fast-forward if possible. */
  async #move(seen: string | undefined, next: string): Promise<boolean> {
    const { watch, name, workspace: { repository: { git } } } = this.options;
    if (seen !== undefined && !await isReachable(git, seen, next)) {
      if (!await watch.move(name, { seen, next: undefined })) return false;
      seen = undefined;
    }
    return await watch.move(name, { seen, next });
  }

  /**
   * Reports whether the commits on the ref continue those of the worktree. A new worktree goes back to where the
   * lane began.
   */
  async #adopts({ start }: LaneHistory): Promise<boolean> {
    const { git } = this.options.workspace.repository;
    const current = await head(git);
    if (await isReachable(git, current, this.#tip!)) return true;
    const onto = `refs/heads/${this.options.branch}`;
    if (!await isReachable(git, current, onto) || !await isReachable(git, start, current)) return false;
    await git.output(["reset", "--quiet", "--keep", start]);
    return true;
  }

  /** Reads the lane from the remote, if its ref has moved. */
  async #read(): Promise<void> {
    const { watch, name } = this.options;
    const tip = watch.tip(name);
    if (tip === this.#tip) return;
    let history: LaneHistory | undefined;
    if (tip !== undefined) {
      try {
        history = readLane(await watch.refs.commits(tip));
      } catch (error) {
        // The ref has moved again before it was fetched: the next look reads it.
        if (!(error instanceof GitError)) throw error;
        return;
      }
    }
    this.#history = history;
    this.#tip = tip;
  }

  async #submit(): Promise<Refusal | undefined> {
    const { watch, workspace: { repository: { git: { host } } } } = this.options;
    if (host.now() - this.#submitted < AGAIN) return undefined;
    this.#submitted = host.now();
    return await watch.executor.submit(this.#job(), this.#tip);
  }

  #job(): LaneJob {
    const { watch: { run }, name } = this.options;
    return { run, lane: name, base: this.#history?.start ?? "" };
  }
}

async function head(git: Workspace["repository"]["git"]): Promise<string> {
  return (await git.output(["rev-parse", "HEAD"])).trim();
}

function removed(name: string): TaskProgress {
  const message = `The ref of lane ${name} was removed while a worker carried it out`;
  return { kind: "turn-failed", message, output: "" };
}
