import type { LaneJob } from "../../plan/executor/lane_names.ts";
import type { RelayedEntry } from "../../plan/executor/relayed_entry.ts";
import type { EventDraft } from "../interaction/interaction.ts";

/** A lane that the queue has handed to this worker. The queue hands it to another one if this worker dies. */
export interface Delivery {
  readonly job: LaneJob;
  /** Fires when the coordinator takes the lane away. */
  readonly cancelled: AbortSignal;
  /** Reports an event or a part of a transcript to the coordinator; without one, that the ref of the lane has moved. */
  tell(event?: EventDraft | RelayedEntry): void;
  /** Ends the delivery: `finished` removes the lane from the queue, `released` hands it to another worker, and `lost` leaves it to the worker that has it. */
  end(how: "finished" | "released" | "lost"): Promise<void>;
}

/** The lanes that wait for a worker. */
export interface LaneQueue {
  /** Connects to the engine. Throws a `ProgramError` if that is not possible. */
  open(): Promise<void>;
  /** Waits for the next lane; undefined once the signal fires. */
  take(signal: AbortSignal): Promise<Delivery | undefined>;
  /** Disconnects. */
  close(): Promise<void>;
}
