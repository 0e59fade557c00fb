/**
 * Places in texts, written into them.
 * @module
 */
import assert from "node:assert/strict";
import { documentOf, type EditorDocument } from "../../lib/lsp/place/document.ts";
import { overlaid } from "../../lib/lsp/overlay.ts";
import { parseProject } from "../../lib/parse/project/project.ts";

/** Marks the place; no text of the tests holds it otherwise. */
const CURSOR = "‸";

/** A text and a place in it. */
export interface Cursor {
  readonly text: string;
  readonly offset: number;
}

/** A text in which `‸` marks a place, taken apart. */
export function cursorIn(marked: string): Cursor {
  const offset = marked.indexOf(CURSOR);
  assert.notEqual(offset, -1, `no ${CURSOR} in ${marked}`);
  return { text: marked.replace(CURSOR, ""), offset };
}

/** A document and a place in it. */
export interface DocumentCursor {
  readonly document: EditorDocument;
  readonly offset: number;
}

/** A document that is open beside other files; `‸` marks a place in it. */
export function documentAt(
  path: string,
  marked: string,
  others: Readonly<Record<string, string>> = {},
): DocumentCursor {
  const { text, offset } = cursorIn(marked);
  const disk = { texts: new Map(Object.entries(others)), paths: Object.keys(others) };
  const project = parseProject(overlaid(disk, new Map([[path, text]])));
  return { document: documentOf(path, text, project), offset };
}

/** What a span covers. */
export function covered(
  { document: { text } }: DocumentCursor,
  span: { start: number; end: number },
): string {
  return text.slice(span.start, span.end);
}
