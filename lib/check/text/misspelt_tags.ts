import type { Span } from "../../../schemas/diagnostic.ts";
import { nearest } from "../../text/nearest.ts";
import type { BodyElement } from "../../parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { ELEMENT_NAMES } from "../../parse/plan_file/vocabulary.ts";

/** An opening tag whose name is similar to that of an element. It is plain text, so it is not read. */
export interface MisspeltTag {
  readonly written: string;
  readonly meant: string;
  readonly span: Span;
}

const OPENING = /^([ \t]*<)([A-Za-z][\w-]*)(?=[ \t\r\n>])/gm;

/**
 * Finds misspelt tags between elements, where only elements are expected: one for each intended element.
 *
 * @param plan The plan.
 * @param within The span to search: the inside of a task, or the body.
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

/** The hint for missing elements: correct the misspelt ones, and add the others. */
export function additionHint(missing: readonly string[], typos: readonly MisspeltTag[]): string {
  const added = missing.filter((name) => !typos.some(({ meant }) => meant === name));
  const renamed = typos.map(({ meant, written }) => `write <${meant}> in place of <${written}>`);
  const instructions = [
    ...renamed,
    ...(added.length === 0 ? [] : [`add ${added.map((name) => `<${name}>`).join(", ")}`]),
  ];
  const text = instructions.join(", and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
