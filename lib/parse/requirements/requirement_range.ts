import type { Span } from "../../../schemas/diagnostic.ts";
import { type RequirementReference, requirementReferences } from "./requirement_id.ts";

/** A requirement that a text names by its ID or as part of a range. */
export interface NamedRequirement extends RequirementReference {
  /** True when it is only between the ends of a range, and so need not exist. */
  readonly between: boolean;
}

/** Maximum number of IDs in a range. */
const MAX_RANGE = 200;
/** Matches the text between the ends of a range: `REQ-03..REQ-05`, `WAVE-01 through WAVE-05`. */
const TO = /^\s*(?:\.{2,3}|…|[~–—-]|(?:through|thru|to)\b)\s*$/i;
/** Matches the end of a range given only by its number: `CORE-03~06`, `REQ-01 to 08`. */
const TO_NUMBER = /^((?:\.{2,3}|…|[~–—])|[ \t]+(?:through|thru|to)[ \t]+)(\d+)(?=[ \t]*(?:$|[\r\n,;)\]]))/i;
/** Matches further IDs given only by their numbers: `SEC-01/02`. */
const MORE_NUMBERS = /^(?:\/\d+)+(?![\p{L}\p{N}])/u;
/** Matches a range with a hyphen, which looks like one ID: `REQ-01-REQ-05`. */
const HYPHENATED = /^((.{1,60}?)-\d+)-(\2-\d+)$/;
/** Matches the text between the IDs of a list. */
const JOINED = /^(?:[\s,;+&/*`]|\b(?:and|plus)\b)*$/i;

/**
 * Returns the requirements that a text names, in order, including those in ranges: `REQ-03..REQ-05`, `WAVE-01
 * through WAVE-05`, `CORE-03~06`, `SEC-01/02`.
 *
 * @param start Offset of the text in its file, for the spans.
 */
export function namedRequirements(text: string, start: number): readonly NamedRequirement[] {
  const references = requirementReferences(text, start).flatMap(parted);
  const named: NamedRequirement[] = [];
  for (const [index, reference] of references.entries()) {
    named.push({ ...reference, between: false });
    const { end } = reference.span;
    const next = references[index + 1];
    const behind = text.slice(end - start, next && next.span.start - start);
    if (next !== undefined && TO.test(behind)) {
      named.push(...inRange(reference.id, next.id, { start: reference.span.start, end: next.span.end }));
    } else named.push(...byNumber(reference, behind));
  }
  return named;
}

/**
 * Returns the requirements at the beginning of a text. Text after a colon or in parentheses is ignored:
 * `REQ-02: text`, `REQ-01 (partial), REQ-03`.
 *
 * @param start Offset of the text in its file, for the spans.
 */
export function leadingRequirements(text: string, start: number): readonly NamedRequirement[] {
  const bare = withoutNotes(text);
  const references = requirementReferences(bare, 0);
  const last = references.findIndex(({ span }, index) => {
    const next = references[index + 1];
    const between = next === undefined ? "" : bare.slice(span.end, next.span.start);
    return next === undefined || !(TO.test(between) || JOINED.test(between.replace(MORE_NUMBERS, "")));
  });
  return namedRequirements(bare.slice(0, references[last + 1]?.span.start), start);
}

/** Returns a text with spaces in place of its notes in parentheses. */
export function withoutNotes(text: string): string {
  return text.replace(/\([^()]*\)/g, (note) => " ".repeat(note.length));
}

/** Returns the ends of a range that looks like one ID. */
function parted(reference: RequirementReference): readonly RequirementReference[] {
  const { id, span: { start, end } } = reference;
  const [, first, , last] = HYPHENATED.exec(id) ?? [];
  if (first === undefined || last === undefined) return [reference];
  return [
    { id: first, span: { start, end: start + first.length } },
    { id: last, span: { start: end - last.length, end } },
  ];
}

/** Returns the IDs after an ID that are given only by their numbers. */
function byNumber({ id, span }: RequirementReference, behind: string): readonly NamedRequirement[] {
  const { prefix = "", number = "" } = partsOf(id) ?? {};
  if (number === "") return [];
  const range = TO_NUMBER.exec(behind);
  if (range !== null && range[2]!.length >= number.length && Number(range[2]) > Number(number)) {
    const end = span.end + range[0].length;
    const last = prefix + range[2];
    return [
      ...inRange(id, last, { start: span.start, end }),
      { id: last, span: { start: end - range[2]!.length, end }, between: false },
    ];
  }
  const more = MORE_NUMBERS.exec(behind)?.[0] ?? "";
  return [...more.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    id: prefix + digits,
    span: { start: span.end + index, end: span.end + index + digits.length },
    between: false,
  }));
}

/** Returns the IDs between two IDs that differ only in their last number. */
function inRange(first: string, last: string, span: Span): readonly NamedRequirement[] {
  const [from, to] = [partsOf(first), partsOf(last)];
  if (from === undefined || from.prefix !== to?.prefix) return [];
  const count = Number(to.number) - Number(from.number) - 1;
  if (!(count > 0 && count <= MAX_RANGE)) return [];
  return Array.from({ length: count }, (_, index) => {
    const number = String(Number(from.number) + 1 + index).padStart(from.number.length, "0");
    return { id: from.prefix + number, span, between: true };
  });
}

/** Splits an ID before its last number; undefined when a letter follows the number. */
function partsOf(id: string): { readonly prefix: string; readonly number: string } | undefined {
  const number = /\d+$/.exec(id)?.[0];
  return number === undefined ? undefined : { prefix: id.slice(0, -number.length), number };
}
