/**
 * The events of `wf worker`.
 * @module
 */

/** A plan that a worker takes or leaves. With `--json` each event is one line of standard output. */
export interface WorkerEvent {
  /** Version of this format. */
  readonly formatVersion: 1;
  /**
   * `taken` at the start. At the end, `finished` if there is nothing left to do for a worker, `released` to another
   * worker, or `lost` to one.
   */
  readonly kind: "taken" | "finished" | "released" | "lost";
  /** ID of the run. */
  readonly run: string;
  /** Plan ID. */
  readonly plan: string;
}
