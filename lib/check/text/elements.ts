import type { Span } from "../../../schemas/diagnostic.ts";
import type { BodyElement } from "../../parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";

/** The elements of a plan's body that the specification names, in its order. See docs/decisions/plan-body.md. */
export const SECTIONS: readonly string[] = [
  "objective",
  "execution_context",
  "context",
  "tasks",
  "verification",
  "success_criteria",
  "output",
];

/** The first top-level element with a name in a plan's body: the one that is read. */
export function sectionOf(plan: PlanDocument, name: string): BodyElement | undefined {
  return plan.body.elements.find((element) => element.name === name);
}

/** The text between an element's tags. */
export function innerText(plan: PlanDocument, { inner }: BodyElement): string {
  return plan.source.text.slice(inner.start, inner.end);
}

const SPACE = 0x20;

/** The offset of the first character of a part of a plan that is not a space; undefined if there is none. */
export function firstCharacter({ source: { text } }: PlanDocument, { start, end }: Span): number | undefined {
  let at = start;
  while (at < end && text.charCodeAt(at) <= SPACE) at++;
  return at < end ? at : undefined;
}
