import { leadingRequirements } from "../requirements/requirement_range.ts";

/** Most IDs, which are told without the classes of all letters. */
const PLAIN = /^[A-Z][A-Z\d]*-\d+$/;
/** What stands for no requirement, or for all there are. */
const NONE = /^(?:none|nil|n\/?a|-+|–|—|tbd|tbc|tba|todo)\.?$/i;
const ALL = /^all(?![\w-])/i;

/**
 * The IDs of the requirements that a plan delivers, each once, from the items of its `requirements`.
 *
 * An item may say more than an ID, `REQ-01 (partial)`, or name several: `SEC-01, SEC-02`,
 * `REQ-03..REQ-05`. One without an ID counts as it is written; `TBD`, `none` and `All v1.0` name none.
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

/** Whether an item of `requirements` says that there is none, or none yet. */
export function namesNone(item: string): boolean {
  const text = withoutBrackets(item);
  return text === "" || NONE.test(text);
}

/** Whether an item of `requirements` stands for all there are: `all`, `[all]`, `All v1.0`. */
export function namesAll(item: string): boolean {
  return ALL.test(withoutBrackets(item));
}

/** An item of `requirements` without the brackets that a template puts around it: `[TBD]`. */
export function withoutBrackets(item: string): string {
  return item.trim().replace(/^\[(.*)\]$/s, "$1").trim();
}
