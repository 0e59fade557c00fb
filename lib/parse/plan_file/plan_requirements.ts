import { leadingRequirements } from "../requirements/requirement_range.ts";

/** Matches most IDs, faster than the pattern with Unicode classes. */
const PLAIN = /^[A-Z][A-Z\d]*-\d+$/;
/** Matches items that mean "no requirement". */
const NONE = /^(?:none|nil|n\/?a|-+|–|—|tbd|tbc|tba|todo)\.?$/i;
const ALL = /^all(?![\w-])/i;

/**
 * Returns the IDs of the requirements that a plan delivers, each once, from the items of its `requirements`.
 *
 * An item may contain more than an ID, `REQ-01 (partial)`, or name several: `SEC-01, SEC-02`,
 * `REQ-03..REQ-05`. An item without an ID counts as written; `TBD`, `none` and `All v1.0` name none.
 */
export function deliveredRequirements(items: readonly string[]): readonly string[] {
  return [
    ...new Set(items.flatMap((item) => {
      if (PLAIN.test(item)) return [item];
      const named = leadingRequirements(item, 0).map(({ id }) => id);
      if (named.length > 0) return named;
      return namesNone(item) || namesAll(item) ? [] : [item.trim()];
    })),
  ];
}

/** Returns true for an item of `requirements` that means "none" or "none yet". */
export function namesNone(item: string): boolean {
  const text = withoutBrackets(item);
  return text === "" || NONE.test(text);
}

/** Returns true for an item of `requirements` that means all requirements: `all`, `[all]`, `All v1.0`. */
export function namesAll(item: string): boolean {
  return ALL.test(withoutBrackets(item));
}

/** Removes the brackets of a template around an item of `requirements`: `[TBD]`. */
export function withoutBrackets(item: string): string {
  return item.trim().replace(/^\[(.*)\]$/s, "$1").trim();
}
