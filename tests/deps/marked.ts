/**
 * Reads Markdown as those who show it do.
 * @module
 */
import { lexer } from "npm:marked@18.2.1";
export { linksOf } from "../../tools/site/markdown.ts";

/** A fenced block or a comment at the top level of a document. */
export interface MarkdownBlock {
  readonly kind: "code" | "comment";
  /** The word behind the fence; empty for a comment. */
  readonly language: string;
  /** What stands in the block: without fences, without the comment's marks. */
  readonly text: string;
  /** Offset of the whole block, inclusive. */
  readonly start: number;
  /** Offset of its end, exclusive. */
  readonly end: number;
}

/** The fenced blocks and the comments of a document, in order. */
export function blocksOf(markdown: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let end = 0;
  for (const token of lexer(markdown)) {
    const start = markdown.indexOf(token.raw, end);
    if (start < 0) throw new Error(`Cannot find a block of the document again: ${token.raw.slice(0, 60)}`);
    end = start + token.raw.length;
    const at = { start, end };
    if (token.type === "code") {
      blocks.push({ kind: "code", language: token["lang"] ?? "", text: token["text"], ...at });
    } else if (token.type === "html") {
      const comment = /^<!--([^]*?)-->\s*$/.exec(token.raw);
      if (comment !== null) {
        blocks.push({ kind: "comment", language: "", text: comment[1]!.trim(), ...at });
      }
    }
  }
  return blocks;
}

/** The headings of a document, as they are written, in order. */
export function headingsOf(markdown: string): readonly string[] {
  return lexer(markdown).flatMap((token) => token.type === "heading" ? [token["text"] as string] : []);
}
