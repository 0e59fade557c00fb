import type { PlanPart } from "../../../schemas/plan_file.ts";
import { groupBy } from "../../collections/group_by.ts";
import type { BodyElement } from "./scan_body.ts";
import { attributesOf, furtherAttributes } from "./tags.ts";

/** Matches an opening tag at the start of a line, with a name outside the vocabulary. */
const OPENING = /^[ \t]*<([A-Za-z][\w-]*)(\s[^<>]*)?>/gm;
const CLOSING = /<\/([A-Za-z][\w-]*)>/g;
/** Matches text that contains only tags without attributes, as when an unknown element contains others. */
const ONLY_TAGS = /^(?:\s*<\/?[A-Za-z][\w-]*>)*\s*$/;

/**
 * Returns the parts of a container that its fields do not contain, in the order of the file: unread elements
 * of the vocabulary, unknown elements, and text outside of elements.
 *
 * Comments and empty elements are omitted. Runs in time linear in the text.
 *
 * @param container The element of a task.
 * @param used The children that were read.
 * @param text The text that contains the element.
 */
export function furtherParts(
  container: Pick<BodyElement, "inner" | "children">,
  used: ReadonlySet<BodyElement>,
  text: string,
): readonly PlanPart[] {
  const parts: PlanPart[] = [];
  let at = container.inner.start;
  for (const child of container.children) {
    const { name, span, inner, attributes } = child;
    parts.push(...ownParts(text.slice(at, span.start)));
    const written = used.has(child) ? "" : asWritten(text.slice(inner.start, inner.end));
    if (written !== "") parts.push({ name, text: written, ...furtherAttributes(attributes) });
    at = span.end;
  }
  return [...parts, ...ownParts(text.slice(at, container.inner.end))];
}

/** Returns a block of text without leading and trailing empty lines. Its first line stays indented. */
export function asWritten(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
}

/** Returns the unknown elements in a text without others, and the text between them. */
function ownParts(gap: string): readonly PlanPart[] {
  if (gap.trim() === "") return [];
  const parts: PlanPart[] = [];
  const add = (name: string, text: string, attributes = "") => {
    if (ONLY_TAGS.test(text)) return;
    const further = furtherAttributes(attributesOf({ name, attributes, start: 0 }));
    parts.push({ name, text: asWritten(text), ...further });
  };
  const plain = withoutComments(gap);
  const closings = groupBy(plain.matchAll(CLOSING), ([, name]) => name!);
  const passed = new Map<string, number>();
  let loose = 0;
  let end = 0;
  for (const opening of plain.matchAll(OPENING)) {
    const [tag, name = "", attributes] = opening;
    if (opening.index < end) continue;
    const inside = opening.index + tag.length;
    const ends = closings.get(name) ?? [];
    let next = passed.get(name) ?? 0;
    while (next < ends.length && ends[next]!.index < inside) next++;
    passed.set(name, next);
    const closing = ends[next];
    if (closing === undefined) continue;
    add("", plain.slice(loose, opening.index));
    add(name, plain.slice(inside, closing.index), attributes);
    loose = end = closing.index + closing[0].length;
  }
  add("", plain.slice(loose));
  return parts;
}

function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (let start = text.indexOf("<!--"); start !== -1; start = text.indexOf("<!--", at)) {
    const end = text.indexOf("-->", start + 4);
    if (end === -1) break;
    kept += text.slice(at, start);
    at = end + 3;
  }
  return kept + text.slice(at);
}
