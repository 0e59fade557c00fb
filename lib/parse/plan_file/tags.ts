import type { Span } from "../../../schemas/diagnostic.ts";
import { NO_WORD, WordTable } from "../../text/word_table.ts";
import { ELEMENT_NAMES } from "./vocabulary.ts";

/** An attribute of an element. */
export interface Attribute {
  /** The value, as written between the quotes; empty for an attribute without a value. */
  readonly value: string;
  /** Where the value stands, or the name where there is no value. */
  readonly span: Span;
}

/** A tag of the vocabulary, structural or not. */
export interface Tag {
  /** True for a closing tag. */
  readonly close: boolean;
  /** Name of the element. */
  readonly name: string;
  /** Number of the name in the vocabulary. */
  readonly kind: number;
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its `>`. */
  readonly end: number;
  /** The attributes, as written. */
  readonly attributes: string;
  /** Only blanks before it on its line. */
  readonly lineStart: boolean;
  /** Where the blanks behind it end. */
  readonly after: number;
}

const NONE = -1;
const NEWLINE = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const SLASH = 0x2f;
const GREATER = 0x3e;
/** Most tags have none: one map serves them all. */
const NO_ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map();
const NAMES = new WordTable(ELEMENT_NAMES);
const VALUE = String.raw`"[^"\n]*"|'[^'\n]*'|[^\s"'<>=]+`;
/** What follows the name of a tag that has more than its name. */
const REST = new RegExp(String.raw`((?:\s+[\w:-]+(?:\s*=\s*(?:${VALUE}))?)*)\s*>`, "y");
const ATTRIBUTE = new RegExp(String.raw`([\w:-]+)(?:\s*=\s*(${VALUE}))?`, "g");

/** All tags of the vocabulary, structural or not. */
export function tokenize(text: string, start: number): Tag[] {
  const tags: Tag[] = [];
  for (let at = text.indexOf("<", start); at !== -1;) {
    const tag = readTag(text, at, start);
    if (tag !== undefined) tags.push(tag);
    at = text.indexOf("<", tag?.end ?? at + 1);
  }
  return tags;
}

/** The tag that a `<` begins; most begin none, and are told by the letters behind them. */
function readTag(text: string, at: number, start: number): Tag | undefined {
  const close = text.charCodeAt(at + 1) === SLASH;
  const nameStart = at + (close ? 2 : 1);
  const kind = NAMES.at(text, nameStart);
  if (kind === NO_WORD) return undefined;
  const name = ELEMENT_NAMES[kind]!;
  const nameEnd = nameStart + name.length;
  let end = nameEnd + 1;
  let attributes = "";
  if (text.charCodeAt(nameEnd) !== GREATER) {
    REST.lastIndex = nameEnd;
    const rest = REST.exec(text);
    if (rest === null) return undefined;
    end = REST.lastIndex;
    attributes = rest[1]!;
  }
  const before = skipSpacesBack(text, at, start);
  const lineStart = before === start || text.charCodeAt(before - 1) === NEWLINE;
  return {
    close,
    name,
    kind,
    start: at,
    end,
    attributes,
    lineStart,
    after: skipSpaces(text, end),
  };
}

/**
 * For each opening tag the index of the tag that closes it, by a stack for each name; -1 for none.
 *
 * An opening tag in the middle of a line of text is a mention, as is one directly after a mention, and
 * closes with nothing. A closing tag there closes only when the name opens anew, or the text ends,
 * before one that is anchored.
 */
export function matchTags(text: string, tags: readonly Tag[]): Int32Array {
  const closedBy = new Int32Array(tags.length).fill(NONE);
  // The last opening tag of each name that is still open, and for each opening tag the one before it.
  const opened = new Int32Array(ELEMENT_NAMES.length).fill(NONE);
  const openedBefore = new Int32Array(tags.length);
  let afterPartner = NONE;
  for (let index = 0; index < tags.length; index++) {
    const tag = tags[index]!;
    const opener = opened[tag.kind]!;
    const isMention = tag.close ? opener === NONE : !tag.lineStart && afterPartner !== tag.start;
    if (isMention) continue;
    afterPartner = tag.after;
    if (!tag.close) {
      const isClosed = opener !== NONE && closedBy[opener] !== NONE;
      openedBefore[index] = isClosed ? openedBefore[opener]! : opener;
      opened[tag.kind] = index;
    } else {
      const anchored = isAnchored(text, tag, tags[index + 1]);
      if (anchored) opened[tag.kind] = openedBefore[opener]!;
      if (anchored || closedBy[opener] === NONE) closedBy[opener] = index;
    }
  }
  return closedBy;
}

/** Whether a closing tag stands at an end of its line, or before another tag, and not in a sentence. */
export function isAnchored(text: string, tag: Tag, next: Tag | undefined): boolean {
  const behind = text[tag.after];
  return tag.lineStart || behind === undefined || behind === "\n" || behind === "\r" ||
    next?.start === tag.after;
}

/** Offset after the blanks that begin at an offset. */
export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Offset at which the blanks begin that end at an offset, not before `least`. */
function skipSpacesBack(text: string, from: number, least: number): number {
  let at = from;
  while (at > least && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

/** The attributes of a tag, by name; of one given twice the first. */
export function attributesOf(tag: Tag): ReadonlyMap<string, Attribute> {
  if (tag.attributes === "") return NO_ATTRIBUTES;
  const attributes = new Map<string, Attribute>();
  const base = tag.start + "<".length + tag.name.length;
  for (const match of tag.attributes.matchAll(ATTRIBUTE)) {
    const name = match[1]!;
    if (attributes.has(name)) continue;
    const written = match[2];
    const end = base + match.index + match[0].length;
    if (written === undefined) {
      attributes.set(name, { value: "", span: { start: end - name.length, end } });
    } else {
      const quote = /^["']/.test(written) ? 1 : 0;
      const span = { start: end - written.length + quote, end: end - quote };
      attributes.set(name, { value: written.slice(quote, written.length - quote), span });
    }
  }
  return attributes;
}
