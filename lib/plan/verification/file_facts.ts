/** What is known of a path of the project. Found by the effects, judged by pure functions. */
export type FileFact =
  /** A text file. */
  | { readonly kind: "text"; readonly text: string }
  /** A file that is there and was not read: it holds no text, or too much of it. */
  | { readonly kind: "unread"; readonly reason: string }
  /** A folder. */
  | { readonly kind: "directory"; readonly empty: boolean }
  /** Nothing is there. `near` is a path that differs in upper and lower case only. */
  | { readonly kind: "missing"; readonly near?: string }
  /** It lies outside of the project, itself or where a link leads. */
  | { readonly kind: "outside" };

/** Looks up what is known of a path, relative to the project root; undefined when nobody has looked yet. */
export type FileFacts = (path: string) => FileFact | undefined;
