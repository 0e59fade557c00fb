import type { Span } from "../../../schemas/diagnostic.ts";
import { detached } from "../../text/source_text.ts";
import { parseYaml, type YamlMap, type YamlProblem } from "../yaml/yaml.ts";

/** The frontmatter of a file and its position. */
export type Frontmatter =
  | { readonly kind: "missing"; readonly bodyStart: number }
  | { readonly kind: "unclosed"; readonly span: Span; readonly bodyStart: number }
  | {
    readonly kind: "unparsable";
    readonly problem: YamlProblem;
    readonly span: Span;
    readonly bodyStart: number;
  }
  | {
    readonly kind: "parsed";
    readonly root: YamlMap;
    readonly span: Span;
    readonly bodyStart: number;
    /** The text up to the body, without the memory of the body. Texts of the nodes are parts of it. */
    readonly text: string;
  };

/** The reason of the problem when YAML is not a mapping. */
export const NO_MAPPING = "expected keys and values";

const OPENING = /^\uFEFF?(?:[ \t]*\r?\n)*---[ \t]*(?:\r?\n|$)/;
const CLOSING = /^---[ \t]*(?:\r?\n|(?![\s\S]))/gm;

/**
 * Reads the frontmatter: the YAML between a first line `---` and the next one.
 *
 * Never throws. A byte order mark and empty lines may precede the fence. All spans are offsets in the whole
 * text; `bodyStart` is the offset after the closing fence.
 *
 * @param text The text of a file, as read.
 */
export function parseFrontmatter(text: string): Frontmatter {
  const opening = OPENING.exec(text);
  if (opening === null) return { kind: "missing", bodyStart: text.startsWith("\uFEFF") ? 1 : 0 };
  const start = opening[0].length;
  CLOSING.lastIndex = start;
  const closing = CLOSING.exec(text);
  if (closing === null) {
    return { kind: "unclosed", span: { start: text.indexOf("---"), end: start }, bodyStart: start };
  }
  const span = { start, end: closing.index };
  const bodyStart = closing.index + closing[0].length;
  const head = detached(text.slice(0, bodyStart));
  const result = parseYaml(head.slice(start, closing.index), start);
  if (result.kind === "failed") return { kind: "unparsable", problem: result.problem, span, bodyStart };
  if (result.kind === "empty") {
    return { kind: "parsed", root: { kind: "map", entries: [], span }, span, bodyStart, text: head };
  }
  if (result.root.kind !== "map") {
    const problem = { reason: NO_MAPPING, offset: result.root.span.start };
    return { kind: "unparsable", problem, span, bodyStart };
  }
  return { kind: "parsed", root: result.root, span, bodyStart, text: head };
}
