/** Result of `view`. */
export interface ViewResult {
  /** Version of this format. */
  readonly formatVersion: 1;
  /** Address of the page, with the token that protects it; absent for an export. */
  readonly url?: string;
  /** ID of the exported run; absent for a page. */
  readonly run?: string;
  /** Absolute path of the written file; absent if there is none. */
  readonly path?: string;
  /** The exported text if no file is written. */
  readonly text?: string;
}
