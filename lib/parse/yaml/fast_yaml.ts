/**
 * The YAML that nearly all plans keep to, read straight into nodes.
 *
 * Of the time that a project of thousands of plans takes, a YAML library would take a sixth, most of it for
 * syntax that hardly any plan uses. This reader knows block mappings and lists of scalars on one
 * line; whatever else it meets, it gives up and leaves the text to the library. It never gives an
 * answer that the library would not give: a property test holds the two against each other.
 * @module
 */
import { NO_WORD, WordTable } from "../../text/word_table.ts";
import { ARTIFACT_KEYS, LINK_KEYS, MUST_HAVES_KEYS, TOP_KEYS } from "./known_keys.ts";
import {
  mapEntry,
  scalarNode,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
  type YamlScalar,
} from "./node.ts";

/** Printable characters of YAML on lines that end in LF: no tabs, no surrogates, no byte order mark. */
const PRINTABLE = /^[\n\x20-\x7E\xA0-\u2027\u202A-\uD7FF\uE000-\uFEFE\uFF00-\uFFFD]*$/;
/** Keys that are told without a pattern; that each is one text saves memory and later comparisons. */
const KEYS = new WordTable([...TOP_KEYS, ...MUST_HAVES_KEYS, ...ARTIFACT_KEYS, ...LINK_KEYS]);
const KEY = /[A-Za-z_][\w-]{0,60}(?=:[ \n])/y;
/** How an unquoted scalar does not begin here; behind `-`, `?` and `:` YAML itself would look further. */
const INDICATORS = /^(?:$|[\s,[\]{}#&*!|>'"%@`?:-])/;
const FLOW_END = /[\n,[\]{}]/g;
const ESCAPE = /\\([\\"\/nt]?)/g;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };
const SPACE = 0x20;
const NEWLINE = 0x0a;
const MAX_LENGTH = 100_000;
const MAX_DEPTH = 8;
const MAX_KEYS = 64;

/**
 * Reads a mapping written in common YAML.
 *
 * @param text The YAML text.
 * @param base Offset of the text within its file; added to every offset.
 * @returns Nothing for a text that is not, or may not be, common YAML.
 */
export function readCommonYaml(text: string, base: number): YamlMap | undefined {
  return text.length < MAX_LENGTH && PRINTABLE.test(text) ? new CommonYaml(text, base).document() : undefined;
}

/** Every method gives nothing where the text is not common; reading then ends. */
class CommonYaml {
  #at = 0;
  /** Column of the line's first character; -1 behind the last line. */
  #indent = 0;
  #lineEnd = 0;
  /** Offset behind the last value. */
  #lastEnd = 0;

  constructor(readonly text: string, readonly base: number) {}

  document(): YamlMap | undefined {
    this.#nextLine();
    const root = this.#indent === 0 ? this.#map(0, 1) : undefined;
    return this.#indent === -1 ? root : undefined;
  }

  #map(indent: number, depth: number): YamlMap | undefined {
    const start = this.#at;
    const entries: YamlEntry[] = [];
    do {
      const entry = this.#entry(indent, depth);
      if (entry === undefined || entries.length === MAX_KEYS) return undefined;
      if (entries.some(({ key }) => key === entry.key)) return undefined;
      entries.push(entry);
    } while (this.#indent === indent);
    return this.#indent > indent
      ? undefined
      : { kind: "map", entries, span: this.#span(start, this.#lastEnd) };
  }

  #entry(indent: number, depth: number): YamlEntry | undefined {
    const start = this.#at;
    const key = this.#keyHere();
    if (key === undefined) return undefined;
    const end = start + key.length;
    this.#lastEnd = this.#at = end + 1;
    this.#skipSpaces();
    const value = this.#at === this.#lineEnd ? this.#valueBelow(indent, depth) : this.#value();
    if (value === undefined) return undefined;
    return mapEntry(key, this.base + start, this.base + end, value);
  }

  /** A mapping or list on the lines below a key, which may have neither. */
  #valueBelow(indent: number, depth: number): YamlNode | undefined {
    const end = this.#lastEnd;
    this.#nextLine();
    if (depth === MAX_DEPTH) return undefined;
    if (this.#indent >= indent && this.#atDash()) return this.#list(this.#indent, depth + 1);
    if (this.#indent > indent) return this.#map(this.#indent, depth + 1);
    return this.#scalar("", true, end, end);
  }

  #list(indent: number, depth: number): YamlList | undefined {
    const start = this.#at;
    const items: YamlNode[] = [];
    do {
      const dash = this.#at++;
      this.#skipSpaces();
      const item = this.#keyHere() !== undefined
        ? this.#map(indent + this.#at - dash, depth + 1)
        : this.#value();
      if (item === undefined || depth === MAX_DEPTH) return undefined;
      items.push(item);
    } while (this.#indent === indent && this.#atDash());
    return this.#indent > indent
      ? undefined
      : { kind: "list", items, span: this.#span(start, this.#lastEnd) };
  }

  /** The value on the rest of the line. */
  #value(): YamlNode | undefined {
    const start = this.#at;
    const node = this.#quoted() ??
      (this.text[start] === "[" ? this.#flowList() : this.#plain(start, this.#lineEnd));
    this.#skipSpaces();
    if (node === undefined || this.#at !== this.#lineEnd) return undefined;
    this.#nextLine();
    return node;
  }

  /** An unquoted scalar, which ends before an offset at the latest and is not more than it seems. */
  #plain(start: number, end: number): YamlScalar | undefined {
    this.#at = end;
    while (this.text[end - 1] === " ") end--;
    const text = this.text.slice(start, end);
    if (INDICATORS.test(text) || text.includes(": ") || text.includes(" #") || text.endsWith(":")) {
      return undefined;
    }
    return this.#scalar(text, true, start, end);
  }

  /** A scalar in quotes, when one begins and ends on this line. */
  #quoted(): YamlScalar | undefined {
    const start = this.#at + 1;
    const quote = this.text[this.#at];
    if (quote !== '"' && quote !== "'") return undefined;
    const end = quote === '"' ? this.#doubleQuoteEnd(start) : this.text.indexOf("'", start);
    if (end === -1 || end >= this.#lineEnd || this.text[end + 1] === "'") return undefined;
    const written = this.text.slice(start, end);
    const text = quote === '"' ? unescaped(written) : written;
    if (text === undefined) return undefined;
    const scalar = this.#scalar(text, false, start, end);
    this.#lastEnd = this.#at = end + 1;
    return scalar;
  }

  /** The quote that closes: behind no backslash, or behind a pair of them. */
  #doubleQuoteEnd(start: number): number {
    for (let end = this.text.indexOf('"', start); end !== -1; end = this.text.indexOf('"', end + 1)) {
      let slashes = end;
      while (this.text[slashes - 1] === "\\") slashes--;
      if ((end - slashes) % 2 === 0) return end;
    }
    return -1;
  }

  /** A list in brackets of scalars on this line. */
  #flowList(): YamlList | undefined {
    const start = this.#at++;
    const items: YamlNode[] = [];
    for (this.#skipSpaces(); this.text[this.#at] !== "]"; this.#skipSpaces()) {
      const item = this.#quoted() ?? this.#plain(this.#at, this.#itemEnd());
      if (item === undefined) return undefined;
      items.push(item);
      this.#skipSpaces();
      if (this.text[this.#at] === ",") this.#at++;
      else if (this.text[this.#at] !== "]") return undefined;
    }
    this.#lastEnd = ++this.#at;
    return { kind: "list", items, span: this.#span(start, this.#lastEnd) };
  }

  /** Where an unquoted item of a list in brackets ends, at the latest at the line's end. */
  #itemEnd(): number {
    FLOW_END.lastIndex = this.#at;
    return FLOW_END.exec(this.text)?.index ?? this.#lineEnd;
  }

  #scalar(text: string, plain: boolean, start: number, end: number): YamlScalar {
    this.#lastEnd = end;
    return scalarNode(text, plain, this.base + start, this.base + end);
  }

  #span(start: number, end: number): { start: number; end: number } {
    return { start: this.base + start, end: this.base + end };
  }

  /** The key that stands here, with a colon behind it and a blank or the line's end. */
  #keyHere(): string | undefined {
    const number = KEYS.at(this.text, this.#at);
    if (number !== NO_WORD) {
      const key = KEYS.words[number]!;
      const end = this.#at + key.length;
      const behind = this.text.charCodeAt(end + 1);
      return this.text[end] === ":" && (behind === SPACE || behind === NEWLINE) ? key : undefined;
    }
    KEY.lastIndex = this.#at;
    return KEY.exec(this.text)?.[0];
  }

  #atDash(): boolean {
    return this.text[this.#at] === "-" && this.text[this.#at + 1] === " ";
  }

  #skipSpaces(): void {
    while (this.text.charCodeAt(this.#at) === SPACE) this.#at++;
  }

  /** Goes from the end of a line to the first character of the next one that is not blank. */
  #nextLine(): void {
    if (this.text.charCodeAt(this.#at) === NEWLINE) this.#at++;
    let start = this.#at;
    for (this.#skipSpaces(); this.text.charCodeAt(this.#at) === NEWLINE; this.#skipSpaces()) {
      start = ++this.#at;
    }
    this.#indent = this.#at < this.text.length ? this.#at - start : -1;
    const end = this.text.indexOf("\n", this.#at);
    this.#lineEnd = end === -1 ? this.text.length : end;
  }
}

/** What a text in double quotes means; nothing where an escape is not a common one. */
function unescaped(text: string): string | undefined {
  if (!text.includes("\\")) return text;
  let common = true;
  const meant = text.replace(ESCAPE, (_, name: string) => {
    if (name === "") common = false;
    return ESCAPES[name] ?? name;
  });
  return common ? meant : undefined;
}
