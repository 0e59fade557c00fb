import type { LaneJob } from "../../plan/executor/lane_names.ts";

/** A message about a lane. It only hints: the result of a lane is read from git. */
export interface LaneMessage {
  readonly run: string;
  readonly lane: string;
  /** An event of the lane's agent or checks, as the worker reported it; absent if only the ref has moved. */
  readonly event?: unknown;
}

/** Why a lane cannot be queued. */
export interface Refusal {
  readonly message: string;
  readonly output: string;
}

/**
 * An engine that brings lanes to other machines: it places and queues them, and notices workers that are gone. Git
 * decides who holds a lane and what is done.
 */
export interface Executor {
  /** What the user can do or look at while no worker takes a lane, as a sentence. */
  readonly whileWaiting: string;
  /** The time without a message after which no worker seems to be there, in milliseconds; Infinity if workers send none. */
  readonly silence: number;
  /** Connects to the engine. Throws a `ProgramError` if that is not possible. */
  open(): Promise<void>;
  /**
   * Queues a lane. Has no effect while the lane is queued or running. Returns the reason if that is pointless.
   *
   * @param tip The last known commit on the ref of the lane.
   */
  submit(job: LaneJob, tip: string | undefined): Promise<Refusal | undefined>;
  /** Calls a listener for each message about the lanes of a run, as long as the engine can be reached. */
  events(run: string, listener: (message: LaneMessage) => void): Promise<void>;
  /** Removes a lane from the queue, and asks the worker that runs it to stop. */
  cancel(job: LaneJob): Promise<void>;
  /** Disconnects. */
  close(): Promise<void>;
}
