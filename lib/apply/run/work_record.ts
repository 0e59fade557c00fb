import { defined } from "../../collections/defined.ts";
import { sameEntries } from "../../collections/same_entries.ts";
import { noteLine } from "../../plan/run/turn_outcome.ts";
import type { Feedback, StepOutcome } from "../../plan/execution/step_outcome.ts";
import {
  type KnownSession,
  resumedNotice,
  sessionOn,
  stoppedFeedback,
  type StoppedWork,
} from "../../plan/run/stopped_work.ts";
import { type Baseline, changedSince } from "../git/baseline.ts";
import { isReachable } from "../git/merge/merge.ts";
import { lastSaid } from "../log/read_log.ts";
import { deferredPaths } from "../history/deferred_tests.ts";
import {
  contentHashes,
  forgetStopped,
  isOfTask,
  readStopped,
  writeStopped,
} from "../session/stopped_record.ts";
import { setAside } from "../session/set_aside.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { Workspace } from "../worktrees/workspace.ts";
import type { TaskPlace } from "./agent_commits.ts";

export interface WorkRecordOptions {
  readonly workspace: Workspace;
  readonly commitDocs: boolean;
  /** Returns the state of the working tree before the task. */
  readonly baseline: () => Baseline;
}

/** A task with the paths that its plan declares, and the last commit of wf before it. */
export interface RecordedTask extends TaskPlace {
  readonly declared: readonly string[];
  readonly head: string | undefined;
}

/** The outcome of a turn of the agent in which it asks. */
export type Asks = Extract<StepOutcome, { readonly kind: "asks" }>;

/** How a task continues that an earlier run stopped. */
export interface Resumed {
  readonly kind: "resumed";
  /** The message for the user. */
  readonly notice: string;
  /**
   * The message for a turn. Undefined if none is needed: the agent has finished the task, its files are the same
   * since, and a check of the task decides about it.
   */
  readonly feedback?: Feedback;
}

/** The maximum number of recorded notes on a task. */
const MAX_NOTES = 12;

/** Records the work on the current task of a lane until its commit, so that a later run can continue it. */
export class WorkRecord {
  #work: StoppedWork | undefined;
  /** The work before the turn. */
  #before: StoppedWork | undefined;
  /** The session of the lane, which continues from task to task. */
  #session: KnownSession | undefined;
  #declared: readonly string[] = [];
  #written: Promise<void> = Promise.resolve();

  constructor(readonly options: WorkRecordOptions) {}

  /** The notes of the agent on the current task, a line each. */
  get notes(): readonly string[] {
    return this.#work?.notes ?? [];
  }

  /** Records that a turn begins. */
  async begin({ plan, task, declared, head }: RecordedTask): Promise<void> {
    const { workspace, baseline } = this.options;
    const known = this.#work ?? await readStopped(workspace.repository);
    const own = known?.plan === plan && known.task === task ? known : undefined;
    const session = this.#session ?? sessionOn(known, { plan, task, branch: workspace.branch, head });
    this.#declared = declared;
    this.#before = own;
    await this.#write({
      plan,
      task,
      branch: workspace.branch,
      ...defined({ head }),
      state: "turn",
      baseline: baseline(),
      files: own?.files ?? {},
      ...defined({ notes: own?.notes }),
      reason: "",
      output: "",
      ...defined({ session }),
    });
  }

  /** The session of the current task. */
  get session(): KnownSession | undefined {
    return this.#work?.session;
  }

  /** Records the session of the current task. */
  async setSession(session: KnownSession | undefined): Promise<void> {
    this.#session = session;
    if (this.#work === undefined) return;
    const { session: _, ...work } = this.#work;
    await this.#write({ ...work, ...defined({ session }) });
  }

  /**
   * Records the end of a turn.
   *
   * @param hasCheck False if the commit follows at once: a run that is killed in between was killed in the turn.
   */
  async end(outcome: StepOutcome, hasCheck: boolean): Promise<void> {
    if (outcome.kind === "turn-failed") return await this.stop(outcome.message, outcome.output, "failed");
    // A budget that is used up leaves no time for a turn.
    if (outcome.kind === "waiting" && sameEntries(await this.#files(), this.#before?.files ?? {})) {
      return this.#before === undefined ? await this.forget() : await this.#write(this.#before);
    }
    const { git } = this.options.workspace.repository;
    // A commit of the agent itself is not in the hashes.
    const isDone = outcome.kind === "done" && await git.commitOf("HEAD") === this.#work?.head;
    if (this.#work !== undefined && (outcome.kind === "done" || outcome.kind === "asks")) {
      const notes = [...new Set([...this.notes, ...(outcome.notes ?? []).map(noteLine)])].slice(-MAX_NOTES);
      this.#work = { ...this.#work, notes, ...(outcome.kind === "asks" ? { asks: outcome.asks } : {}) };
    }
    const state = isDone ? "finished" : outcome.kind === "interrupted" ? "interrupted" : "failed";
    if (isDone && !hasCheck) this.#work = this.#work && { ...this.#work, state };
    else await this.stop("", "", state);
  }

  /** Records the reason why the task is not committed. Its files are as they are now. */
  async stop(reason: string, output: string, state = this.#work?.state): Promise<void> {
    if (this.#work === undefined) return;
    const { committing, ...work } = this.#work;
    // A commit that git itself refused is begun again with the work; one that was killed is completed.
    const isKilled = committing === true && this.options.workspace.repository.git.writes.killed === true;
    await this.#write({
      ...work,
      ...defined({ state, committing: isKilled || undefined }),
      files: await this.#files(),
      reason,
      output,
    });
  }

  /** Records that the work is being committed, or that a hook has refused it. */
  async commit(committing: boolean): Promise<void> {
    if (this.#work === undefined) return;
    await this.#write({ ...this.#work, state: "finished", committing });
  }

  /** Stashes the changes of the current task. */
  async setAside(task: TaskPlace, report: (event: EventDraft) => void): Promise<void> {
    const { repository } = this.options.workspace;
    const paths = this.#work === undefined ? [] : Object.keys(await this.#files());
    await setAside(repository, { task, paths, report });
    this.#session = undefined;
    await this.forget();
  }

  /** Forgets the work, once it is committed. */
  async forget(): Promise<void> {
    this.#work = undefined;
    await forgetStopped(this.options.workspace.repository);
  }

  /** Returns how a task continues that an earlier run stopped, or the question that the agent asked. */
  async resume(
    { plan, task, declared }: RecordedTask,
    hasCheck: boolean,
  ): Promise<Resumed | Asks | undefined> {
    const { repository, branch } = this.options.workspace;
    const work = await readStopped(repository);
    if (work?.plan !== plan || work.task !== task || work.branch !== branch || work.state === "turn") {
      return undefined;
    }
    this.#declared = declared;
    if (work.asks !== undefined) return { kind: "asks", asks: work.asks };
    const files = await this.#files();
    const isFinished = work.state === "finished" && sameEntries(files, work.files) &&
      (hasCheck || work.accepted === true || work.committing === true);
    if (!isFinished || !await this.#isAfter(work.head)) {
      const left = { ...work, files };
      const said = await lastSaid(repository, { plan, task, role: "execution" });
      return { kind: "resumed", notice: resumedNotice(left, false), feedback: stoppedFeedback(left, said) };
    }
    this.#work = { ...work, baseline: this.options.baseline() };
    return { kind: "resumed", notice: resumedNotice(work, true) };
  }

  async #isAfter(head: string | undefined): Promise<boolean> {
    return head === undefined || await isReachable(this.options.workspace.repository.git, head, "HEAD");
  }

  async #files(): Promise<Readonly<Record<string, string>>> {
    const { workspace: { repository }, commitDocs, baseline } = this.options;
    const { git } = repository;
    const status = await git.status();
    const tests = await deferredPaths(git, status);
    const own = (await changedSince(git, baseline(), status)).filter((path) => {
      return !tests.has(path) && isOfTask(repository, path, { declared: this.#declared, commitDocs });
    });
    return await contentHashes(git, own);
  }

  async #write(work: StoppedWork): Promise<void> {
    this.#work = work;
    // A session is recorded while other records are made.
    const written = this.#written.then(() => writeStopped(this.options.workspace.repository, work));
    this.#written = written.catch(() => {});
    await written;
  }
}
