import type { Span } from "../../../schemas/diagnostic.ts";
import type { PlanPart } from "../../../schemas/plan_file.ts";
import { groupBy } from "../../collections/group_by.ts";
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
const SLASH = 0x2f;
const GREATER = 0x3e;
/** The map that all tags without attributes share. */
const NO_ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map();
const VALUE = String.raw`"[^"\n]*"|'[^'\n]*'|[^\s"'<>=]+`;
const ATTRIBUTES = String.raw`(?:\s+[\w:-]+(?:\s*=\s*(?:${VALUE}))?)*`;
/** The type of a checkpoint that is written as its name: `<checkpoint:decision>`. */
const TYPE_IN_NAME = String.raw`(?:(?<=checkpoint):[\w-]+)?`;
/** Matches what follows the name in a tag. */
const AFTER_NAME = new RegExp(String.raw`(${TYPE_IN_NAME}${ATTRIBUTES})\s*>`, "y");
/** The names by their first letter and length: to compare a part of a text is faster than to cut it out and look it up. */
const NAMES = groupBy(ELEMENT_NAMES, (name) => name.length << 8 | name.charCodeAt(0));
const ATTRIBUTE = new RegExp(String.raw`([\w:-]+)(?:\s*=\s*(${VALUE}))?`, "g");

/** Returns all tags of the vocabulary from an offset on, structural or not. */
export function tokenize(text: string, start: number): Tag[] {
  const tags: Tag[] = [];
  for (let at = text.indexOf("<", start); at !== -1;) {
    const tag = tagAt(text, at, start);
    if (tag !== undefined) tags.push(tag);
    at = text.indexOf("<", tag?.end ?? at + 1);
  }
  return tags;
}

/**
 * Returns the tag of the vocabulary at an offset. The name is found by its characters: a pattern of all names takes
 * twice as long.
 *
 * @param least Offset at which the body begins.
 */
function tagAt(text: string, start: number, least: number): Tag | undefined {
  const close = text.charCodeAt(start + 1) === SLASH;
  const nameStart = start + (close ? 2 : 1);
  let nameEnd = nameStart;
  while (isNameCharacter(text.charCodeAt(nameEnd))) nameEnd++;
  const name = nameBetween(text, nameStart, nameEnd);
  if (name === undefined) return undefined;
  AFTER_NAME.lastIndex = nameEnd;
  const attributes = text.charCodeAt(nameEnd) === GREATER ? "" : AFTER_NAME.exec(text)?.[1];
  if (attributes === undefined) return undefined;
  const end = text.indexOf(">", nameEnd + attributes.length) + 1;
  const before = skipSpacesBack(text, start, least);
  const lineStart = before === least || text.charCodeAt(before - 1) === NEWLINE;
  return { close, name, start, end, attributes, lineStart, after: skipSpaces(text, end) };
}

/** Returns the name of the vocabulary in a part of a text, if there is one. */
function nameBetween(text: string, start: number, end: number): string | undefined {
  const names = NAMES.get(end - start << 8 | text.charCodeAt(start));
  return names?.find((name) => text.startsWith(name, start));
}

/** Reports whether a character is in names of the vocabulary: a small letter, a hyphen or an underscore. */
function isNameCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code === 0x2d || code === 0x5f;
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
  const further = [...attributes.keys()].filter((name) => !names.includes(name));
  if (further.length === 0) return {};
  return { attributes: Object.fromEntries(further.map((name) => [name, attributes.get(name)!.value])) };
}

/** Returns the attributes of a tag by name; the first value of a repeated one. */
export function attributesOf(
  tag: Pick<Tag, "name" | "attributes" | "start">,
): ReadonlyMap<string, Attribute> {
  if (tag.attributes === "") return NO_ATTRIBUTES;
  const attributes = new Map<string, Attribute>();
  const base = tag.start + "<".length + tag.name.length;
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(tag.attributes); match !== null; match = ATTRIBUTE.exec(tag.attributes)) {
    const name = match[1]!;
    if (attributes.has(name)) continue;
    const written = match[2];
    const end = base + match.index + match[0].length;
    if (name.startsWith(":")) {
      attributes.set("type", { value: name.slice(1), span: { start: base + 1, end } });
    } else if (written === undefined) {
      attributes.set(name, { value: "", span: { start: end - name.length, end } });
    } else {
      const quote = written.startsWith('"') || written.startsWith("'") ? 1 : 0;
      const span = { start: end - written.length + quote, end: end - quote };
      attributes.set(name, { value: written.slice(quote, written.length - quote), span });
    }
  }
  return attributes;
}
