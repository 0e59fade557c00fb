/**
 * The body scanner: finds the elements of a plan's body without taking it for XML.
 *
 * The vocabulary is closed. A known tag is structure only where it may stand, at the start of a
 * line or directly after another structural tag; everything else is text, byte for byte, so that
 * generics, JSX, shell and HTML in an action need no escaping. The text of a leaf runs to its own
 * closing tag. Runs in time linear in the text and never throws.
 * @module
 */
import type { Span } from "../../schemas/diagnostic.ts";

/** An attribute of an element. */
export interface Attribute {
  /** The value, as written between the quotes; empty for an attribute without a value. */
  readonly value: string;
  /** Where the value stands, or the name where there is no value. */
  readonly span: Span;
}

/** An element of the body. */
export interface BodyElement {
  /** Name of the tag. */
  readonly name: string;
  /** The attributes, by name; of one given twice the first. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** From the opening tag to the end of the closing one. */
  readonly span: Span;
  /** The opening tag. */
  readonly tag: Span;
  /** Between the tags. */
  readonly inner: Span;
  /** Elements directly inside, in order; a leaf has none. */
  readonly children: readonly BodyElement[];
}

/** Something about the structure that is not as it should be. */
export interface StructureProblem {
  /** `unclosed`: no closing tag. `stray`: a closing tag that closes nothing. */
  readonly kind: "unclosed" | "stray";
  /** Name of the tag. */
  readonly name: string;
  /** The tag. */
  readonly span: Span;
  /** Number of the task it is in or that it opens, from 1; undefined outside of tasks. */
  readonly task?: number;
}

/** The result of {@link scanBody}. */
export interface Body {
  /** The elements at the top, in order. */
  readonly elements: readonly BodyElement[];
  /** What is wrong with the structure, in order. */
  readonly problems: readonly StructureProblem[];
}

const LEAF = "leaf";
type Vocabulary = { readonly [name: string]: Vocabulary | typeof LEAF };

const OPTION: Vocabulary = { name: LEAF, pros: LEAF, cons: LEAF };
const TASK: Vocabulary = {
  name: LEAF,
  files: LEAF,
  interfaces: LEAF,
  read_first: LEAF,
  description: LEAF,
  behavior: LEAF,
  action: LEAF,
  verify: LEAF,
  acceptance_criteria: LEAF,
  done: LEAF,
  "what-built": LEAF,
  "how-to-verify": LEAF,
  "resume-signal": LEAF,
  decision: LEAF,
  context: LEAF,
  options: { option: OPTION },
  instructions: LEAF,
  verification: LEAF,
};
const FEATURE: Vocabulary = { name: LEAF, files: LEAF, behavior: LEAF, implementation: LEAF };
const ROOT: Vocabulary = {
  objective: LEAF,
  execution_context: LEAF,
  context: LEAF,
  interfaces: LEAF,
  feature: FEATURE,
  tasks: { task: TASK },
  task: TASK,
  threat_model: LEAF,
  verification: LEAF,
  success_criteria: LEAF,
  output: LEAF,
};
/** Elements that only stand at the top: inside a task they show that the task was not closed. */
const ROOT_ONLY = new Set(Object.keys(ROOT).filter((name) => TASK[name] === undefined));

interface Token {
  readonly close: boolean;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: string;
  /** Only blanks before it on its line. */
  readonly lineStart: boolean;
  /** Only blanks between it and the tag before it. */
  readonly adjacent: boolean;
}

const NAMES = [...new Set(names(ROOT))].join("|");
const TAG = new RegExp(
  `<(/?)(${NAMES})((?:[^\\S\\n]+[\\w:-]+(?:[^\\S\\n]*=[^\\S\\n]*(?:"[^"\\n]*"|'[^'\\n]*'))?)*)[^\\S\\n]*>`,
  "g",
);
const ATTRIBUTE = /([\w:-]+)(?:[^\S\n]*=[^\S\n]*(?:"([^"\n]*)"|'([^'\n]*)'))?/g;

function names(vocabulary: Vocabulary): string[] {
  return Object.entries(vocabulary).flatMap(([name, inside]) =>
    inside === LEAF ? [name] : [name, ...names(inside)]
  );
}

/**
 * Scans the body of a plan file.
 *
 * @param text The whole text of the file.
 * @param start Offset at which the body begins; spans are offsets of the whole text.
 */
export function scanBody(text: string, start: number): Body {
  return new Scanner(text, start).scan();
}

/** All tags of the vocabulary, structural or not. */
function tokenize(text: string, start: number): Token[] {
  const tokens: Token[] = [];
  TAG.lastIndex = start;
  let blankTo = skipBlanks(text, start);
  let newline = text.indexOf("\n", start);
  for (let match = TAG.exec(text); match !== null; match = TAG.exec(text)) {
    const before = newline;
    let lineStart = -1;
    while (newline !== -1 && newline < match.index) {
      lineStart = newline + 1;
      newline = text.indexOf("\n", lineStart);
    }
    if (newline !== before) blankTo = skipBlanks(text, lineStart);
    const last = tokens.at(-1);
    tokens.push({
      close: match[1] === "/",
      name: match[2]!,
      start: match.index,
      end: TAG.lastIndex,
      attributes: match[3]!,
      lineStart: blankTo === match.index,
      adjacent: last !== undefined && skipBlanks(text, last.end) === match.index,
    });
  }
  return tokens;
}

/**
 * For each opening tag the index of the tag that closes it, by a stack for each name; -1 for none.
 * An opening tag in the middle of a line of text is a mention, and closes with nothing.
 */
function matchTags(tokens: readonly Token[]): Int32Array {
  const closedBy = new Int32Array(tokens.length).fill(-1);
  const open = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    const stack = open.get(token.name) ?? [];
    open.set(token.name, stack);
    if (token.close) {
      const opener = stack.pop();
      if (opener !== undefined) closedBy[opener] = index;
    } else if (token.lineStart || token.adjacent) {
      stack.push(index);
    }
  }
  return closedBy;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === " " || text[at] === "\t")) at++;
  return at;
}

class Scanner {
  readonly #tokens: readonly Token[];
  readonly #problems: StructureProblem[] = [];
  readonly #closedBy: Int32Array;
  #index = 0;
  /** End of the last structural tag, and where the blanks after it end. */
  #after: number;
  #afterBlank = -1;
  #task = 0;

  constructor(readonly text: string, start: number) {
    this.#tokens = tokenize(text, start);
    this.#closedBy = matchTags(this.#tokens);
    this.#after = start;
  }

  scan(): Body {
    return { elements: this.#content(ROOT, []), problems: this.#problems };
  }

  /** Elements of a container, up to a tag that is not its own: `enclosing` names what it is in. */
  #content(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement[] {
    const elements: BodyElement[] = [];
    for (let token = this.#tokens[this.#index]; token !== undefined; token = this.#tokens[this.#index]) {
      if (!this.#structural(token)) {
        this.#index++;
      } else if (token.close) {
        if (enclosing.includes(token.name)) return elements;
        this.#problems.push(this.#problem("stray", token));
        this.#take();
      } else if (Object.hasOwn(vocabulary, token.name)) {
        const inside = vocabulary[token.name]!;
        elements.push(
          inside === LEAF ? this.#leaf(vocabulary, enclosing) : this.#container(inside, enclosing),
        );
      } else if (enclosing.length > 0 && this.#endsContainer(token, enclosing)) {
        return elements;
      } else {
        this.#index++;
      }
    }
    return elements;
  }

  #container(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement {
    const open = this.#tokens[this.#index]!;
    if (open.name === "task") this.#task++;
    const task = this.#task;
    this.#take();
    const children = this.#content(vocabulary, [...enclosing, open.name]);
    const close = this.#tokens[this.#index];
    if (close?.close && close.name === open.name) {
      this.#take();
      return this.#element(open, children, close.start, close.end);
    }
    this.#problems.push(this.#problem("unclosed", open, task));
    const end = close?.start ?? this.text.length;
    return this.#element(open, children, end, end);
  }

  #leaf(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement {
    const openIndex = this.#index;
    const open = this.#tokens[openIndex]!;
    const closeIndex = this.#closedBy[openIndex]!;
    if (closeIndex !== -1) {
      const close = this.#tokens[closeIndex]!;
      this.#index = closeIndex;
      this.#take();
      return this.#element(open, [], close.start, close.end);
    }
    this.#problems.push(this.#problem("unclosed", open));
    this.#take();
    let next = this.#tokens[this.#index];
    while (next !== undefined && !this.#bounds(next, vocabulary, enclosing)) {
      next = this.#tokens[++this.#index];
    }
    const end = next?.start ?? this.text.length;
    return this.#element(open, [], end, end);
  }

  /** Whether a tag shows that an unclosed leaf is over: a sibling begins, or what it is in ends. */
  #bounds(token: Token, vocabulary: Vocabulary, enclosing: readonly string[]): boolean {
    if (!this.#structural(token)) return false;
    if (token.close) return enclosing.includes(token.name);
    return Object.hasOwn(vocabulary, token.name) || this.#endsContainer(token, enclosing);
  }

  #endsContainer(token: Token, enclosing: readonly string[]): boolean {
    if (enclosing.length === 0) return false;
    if (ROOT_ONLY.has(token.name)) return true;
    return token.name === "verification" && !enclosing.includes("task");
  }

  #structural(token: Token): boolean {
    if (token.lineStart) return true;
    if (this.#afterBlank < 0) this.#afterBlank = skipBlanks(this.text, this.#after);
    return token.start >= this.#after && token.start <= this.#afterBlank;
  }

  #take(): void {
    this.#after = this.#tokens[this.#index]!.end;
    this.#afterBlank = -1;
    this.#index++;
  }

  #problem(kind: StructureProblem["kind"], token: Token, task = this.#task): StructureProblem {
    const span = { start: token.start, end: token.end };
    return task === 0 ? { kind, name: token.name, span } : { kind, name: token.name, span, task };
  }

  #element(open: Token, children: readonly BodyElement[], innerEnd: number, end: number): BodyElement {
    return {
      name: open.name,
      attributes: attributesOf(open),
      span: { start: open.start, end },
      tag: { start: open.start, end: open.end },
      inner: { start: open.end, end: innerEnd },
      children,
    };
  }
}

function attributesOf(token: Token): ReadonlyMap<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  if (token.attributes === "") return attributes;
  const base = token.start + 1 + token.name.length;
  for (const match of token.attributes.matchAll(ATTRIBUTE)) {
    const name = match[1]!;
    const value = match[2] ?? match[3];
    if (attributes.has(name)) continue;
    const start = base + match.index + (value === undefined ? 0 : match[0].length - value.length - 1);
    const length = value?.length ?? name.length;
    attributes.set(name, { value: value ?? "", span: { start, end: start + length } });
  }
  return attributes;
}
