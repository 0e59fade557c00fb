/**
 * The body scanner: finds the elements of a plan's body, which is not XML.
 *
 * The vocabulary is closed. A known tag is structure only where it is allowed, at the start of a line or
 * directly after another structural tag. Everything else is text, byte for byte, so that generics, JSX, shell
 * and HTML in an action need no escaping. The text of a leaf ends at its closing tag at the start or end of a
 * line; a closing tag in the middle of a line counts only if no such tag follows. Runs in time linear in the
 * text and never throws.
 * @module
 */
import type { Span } from "../../../schemas/diagnostic.ts";
import { lazily } from "../../collections/lazily.ts";
import {
  type Attribute,
  attributesOf,
  isAnchored,
  matchTags,
  skipSpaces,
  type Tag,
  tokenize,
} from "./tags.ts";
import { LEAF, OPTION, ROOT, TASK, type Vocabulary } from "./vocabulary.ts";

export type { Attribute } from "./tags.ts";

/** An element of the body. */
export interface BodyElement {
  /** Name of the tag. */
  readonly name: string;
  /** The attributes by name; the first value of a repeated one. */
  readonly attributes: ReadonlyMap<string, Attribute>;
  /** The range from the opening tag to the end of the closing tag. */
  readonly span: Span;
  /** The opening tag. */
  readonly tag: Span;
  /** The range between the tags. */
  readonly inner: Span;
  /** The child elements, in order; a leaf has none. */
  readonly children: readonly BodyElement[];
}

/** An error in the structure. */
export interface StructureProblem {
  /** `unclosed`: no closing tag. `stray`: a closing tag without an opening one above it. */
  readonly kind: "unclosed" | "stray";
  /** Name of the tag. */
  readonly name: string;
  /** The tag. */
  readonly span: Span;
  /** Name of the element that ends an unclosed one before its closing tag, because it is not allowed in it. */
  readonly endedBy?: string;
  /** Number of the task that contains it or that it opens, from 1; undefined outside of tasks. */
  readonly task?: number;
}

/** The result of {@link scanBody}. */
export interface ScannedBody {
  /** The top-level elements, in order. */
  readonly elements: readonly BodyElement[];
  /** The errors in the structure, in order. */
  readonly problems: readonly StructureProblem[];
}

/** Returns the first child of an element with a name: the one that is read. */
export function childOf({ children }: Pick<BodyElement, "children">, name: string): BodyElement | undefined {
  for (const child of children) {
    if (child.name === name) return child;
  }
  return undefined;
}

/** Elements that are only allowed at the top level. They end a task without a closing tag. */
const ROOT_ONLY = new Set(Object.keys(ROOT).filter((name) => TASK[name] === undefined));
/** The empty list of children that all leaves share. */
const NO_ELEMENTS: readonly BodyElement[] = [];
/** Elements that count as tasks. */
const TASKS = new Set(["task", "checkpoint"]);
const FEATURES = new Set(["feature"]);

/**
 * Scans the body of a plan file.
 *
 * @param text The whole text of the file.
 * @param start Offset at which the body begins; spans are offsets in the whole text.
 */
export function scanBody(text: string, start: number): ScannedBody {
  return new Scanner(text, start).scan();
}

class Scanner {
  readonly #tags: readonly Tag[];
  readonly #problems: StructureProblem[] = [];
  readonly #closedBy: Int32Array;
  /** For each closing tag true when an unclosed opening tag precedes it, structural or not. */
  readonly #opened: () => readonly boolean[];
  #index = 0;
  /** Offset after the last structural tag and the spaces that follow it. */
  #end: number;
  #trailingSpace: number;
  /** Elements that count as tasks; a `<feature>` next to tasks only describes them. */
  readonly #counted: ReadonlySet<string>;
  #task = 0;

  constructor(readonly text: string, start: number) {
    this.#tags = tokenize(text, start);
    this.#closedBy = matchTags(text, this.#tags);
    this.#opened = lazily(() => openedAbove(this.#tags));
    this.#counted = this.#tags.some(({ name, lineStart }) => lineStart && TASKS.has(name)) ? TASKS : FEATURES;
    this.#end = start;
    this.#trailingSpace = skipSpaces(text, start);
  }

  scan(): ScannedBody {
    return { elements: this.#content(ROOT, []), problems: this.#problems };
  }

  /**
   * Returns the elements of a container, up to a tag that does not belong to it. `enclosing` has the names of
   * the elements around it, `close` is the index of its closing tag, or -1.
   */
  #content(vocabulary: Vocabulary, enclosing: readonly string[], close = -1): BodyElement[] {
    const elements: BodyElement[] = [];
    for (let tag = this.#tags[this.#index]; tag !== undefined; tag = this.#tags[this.#index]) {
      if (!this.#structural(tag)) {
        this.#index++;
      } else if (tag.close) {
        if (enclosing.includes(tag.name)) return elements;
        if (!this.#opened()[this.#index]) this.#report({ kind: "stray" }, tag, enclosing);
        this.#take();
      } else if (Object.hasOwn(vocabulary, tag.name)) {
        const inside = vocabulary[tag.name]!;
        elements.push(
          inside === LEAF ? this.#leaf(vocabulary, enclosing) : this.#container(inside, enclosing),
        );
      } else if (endsContainer(tag, enclosing)) {
        const end = this.#nested(tag, close);
        if (end === undefined) return elements;
        this.#index = end;
        this.#take();
      } else {
        this.#index++;
      }
    }
    return elements;
  }

  /**
   * Returns the index of the tag that closes a top-level leaf or a feature inside a container when both have closing tags;
   * undefined for any other tag, which ends the container.
   *
   * @param close Index of the container's closing tag.
   */
  #nested({ name }: Tag, close: number): number | undefined {
    const end = this.#closedBy[this.#index]!;
    return (ROOT[name] === LEAF || name === "feature") && end !== -1 && end < close ? end : undefined;
  }

  #container(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement {
    const open = this.#tags[this.#index]!;
    const inside = [...enclosing, open.name];
    if (this.#counted.has(open.name)) this.#task++;
    const problem = this.#problems.length;
    const closeIndex = this.#closedBy[this.#index]!;
    this.#take();
    const children = this.#content(vocabulary, inside, closeIndex);
    const close = this.#tags[this.#index];
    if (close?.close && close.name === open.name) {
      this.#take();
      return new ScannedElement(open, children, close.start, close.end);
    }
    const endedBy = closeIndex === -1 || close?.close !== false ? {} : { endedBy: close.name };
    this.#report({ kind: "unclosed", ...endedBy }, open, inside, problem);
    const end = close?.start ?? this.text.length;
    return new ScannedElement(open, children, end, end);
  }

  #leaf(vocabulary: Vocabulary, enclosing: readonly string[]): BodyElement {
    const openIndex = this.#index;
    const open = this.#tags[openIndex]!;
    const closeIndex = this.#closedBy[openIndex]!;
    if (closeIndex !== -1) {
      this.#index = closeIndex;
    } else {
      this.#take();
      this.#skipText(open.name, vocabulary, enclosing);
    }
    const last = this.#tags[this.#index];
    if (last?.close && last.name === open.name) {
      this.#take();
      return new ScannedElement(open, NO_ELEMENTS, last.start, last.end);
    }
    this.#report({ kind: "unclosed" }, open, enclosing);
    const end = last?.start ?? this.text.length;
    return new ScannedElement(open, NO_ELEMENTS, end, end);
  }

  /**
   * Skips the text of a leaf without a closing tag, up to the next closing tag or the element that ends it.
   */
  #skipText(name: string, vocabulary: Vocabulary, enclosing: readonly string[]): void {
    for (let tag = this.#tags[this.#index]; tag !== undefined; tag = this.#tags[++this.#index]) {
      if (tag.name === name) {
        if (tag.close && isAnchored(this.text, tag, this.#tags[this.#index + 1])) return;
      } else if (this.#structural(tag)) {
        if (tag.close ? enclosing.includes(tag.name) : Object.hasOwn(vocabulary, tag.name)) return;
        if (!tag.close && endsContainer(tag, enclosing)) return;
      }
    }
  }

  #structural(tag: Tag): boolean {
    return tag.lineStart || (tag.start >= this.#end && tag.start <= this.#trailingSpace);
  }

  #take(): void {
    const tag = this.#tags[this.#index++]!;
    this.#end = tag.end;
    this.#trailingSpace = tag.after;
  }

  #report(
    found: Pick<StructureProblem, "kind" | "endedBy">,
    { name, start, end }: Tag,
    enclosing: readonly string[],
    at = this.#problems.length,
  ): void {
    const problem = { ...found, name, span: { start, end } };
    const inTask = enclosing.some((container) => this.#counted.has(container));
    this.#problems.splice(at, 0, inTask ? { ...problem, task: this.#task } : problem);
  }
}

/** Returns for each closing tag whether an unclosed opening tag of its name precedes it. */
function openedAbove(tags: readonly Tag[]): readonly boolean[] {
  const open = new Map<string, number>();
  return tags.map(({ name, close }) => {
    const count = open.get(name) ?? 0;
    open.set(name, Math.max(0, count + (close ? -1 : 1)));
    return close && count > 0;
  });
}

/** Returns true for an opening tag that belongs to an outer element, and so ends the current container. */
function endsContainer({ name, attributes }: Tag, enclosing: readonly string[]): boolean {
  if (enclosing.length === 0) return false;
  // Without a type it only marks the task that contains it.
  if (name === "checkpoint") return attributes !== "";
  if (ROOT_ONLY.has(name)) return true;
  if (enclosing.includes("options")) return Object.hasOwn(TASK, name) && !Object.hasOwn(OPTION, name);
  return name === "verification" && !enclosing.includes("task");
}

/**
 * An element. It stores offsets and creates spans on demand: few spans are ever used, and stored they would
 * take an eighth of the memory of a large project.
 */
class ScannedElement implements BodyElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly children: readonly BodyElement[];
  readonly #start: number;
  readonly #tagEnd: number;
  readonly #innerEnd: number;
  readonly #end: number;

  constructor(open: Tag, children: readonly BodyElement[], innerEnd: number, end: number) {
    this.name = open.name;
    this.attributes = attributesOf(open);
    this.children = children;
    this.#start = open.start;
    this.#tagEnd = open.end;
    this.#innerEnd = innerEnd;
    this.#end = end;
  }

  get span(): Span {
    return { start: this.#start, end: this.#end };
  }

  get tag(): Span {
    return { start: this.#start, end: this.#tagEnd };
  }

  get inner(): Span {
    return { start: this.#tagEnd, end: this.#innerEnd };
  }
}
