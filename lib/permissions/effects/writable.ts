/** The files that work may write, where it is more than the folder that confines it. */
export interface Writable {
  /**
   * Whether a file is one of them.
   *
   * @param path Relative to the folder of the work, with forward slashes.
   */
  readonly allows: (path: string) => boolean;
  /** Which they are, in words that follow "may write": `03-RESEARCH.md only`, `nothing`. */
  readonly what: string;
}

/** Work that is only to look. */
export const NOTHING: Writable = { allows: () => false, what: "nothing" };
