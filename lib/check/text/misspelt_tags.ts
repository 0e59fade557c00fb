import type { Span } from "../../../schemas/diagnostic.ts";
import { nearest } from "../../text/nearest.ts";
import type { BodyElement } from "../../parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { ELEMENT_NAMES } from "../../parse/plan_file/vocabulary.ts";

/** An opening tag with a name that is nearly that of an element: it is text, and nothing reads it. */
export interface MisspeltTag {
  /** The name that was written. */
  readonly written: string;
  /** The element that was meant. */
  readonly meant: string;
  /** Where the name stands. */
  readonly span: Span;
}

const OPENING = /^([ \t]*<)([A-Za-z][\w-]*)(?=[ \t\r\n>])/gm;

/**
 * The misspelt tags between elements, where nothing but elements is expected: one for each that is meant.
 *
 * @param plan The plan.
 * @param within What is searched: the inside of a task, or the body.
 * @param elements The elements in it, in order.
 * @param names The elements that may have been meant.
 */
export function misspeltTags(
  { source: { text } }: PlanDocument,
  within: Span,
  elements: readonly BodyElement[],
  names: readonly string[],
): readonly MisspeltTag[] {
  const found = new Map<string, MisspeltTag>();
  let start = within.start;
  for (const { tag, span } of [...elements, { tag: { start: within.end }, span: within }]) {
    for (const match of text.slice(start, tag.start).matchAll(OPENING)) {
      const [, before = "", written = ""] = match;
      const meant = ELEMENT_NAMES.includes(written) ? undefined : nearest(written, names);
      if (meant === undefined || found.has(meant)) continue;
      const at = start + match.index + before.length;
      found.set(meant, { written, meant, span: { start: at, end: at + written.length } });
    }
    start = span.end;
  }
  return [...found.values()];
}

/** How elements that are missing come to be there: some are misspelt, the others are to be added. */
export function additionHint(missing: readonly string[], slips: readonly MisspeltTag[]): string {
  const added = missing.filter((name) => !slips.some(({ meant }) => meant === name));
  const renamed = slips.map(({ meant, written }) => `write <${meant}> in place of <${written}>`);
  const orders = [
    ...renamed,
    ...(added.length === 0 ? [] : [`add ${added.map((name) => `<${name}>`).join(", ")}`]),
  ];
  const text = orders.join(", and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
