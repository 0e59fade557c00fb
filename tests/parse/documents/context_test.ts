import assert from "node:assert/strict";
import { contextDecisions } from "../../../lib/parse/documents/context.ts";

const CONTEXTS: readonly (readonly [what: string, text: string, decisions: string])[] = [
  ["the element", "<domain>\na\n</domain>\n<decisions>\n## Decisions\nb\n</decisions>\nc", "## Decisions\nb"],
  ["the element with CRLF", "<decisions>\r\nb\r\n</decisions>\r\nc", "b"],
  ["the section", "# Context\n\n## Decisions\n\n### Store\nb\n\n## Ideas\nc", "### Store\nb"],
  ["the section at the end", "# Context\n\n## Implementation Decisions (Locked)\nb", "b"],
  ["everything where nothing is marked", "We use b.", "We use b."],
  ["everything where an element has no end", "<decisions>\nb", "<decisions>\nb"],
];

for (const [what, text, decisions] of CONTEXTS) {
  Deno.test(`contextDecisions() returns ${what}`, () =>
    assert.equal(contextDecisions(text).trim(), decisions));
}
