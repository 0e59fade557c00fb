/**
 * The body scanner: finds the elements of a plan's body without taking it for XML.
 *
 * The vocabulary is closed. A known tag is structure only where it may stand, at the start of a
 * line or directly after another structural tag; everything else is text, byte for byte, so that
 * generics, JSX, shell and HTML in an action need no escaping. The text of a leaf runs to its own
 * closing tag, which ends a line or stands at its start; one in the middle of a line closes only
 * where no such tag follows. Runs in time linear in the text and never throws.
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
/** Elements that count as tasks. */
const TASKS = new Set(["task", "feature"]);

interface Token {
  readonly close: boolean;
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: string;
  /** Only blanks before it on its line. */
  readonly lineStart: boolean;
  /** Where the blanks behind it end. */
  readonly after: number;
}

const NAMES = [...new Set(names(ROOT))].join("|");
const VALUE = String.raw`"[^"\n]*"|'[^'\n]*'|[^\s"'<>=]+`;
const TAG = new RegExp(String.raw`<(/?)(${NAMES})((?:\s+[\w:-]+(?:\s*=\s*(?:${VALUE}))?)*)\s*>`, "g");
const ATTRIBUTE = new RegExp(String.raw`([\w:-]+)(?:\s*=\s*(${VALUE}))?`, "g");

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
    let lineStart = -1;
    while (newline !== -1 && newline < match.index) {
      lineStart = newline + 1;
      newline = text.indexOf("\n", lineStart);
    }
    if (lineStart !== -1) blankTo = skipBlanks(text, lineStart);
    tokens.push({
      close: match[1] === "/",
      name: match[2]!,
      start: match.index,
      end: TAG.lastIndex,
      attributes: match[3]!,
      lineStart: blankTo === match.index,
      after: skipBlanks(text, TAG.lastIndex),
    });
  }
  return tokens;
}

/**
 * For each opening tag the index of the tag that closes it, by a stack for each name; -1 for none.
 *
 * An opening tag in the middle of a line of text is a mention, and closes with nothing. A closing
 * tag there closes only when the name opens anew, or the text ends, before one that is anchored.
 */
function matchTags(text: string, tokens: readonly Token[]): Int32Array {
  const closedBy = new Int32Array(tokens.length).fill(-1);
  const stacks = new Map<string, number[]>();
  for (const [index, token] of tokens.entries()) {
    const open = stacks.get(token.name) ?? [];
    stacks.set(token.name, open);
    const opener = open.at(-1);
    if (!token.close) {
      if (!token.lineStart && tokens[index - 1]?.after !== token.start) continue;
      if (opener !== undefined && closedBy[opener] !== -1) open.pop();
      open.push(index);
    } else if (opener !== undefined) {
      const anchored = isAnchored(text, token, tokens[index + 1]);
      if (anchored) open.pop();
      if (anchored || closedBy[opener] === -1) closedBy[opener] = index;
    }
  }
  return closedBy;
}

/** Whether a closing tag stands at an end of its line, or before another tag, and not in a sentence. */
function isAnchored(text: string, token: Token, next: Token | undefined): boolean {
  const behind = text[token.after];
  return token.lineStart || behind === undefined || behind === "\n" || behind === "\r" ||
    next?.start === token.after;
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
  #end: number;
  #blankEnd: number;
  #task = 0;

  constructor(readonly text: string, start: number) {
    this.#tokens = tokenize(text, start);
    this.#closedBy = matchTags(text, this.#tokens);
    this.#end = start;
    this.#blankEnd = skipBlanks(text, start);
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
        this.#report("stray", token, enclosing);
        this.#take();
      } else if (Object.hasOwn(vocabulary, token.name)) {
        const inside = vocabulary[token.name]!;
        elements.push(
          inside === LEAF ? this.#leaf(vocabulary, enclosing) : this.#container(inside, enclosing),
        );
      } else if (endsContainer(token, enclosing)) {
        return elements;
      } else {
        this.#index++;
      }
    }
    return elements;
  }

  #container(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement {
    const open = this.#tokens[this.#index]!;
    const inside = [...enclosing, open.name];
    if (TASKS.has(open.name)) this.#task++;
    const problem = this.#problems.length;
    this.#take();
    const children = this.#content(vocabulary, inside);
    const close = this.#tokens[this.#index];
    if (close?.close && close.name === open.name) {
      this.#take();
      return element(open, children, close.start, close.end);
    }
    this.#report("unclosed", open, inside, problem);
    const end = close?.start ?? this.text.length;
    return element(open, children, end, end);
  }

  #leaf(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement {
    const openIndex = this.#index;
    const open = this.#tokens[openIndex]!;
    const closeIndex = this.#closedBy[openIndex]!;
    if (closeIndex !== -1) {
      this.#index = closeIndex;
    } else {
      this.#take();
      this.#skipText(open.name, vocabulary, enclosing);
    }
    const last = this.#tokens[this.#index];
    if (last?.close && last.name === open.name) {
      this.#take();
      return element(open, [], last.start, last.end);
    }
    this.#report("unclosed", open, enclosing);
    const end = last?.start ?? this.text.length;
    return element(open, [], end, end);
  }

  /** Goes from a leaf's opening tag that has none of its own to the next closing tag, or to what ends it. */
  #skipText(name: string, vocabulary: Vocabulary, enclosing: readonly string[]): void {
    for (let token = this.#tokens[this.#index]; token !== undefined; token = this.#tokens[++this.#index]) {
      if (token.name === name) {
        if (token.close && isAnchored(this.text, token, this.#tokens[this.#index + 1])) return;
      } else if (this.#structural(token)) {
        if (token.close ? enclosing.includes(token.name) : Object.hasOwn(vocabulary, token.name)) return;
        if (!token.close && endsContainer(token, enclosing)) return;
      }
    }
  }

  #structural(token: Token): boolean {
    return token.lineStart || (token.start >= this.#end && token.start <= this.#blankEnd);
  }

  #take(): void {
    const token = this.#tokens[this.#index++]!;
    this.#end = token.end;
    this.#blankEnd = token.after;
  }

  #report(
    kind: StructureProblem["kind"],
    { name, start, end }: Token,
    enclosing: readonly string[],
    at = this.#problems.length,
  ): void {
    const problem = { kind, name, span: { start, end } };
    const inTask = enclosing.some((container) => TASKS.has(container));
    this.#problems.splice(at, 0, inTask ? { ...problem, task: this.#task } : problem);
  }
}

/** Whether an opening tag belongs further out, and so shows that the container it is in is over. */
function endsContainer({ name }: Token, enclosing: readonly string[]): boolean {
  if (enclosing.length === 0) return false;
  if (ROOT_ONLY.has(name)) return true;
  if (enclosing.includes("options")) return Object.hasOwn(TASK, name) && !Object.hasOwn(OPTION, name);
  return name === "verification" && !enclosing.includes("task");
}

function element(open: Token, children: readonly BodyElement[], innerEnd: number, end: number): BodyElement {
  return {
    name: open.name,
    attributes: attributesOf(open),
    span: { start: open.start, end },
    tag: { start: open.start, end: open.end },
    inner: { start: open.end, end: innerEnd },
    children,
  };
}

function attributesOf(token: Token): ReadonlyMap<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  if (token.attributes === "") return attributes;
  const base = token.start + "<".length + token.name.length;
  for (const match of token.attributes.matchAll(ATTRIBUTE)) {
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
