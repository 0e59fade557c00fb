/** Result of `merge-driver`. */
export interface MergeDriverResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** The files that were rewritten. */
  readonly written: readonly string[];
}
