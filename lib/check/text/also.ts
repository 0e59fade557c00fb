import type { Related, Span } from "../../../schemas/diagnostic.ts";

/** Returns the end of a message about the first of several equal problems: `, like 2 more`. */
export function alsoText(others: number): string {
  return others === 0 ? "" : `, like ${others} more`;
}

/** Returns the places of the others. */
export function alsoAt(
  path: string,
  spans: readonly Span[],
): { readonly related?: readonly Related[] } {
  return spans.length === 0 ? {} : {
    related: spans.map((span) => ({ message: "the same", span: { path, ...span } })),
  };
}
