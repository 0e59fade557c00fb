/** The facts of a path of the project, collected by the effects and judged by pure functions. */
export type FileFact =
  | { readonly kind: "text"; readonly text: string }
  /** An existing file that was not read: it is not text, or too large. */
  | { readonly kind: "unread"; readonly reason: string }
  | { readonly kind: "directory"; readonly empty: boolean }
  /** A missing path. `near` is a path that differs only in case. */
  | { readonly kind: "missing"; readonly near?: string }
  /** A path outside the project, itself or the target of a link. */
  | { readonly kind: "outside" };

/** Returns the facts of a path relative to the project root; undefined if it has not been inspected yet. */
export type FileFacts = (path: string) => FileFact | undefined;
