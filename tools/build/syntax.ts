/**
 * Syntax trees of modules, and edits of their texts.
 * @module
 */

/** A range of a text, in UTF-16 offsets. */
export interface Range {
  /** Offset of the first character. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
}

/** A replacement of a range. */
export interface Edit extends Range {
  readonly text: string;
}

/** The properties that all nodes of a syntax tree have. */
export interface Node extends Range {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** Reports whether a value is a node of a syntax tree. */
export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Yields a node and its descendants, except those of nodes that are not entered. */
export function* nodesIn(value: unknown, enters: (node: Node) => boolean = () => true): Iterable<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item, enters);
  } else if (isNode(value) && enters(value)) {
    yield value;
    for (const [key, child] of Object.entries(value)) {
      if (!/comments$/i.test(key)) yield* nodesIn(child, enters);
    }
  }
}

/** Applies edits, which must not overlap, to a range of a text. */
export function applied(text: string, edits: readonly Edit[], { start, end }: Range): string {
  const parts: string[] = [];
  let done = start;
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(done, edit.start), edit.text);
    done = edit.end;
  }
  return parts.join("") + text.slice(done, end);
}
