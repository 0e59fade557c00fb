import type { Span } from "../../schemas/diagnostic.ts";
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

/** Most tags have none: one map serves them all. */
const NO_ATTRIBUTES: ReadonlyMap<string, Attribute> = new Map();
const NAMES = ELEMENT_NAMES.join("|");
const VALUE = String.raw`"[^"\n]*"|'[^'\n]*'|[^\s"'<>=]+`;
const TAG = new RegExp(String.raw`<(/?)(${NAMES})((?:\s+[\w:-]+(?:\s*=\s*(?:${VALUE}))?)*)\s*>`, "g");
const ATTRIBUTE = new RegExp(String.raw`([\w:-]+)(?:\s*=\s*(${VALUE}))?`, "g");

/** All tags of the vocabulary, structural or not. */
export function tokenize(text: string, start: number): Tag[] {
  const tags: Tag[] = [];
  TAG.lastIndex = start;
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const before = skipBlanksBack(text, match.index, start);
    tags.push({
      close: match[1] === "/",
      name: match[2]!,
      start: match.index,
      end: TAG.lastIndex,
      attributes: match[3]!,
      lineStart: before === start || text.charCodeAt(before - 1) === NEWLINE,
      after: skipBlanks(text, TAG.lastIndex),
    });
  }
  return tags;
}

/**
 * For each opening tag the index of the tag that closes it, by a stack for each name; -1 for none.
 *
 * An opening tag in the middle of a line of text is a mention, as is one directly after a mention, and
 * closes with nothing. A closing tag there closes only when the name opens anew, or the text ends,
 * before one that is anchored.
 */
export function matchTags(text: string, tags: readonly Tag[]): Int32Array {
  const closedBy = new Int32Array(tags.length).fill(-1);
  const stacks = new Map<string, number[]>();
  let afterPartner = -1;
  for (let index = 0; index < tags.length; index++) {
    const tag = tags[index]!;
    const open = stacks.get(tag.name) ?? [];
    if (open.length === 0) stacks.set(tag.name, open);
    const opener = open.at(-1);
    const isMention = tag.close ? opener === undefined : !tag.lineStart && afterPartner !== tag.start;
    if (isMention) continue;
    afterPartner = tag.after;
    if (!tag.close) {
      if (opener !== undefined && closedBy[opener] !== -1) open.pop();
      open.push(index);
    } else if (opener !== undefined) {
      const anchored = isAnchored(text, tag, tags[index + 1]);
      if (anchored) open.pop();
      if (anchored || closedBy[opener] === -1) closedBy[opener] = index;
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

const NEWLINE = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/** Offset after the blanks that begin at an offset. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Offset at which the blanks begin that end at an offset, not before `least`. */
function skipBlanksBack(text: string, from: number, least: number): number {
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
