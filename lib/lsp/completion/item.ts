import type { Span } from "../../../schemas/diagnostic.ts";

/** The maximum number of plans that are proposed at once. An editor that gets so many asks again after the next letter. */
export const MAX_PROPOSED = 200;

export interface Completion {
  /** The label; compared with the typed letters by default. */
  readonly label: string;
  readonly kind: "key" | "value" | "plan" | "requirement" | "element" | "attribute" | "file" | "folder";
  readonly text: string;
  /** True if `text` has tab stops, `$1`, `$0`; any other `$` is escaped with a backslash. */
  readonly isSnippet?: boolean;
  readonly detail?: string;
  /** Documentation, shown on request. Markdown. */
  readonly markdown?: string;
  readonly span: Span;
  /** The text to compare with the typed letters, if it is not the label. */
  readonly filter?: string;
}
