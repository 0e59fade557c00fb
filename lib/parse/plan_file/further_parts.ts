import type { PlanPart } from "../../../schemas/plan_file.ts";
import { groupBy } from "../../collections/group_by.ts";
import type { BodyElement } from "./scan_body.ts";

/** An opening tag at the start of a line; the vocabulary does not know its name. */
const OPENING = /^[ \t]*<([A-Za-z][\w-]*)(?:\s[^<>]*)?>/gm;
const CLOSING = /<\/([A-Za-z][\w-]*)>/g;
/** Text that holds nothing but tags without attributes, as where an element of the author's own holds others. */
const ONLY_TAGS = /^(?:\s*<\/?[A-Za-z][\w-]*>)*\s*$/;

/**
 * What of a container none of its fields holds, in the order of the file: elements of the vocabulary
 * that were not read, elements under names of the author's own, and text outside of elements.
 *
 * Comments and tags around nothing are left out. Runs in time linear in the text.
 *
 * @param container The element of a task.
 * @param used Those of its children that were read.
 * @param text The text that the element is part of.
 */
export function furtherParts(
  container: Pick<BodyElement, "inner" | "children">,
  used: ReadonlySet<BodyElement>,
  text: string,
): readonly PlanPart[] {
  const parts: PlanPart[] = [];
  let at = container.inner.start;
  for (const child of container.children) {
    parts.push(...ownParts(text.slice(at, child.span.start)));
    const written = asWritten(text.slice(child.inner.start, child.inner.end));
    if (!used.has(child) && written !== "") parts.push({ name: child.name, text: written });
    at = child.span.end;
  }
  return [...parts, ...ownParts(text.slice(at, container.inner.end))];
}

/** A block of text without the empty lines around it: its first line stays indented. */
export function asWritten(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
}

/** The elements with names of the author's own in a text without others, and the text between them. */
function ownParts(gap: string): readonly PlanPart[] {
  if (gap.trim() === "") return [];
  const parts: PlanPart[] = [];
  const add = (name: string, text: string) => {
    if (!ONLY_TAGS.test(text)) parts.push({ name, text: asWritten(text) });
  };
  const plain = withoutComments(gap);
  const closings = groupBy(plain.matchAll(CLOSING), ([, name]) => name!);
  const passed = new Map<string, number>();
  let loose = 0;
  let end = 0;
  for (const opening of plain.matchAll(OPENING)) {
    const [tag, name = ""] = opening;
    if (opening.index < end) continue;
    const inside = opening.index + tag.length;
    const ends = closings.get(name) ?? [];
    let next = passed.get(name) ?? 0;
    while (next < ends.length && ends[next]!.index < inside) next++;
    passed.set(name, next);
    const closing = ends[next];
    if (closing === undefined) continue;
    add("", plain.slice(loose, opening.index));
    add(name, plain.slice(inside, closing.index));
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
