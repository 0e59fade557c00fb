import { laneJobs, laneOfJob } from "../../plan/executor/batch_system.ts";
import { readRef, REFS } from "../../plan/executor/lane_names.ts";
import type { LaneRefs } from "./lane_refs.ts";
import type { Delivery, LaneQueue } from "./queue.ts";

/** The queue for the worker of a job: the lane that the job is for, once. */
export class JobQueue implements LaneQueue {
  #isTaken = false;
  #isFound = false;
  #isLeft = false;

  constructor(readonly refs: LaneRefs, readonly job: string) {}

  /** Whether there is a lane for the job. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /** Whether the lane still needs a worker. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  open(): Promise<void> {
    return Promise.resolve();
  }

  async take(signal: AbortSignal): Promise<Delivery | undefined> {
    if (this.#isTaken || signal.aborted) return undefined;
    this.#isTaken = true;
    const found = await laneRefOf(this.refs, this.job);
    const lane = found === undefined ? undefined : readRef(found.ref);
    if (lane === undefined) return undefined;
    this.#isFound = true;
    return {
      job: { ...lane, base: found!.commit },
      // Its batch system ends the process.
      cancelled: new AbortController().signal,
      tell: () => {},
      end: (how) => {
        this.#isLeft = how === "released";
        return Promise.resolve();
      },
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the ref of the lane that a job is for, and its commit; undefined once the run has ended. */
export async function laneRefOf(
  refs: LaneRefs,
  job: string,
): Promise<{ readonly ref: string; readonly commit: string } | undefined> {
  for (const [ref, commit] of await refs.list(`${REFS}*`)) {
    const lane = readRef(ref);
    if (lane !== undefined && laneJobs(lane) === laneOfJob(job)) return { ref, commit };
  }
  return undefined;
}
