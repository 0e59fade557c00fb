import type { Span } from "../../../schemas/diagnostic.ts";
import type { BodyElement } from "../../parse/plan_file/scan_body.ts";
import type { PlanDocument } from "../../parse/plan_file/plan_file.ts";
import { LEAF, ROOT, type Vocabulary } from "../../parse/plan_file/vocabulary.ts";
import { lineAt } from "./document.ts";

export type BodyPlace =
  /** The name in a tag; `from` is the offset of its `<`. */
  | { readonly kind: "name"; readonly close: boolean; readonly from: number; readonly span: Span }
  /** The name of an attribute, or a place where one can be written. */
  | { readonly kind: "attribute"; readonly element: string; readonly written: string; readonly span: Span }
  /** The value of an attribute, between its quotes. */
  | { readonly kind: "value"; readonly element: string; readonly attribute: string; readonly span: Span }
  /** A path after an `@` at the beginning of a line of `<context>` or `<execution_context>`. */
  | { readonly kind: "reference"; readonly span: Span }
  /** A path in `<files>`. */
  | { readonly kind: "file"; readonly span: Span }
  | { readonly kind: "text" };

/** Returns the elements that contain a place between their tags, outermost first. */
export function elementsAround(plan: PlanDocument, offset: number): readonly BodyElement[] {
  const found: BodyElement[] = [];
  for (let elements = plan.body.elements;;) {
    const next = elements.find(({ inner }) => offset >= inner.start && offset <= inner.end);
    if (next === undefined) return found;
    found.push(next);
    elements = next.children;
  }
}

/** Finds the element whose tag contains an offset, with the elements around it; undefined if there is none. */
export function tagAt(
  plan: PlanDocument,
  offset: number,
): { readonly element: BodyElement; readonly around: readonly BodyElement[] } | undefined {
  const around: BodyElement[] = [];
  for (let elements = plan.body.elements;;) {
    const next = elements.find(({ span }) => offset >= span.start && offset < span.end);
    if (next === undefined) return undefined;
    if (offset < next.tag.end || offset >= next.inner.end) return { element: next, around };
    around.push(next);
    elements = next.children;
  }
}

/** The elements that are allowed inside of others, by name. `<verify>` contains text and commands. */
export function allowedInside(around: readonly string[]): readonly string[] {
  if (around.at(-1) === "verify") return ["automated"];
  let vocabulary: Vocabulary = ROOT;
  for (const name of around) {
    const inside = vocabulary[name];
    if (inside === undefined || inside === LEAF) return [];
    vocabulary = inside;
  }
  return Object.keys(vocabulary);
}

const NAME = /<(\/?)([\w-]*)$/;
const ATTRIBUTE = /<([\w-]+)((?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s+([\w:-]*)$/;
const VALUE = /<([\w-]+)(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*\s+([\w:-]+)\s*=\s*(["'])([^"']*)$/;
const REFERENCE = /^[ \t]*(?:[-*][ \t]+)?`?@([^\s`]*)$/;
const FILE = /(?:^|>|,)[ \t]*(?:[-*][ \t]+)?`?([^\s`,<>]*)$/;
/** Length of the line that is inspected on each side, in UTF-16 code units. */
const LINE_CONTEXT = 2000;

/** Determines the kind of a place in a plan's body, from its line and the elements around it. */
export function bodyPlace(plan: PlanDocument, offset: number): BodyPlace {
  const { text } = plan.source;
  const line = lineAt(text, offset);
  const before = text.slice(Math.max(line.start, offset - LINE_CONTEXT), offset);
  const after = text.slice(offset, Math.min(line.end, offset + LINE_CONTEXT));
  const span = (start: number, rest: RegExp): Span => ({
    start,
    end: offset + (rest.exec(after)?.[0].length ?? 0),
  });
  const value = VALUE.exec(before);
  if (value !== null) {
    const [, element = "", attribute = "", , written = ""] = value;
    return { kind: "value", element, attribute, span: span(offset - written.length, /^[^"'<>]*(?=["'])/) };
  }
  const name = NAME.exec(before);
  if (name !== null) {
    const [whole, slash, written = ""] = name;
    const place = span(offset - written.length, /^[\w-]*/);
    return { kind: "name", close: slash === "/", from: offset - whole.length, span: place };
  }
  const attribute = ATTRIBUTE.exec(before);
  if (attribute !== null) {
    const [, element = "", written = "", begun = ""] = attribute;
    return { kind: "attribute", element, written, span: span(offset - begun.length, /^[\w:-]*/) };
  }
  return pathPlace(plan, offset, before, (start) => span(start, /^[^\s`,<>]*/));
}

function pathPlace(
  plan: PlanDocument,
  offset: number,
  before: string,
  span: (start: number) => Span,
): BodyPlace {
  const innermost = elementsAround(plan, offset).at(-1)?.name ?? "";
  const isContext = innermost === "context" || innermost === "execution_context";
  const reference = isContext ? REFERENCE.exec(before) : null;
  if (reference !== null) return { kind: "reference", span: span(offset - reference[1]!.length) };
  const file = innermost === "files" || innermost === "read_first" ? FILE.exec(before) : null;
  return file === null ? { kind: "text" } : { kind: "file", span: span(offset - file[1]!.length) };
}
