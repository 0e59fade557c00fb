import type { Span } from "../../../schemas/diagnostic.ts";

/** A proposal for a place. */
export interface Completion {
  /** The label; compared with the typed letters by default. */
  readonly label: string;
  /** The kind of the proposal. */
  readonly kind: "key" | "value" | "plan" | "requirement" | "element" | "attribute" | "file" | "folder";
  /** The text to insert. */
  readonly text: string;
  /** True if `text` has tab stops, `$1`, `$0`; any other `$` is escaped with a backslash. */
  readonly isSnippet?: boolean;
  /** Details, shown next to the label. */
  readonly detail?: string;
  /** Documentation, shown on request. Markdown. */
  readonly markdown?: string;
  /** The span to replace. */
  readonly span: Span;
  /** The text to compare with the typed letters, if it is not the label. */
  readonly filter?: string;
}
