/** The files that may be written, if they are narrower than the working folder. */
export interface Writable {
  /**
   * Reports whether a file may be written.
   *
   * @param path Relative to the working folder, with forward slashes.
   */
  readonly allows: (path: string) => boolean;
  /** The files in words that follow "may write": `03-RESEARCH.md only`, `nothing`. */
  readonly what: string;
}

/** No file may be written: the agent only reads. */
export const NOTHING: Writable = { allows: () => false, what: "nothing" };
