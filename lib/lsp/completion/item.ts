import type { Span } from "../../../schemas/diagnostic.ts";

/** What a place can become. */
export interface Completion {
  /** What is shown, and what the typed letters are compared with. */
  readonly label: string;
  /** What it is. */
  readonly kind: "key" | "value" | "plan" | "requirement" | "element" | "attribute" | "file" | "folder";
  /** What the span becomes. */
  readonly text: string;
  /** True when `text` has places to go to, `$1`, `$0`; a `$` that is none has a backslash. */
  readonly isSnippet?: boolean;
  /** What is shown beside it. */
  readonly detail?: string;
  /** What is shown of it on request. Markdown. */
  readonly markdown?: string;
  /** What takes the place of the word. */
  readonly span: Span;
  /** What the typed letters are compared with, where it is not the label. */
  readonly filter?: string;
}
