import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanPart } from "../../../schemas/plan_file.ts";
import { ELEMENT_NAMES } from "./vocabulary.ts";

/** An attribute of an element. */
export interface Attribute {
  /** The value, as written between the quotes; empty for an attribute without a value. */
  readonly value: string;
  /** The span of the value, or of the name if there is no value. */
  readonly span: Span;
}

/** A tag of the vocabulary, structural or not. */
export interface Tag {
  /** True for a closing tag. */
  readonly close: boolean;
  /** Name of the element. */
  readonly name: string;
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its `>`. */
  readonly end: number;
  /** The attributes, as written. */
  readonly attributes: string;
  /** True when only spaces precede it on its line. */
  readonly lineStart: boolean;
  /** Offset after the spaces that follow it. */
  readonly after: number;
}

const NONE = -1;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
/** The map that all tags without attributes share. */
const NO_ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map();
const VALUE = String.raw`"[^"\n]*"|'[^'\n]*'|[^\s"'<>=]+`;
const ATTRIBUTES = String.raw`(?:\s+[\w:-]+(?:\s*=\s*(?:${VALUE}))?)*`;
/** The type of a checkpoint that is written as its name: `<checkpoint:decision>`. */
const TYPE_IN_NAME = String.raw`(?:(?<=checkpoint):[\w-]+)?`;
const TAG = new RegExp(
  String.raw`<(/?)(${ELEMENT_NAMES.join("|")})(${TYPE_IN_NAME}${ATTRIBUTES})\s*>`,
  "g",
);
const ATTRIBUTE = new RegExp(String.raw`([\w:-]+)(?:\s*=\s*(${VALUE}))?`, "g");

/** Returns all tags of the vocabulary from an offset on, structural or not. */
export function tokenize(text: string, start: number): Tag[] {
  TAG.lastIndex = start;
  return [...text.matchAll(TAG)].map(({ 0: tag, 1: slash, 2: name, 3: attributes, index }) => {
    const before = skipSpacesBack(text, index, start);
    const end = index + tag.length;
    return {
      close: slash !== "",
      name: name!,
      start: index,
      end,
      attributes: attributes!,
      lineStart: before === start || text.charCodeAt(before - 1) === NEWLINE,
      after: skipSpaces(text, end),
    };
  });
}

/**
 * Returns for each opening tag the index of the tag that closes it, by a stack for each name; -1 for none.
 *
 * An opening tag in the middle of a line of text, or directly after such a tag, is a mention and has no
 * closing tag. A closing tag there counts only if the name is opened again, or the text ends, before an
 * anchored closing tag.
 */
export function matchTags(text: string, tags: readonly Tag[]): Int32Array {
  const closedBy = new Int32Array(tags.length).fill(NONE);
  // The last unclosed opening tag of each name, and for each opening tag the previous one.
  const opened = new Map<string, number>();
  const openedBefore = new Int32Array(tags.length);
  let afterPartner = NONE;
  for (let index = 0; index < tags.length; index++) {
    const tag = tags[index]!;
    const opener = opened.get(tag.name) ?? NONE;
    const isMention = tag.close ? opener === NONE : !tag.lineStart && afterPartner !== tag.start;
    if (isMention) continue;
    afterPartner = tag.after;
    if (!tag.close) {
      const isClosed = opener !== NONE && closedBy[opener] !== NONE;
      openedBefore[index] = isClosed ? openedBefore[opener]! : opener;
      opened.set(tag.name, index);
    } else {
      const anchored = isAnchored(text, tag, tags[index + 1]);
      if (anchored) opened.set(tag.name, openedBefore[opener]!);
      if (anchored || closedBy[opener] === NONE) closedBy[opener] = index;
    }
  }
  return closedBy;
}

/** Returns true for a closing tag at the start or end of its line, or before another tag. */
export function isAnchored(text: string, tag: Tag, next: Tag | undefined): boolean {
  const character = text[tag.after];
  return tag.lineStart || character === undefined || character === "\n" || character === "\r" ||
    next?.start === tag.after;
}

/** Returns the offset after the spaces that begin at an offset. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the offset of the first of the spaces that end at an offset, not before `least`. */
function skipSpacesBack(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** Returns attributes as a property, without those of some names; without any attribute there is no property. */
export function furtherAttributes(
  attributes: ReadonlyMap<string, Attribute>,
  names: readonly string[] = [],
): Pick<PlanPart, "attributes"> {
  const further = [...attributes].filter(([name]) => !names.includes(name))
    .map(([name, { value }]) => [name, value] as const);
  return further.length === 0 ? {} : { attributes: Object.fromEntries(further) };
}

/** Returns the attributes of a tag by name; the first value of a repeated one. */
export function attributesOf(
  tag: Pick<Tag, "name" | "attributes" | "start">,
): ReadonlyMap<string, Attribute> {
  if (tag.attributes === "") return NO_ATTRIBUTES;
  const attributes = new Map<string, Attribute>();
  const base = tag.start + "<".length + tag.name.length;
  for (const match of tag.attributes.matchAll(ATTRIBUTE)) {
    const name = match[1]!;
    if (attributes.has(name)) continue;
    const written = match[2];
    const end = base + match.index + match[0].length;
    if (name.startsWith(":")) {
      attributes.set("type", { value: name.slice(1), span: { start: base + 1, end } });
    } else if (written === undefined) {
      attributes.set(name, { value: "", span: { start: end - name.length, end } });
    } else {
      const quote = /^["']/.test(written) ? 1 : 0;
      const span = { start: end - written.length + quote, end: end - quote };
      attributes.set(name, { value: written.slice(quote, written.length - quote), span });
    }
  }
  return attributes;
}
