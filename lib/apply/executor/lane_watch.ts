import { laneRef, REFS } from "../../plan/executor/lane_names.ts";
import { GitError } from "../git/process.ts";
import type { EventDraft } from "../interaction/interaction.ts";
import type { LaneRefs, RefChange } from "./lane_refs.ts";
import type { Executor } from "./port.ts";

/** The time between two looks at the remote while no message arrives, in milliseconds. */
const INTERVAL = 2000;
/** The time after which a lane that no worker has taken is reported, in milliseconds. */
const UNTAKEN = 10_000;

export interface WatchOptions {
  readonly refs: LaneRefs;
  readonly executor: Executor;
  /** The ID of the run. */
  readonly run: string;
  readonly report: (event: EventDraft) => void;
  /** The time between two looks at the remote, in milliseconds. */
  readonly interval?: number;
}

/** Watches the refs of a run on the remote: whenever a message hints that one has moved, and again and again. */
export class LaneWatch {
  readonly refs: LaneRefs;
  readonly executor: Executor;
  readonly run: string;
  readonly #tips = new Map<string, string>();
  /** The refs that this machine has moved since the current look began. */
  readonly #own = new Set<string>();
  #waiting: (() => void)[] = [];
  #looking: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The time of the newest message of a worker, in milliseconds since 1970. */
  #heard = 0;
  #unreachable = false;
  #taken = false;
  #pointedOut = false;

  constructor(readonly options: WatchOptions) {
    const { refs, executor, run, interval = INTERVAL } = options;
    this.refs = refs;
    this.executor = executor;
    this.run = run;
    this.#timer = setInterval(() => void this.look(), interval);
  }

  /** Returns the last known commit on the ref of a lane, which is in this repository. */
  tip(lane: string): string | undefined {
    return this.#tips.get(laneRef({ run: this.run, lane }));
  }

  /** Moves the ref of a lane on the remote. Returns false if another machine has moved it. */
  async move(lane: string, change: RefChange): Promise<boolean> {
    const ref = laneRef({ run: this.run, lane });
    if (await this.refs.move(ref, change) === "moved") return false;
    this.#own.add(ref);
    this.#set(ref, change.next);
    return true;
  }

  /** Fetches what is new of the refs on the remote. Calls during a look share the next one. */
  look(): Promise<void> {
    if (this.#looking === undefined) {
      return this.#looking = this.#look().finally(() => this.#looking = undefined);
    }
    return this.#next ??= this.#looking.then(() => {
      this.#next = undefined;
      return this.look();
    });
  }

  /** Waits until a ref may have moved, or the time of another look has come. */
  async change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((done) => {
      this.#waiting.push(done);
      signal.addEventListener("abort", () => done(), { once: true });
    });
  }

  /** Records that a worker has sent a message. */
  hear(): void {
    this.#heard = this.refs.git.host.now();
    this.#pointedOut = false;
  }

  /**
   * Points out once that no worker seems to be there: none has taken a lane, or none is heard of any more.
   *
   * @param since The time since which this lane waits, in milliseconds since 1970.
   */
  pointOut(
    lane: string,
    { since, isTaken }: { readonly since: number; readonly isTaken: boolean },
  ): void {
    this.#taken ||= isTaken;
    const { refs: { git: { host } }, executor: { silence, whileWaiting } } = this;
    const silent = host.now() - Math.max(since, this.#heard);
    if (this.#pointedOut || silent < (this.#taken ? silence : UNTAKEN)) return;
    this.#pointedOut = true;
    const why = this.#taken ? `: no worker has been heard of for ${silence / 1000} seconds` : " for a worker";
    this.notice(`Plan ${lane} waits${why}. ${whileWaiting}`);
  }

  /** Ends the looks. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await (this.#next ?? this.#looking);
  }

  async #look(): Promise<void> {
    this.#own.clear();
    try {
      const found = await this.refs.list(`${REFS}${this.run}/*`);
      this.#unreachable = false;
      const refs = [...new Set([...this.#tips.keys(), ...found.keys()])];
      const changed = refs.filter((ref) => this.#tips.get(ref) !== found.get(ref) && !this.#own.has(ref));
      const fetched = changed.filter((ref) => found.has(ref));
      if (fetched.length > 0) await this.refs.fetch(...fetched);
      for (const ref of changed) if (!this.#own.has(ref)) this.#set(ref, found.get(ref));
    } catch (error) {
      if (!(error instanceof GitError)) throw error;
      if (!this.#unreachable) this.notice(`${error.message}. wf tries again until it can be reached`);
      this.#unreachable = true;
    }
    for (const done of this.#waiting.splice(0)) done();
  }

  #set(ref: string, commit: string | undefined): void {
    if (commit === undefined) this.#tips.delete(ref);
    else this.#tips.set(ref, commit);
  }

  /** Reports a notice to the user. */
  notice(message: string): void {
    this.options.report({ kind: "notice", message });
  }
}
