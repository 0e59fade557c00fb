import assert from "node:assert/strict";
import { contextText, furtherText } from "../../lib/prompts/plan_brief.ts";

const LEAD = "Read what you need of these first:\n";

const CONTEXTS: readonly (readonly [string, string, string])[] = [
  ["references become a list", "@a.md\n  - @src/b.ts (the store)", "- `a.md`\n- `src/b.ts` (the store)"],
  [
    "text stays as written",
    "Mind this:\n  - deeply\n\n    indented",
    "Mind this:\n  - deeply\n\n    indented",
  ],
  ["code in a fence stays as written", "```ts\n  @a/b.ts\n```\n@a.md", "```ts\n  @a/b.ts\n```\n- `a.md`"],
  [
    "code in an element stays as written",
    "<types>\n  @a/b.ts\n</types>\n@a.md",
    "<types>\n  @a/b.ts\n</types>\n- `a.md`",
  ],
  ["a longer fence holds a shorter one", "````\n```\n@a.ts\n````\n@a.md", "````\n```\n@a.ts\n````\n- `a.md`"],
  ["decorators and aliases are not references", "@Input() name\n@/lib/x.ts", "@Input() name\n@/lib/x.ts"],
  ["CRLF line endings are read", "@a.md\r\n@b.md\r\n", "- `a.md`\n- `b.md`\n"],
];

for (const [what, context, text] of CONTEXTS) {
  Deno.test(`contextText(): ${what}`, () => assert.equal(contextText(context), LEAD + text));
}

Deno.test("contextText() without context is empty", () => assert.equal(contextText("", "\n"), ""));

Deno.test("furtherText() turns names into headings, and keeps the author's own names", () => {
  const parts = [
    { name: "acceptance_criteria", text: "- fast" },
    { name: "my_rules", text: "none" },
    { name: "", text: "Loose." },
  ];
  assert.equal(furtherText(parts), "## Acceptance criteria\n\n- fast\n\n## my_rules\n\nnone\n\nLoose.");
});
