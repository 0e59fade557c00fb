import assert from "node:assert/strict";
import type { PlanFile } from "../../schemas/plan_file.ts";
import { contextText, furtherText, planContext } from "../../lib/prompts/plan_brief.ts";

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

Deno.test("furtherText() turns names and attributes into headings, and keeps the author's own names", () => {
  const parts = [
    { name: "acceptance_criteria", text: "- fast" },
    { name: "my_rules", text: "none", attributes: { level: "high", scope: "all" } },
    { name: "", text: "Loose." },
  ];
  assert.equal(
    furtherText(parts),
    "## Acceptance criteria\n\n- fast\n\n## my_rules (level: high; scope: all)\n\nnone\n\nLoose.",
  );
});

const WORKFLOWS: readonly (readonly [line: string, kept: boolean])[] = [
  ["@./.claude/get-shit-done/workflows/execute-plan.md", false],
  ["~/.claude/get-shit-done/workflows/execute-plan.md", false],
  ["@~/.config/opencode/get-shit-done/templates/summary.md", false],
  ["@/opt/.claude/get-shit-done/workflows/execute-plan.md", false],
  ["@$HOME/.claude/get-shit-done/templates/summary.md", false],
  ["@C:\\app\\.claude/get-shit-done/workflows/execute-plan.md", false],
  ["@D:/app/.claude/get-shit-done/references/checkpoints.md", false],
  ["- `@.claude/skills/x.md`", false],
  ["@../elsewhere/notes.md", false],
  ["@tools/get-shit-done/workflows/any.md", false],
  ["@docs/execute-plan.md", false],
  ["@docs/workflows/release.md", true],
  ["@.planning/phases/01-a/01-01-SUMMARY.md", true],
  ["@docs/summary.ts", true],
  ["Follow the house rules.", true],
];

for (const [line, kept] of WORKFLOWS) {
  Deno.test(`<execution_context> ${kept ? "hands on" : "keeps back"} ${JSON.stringify(line)}`, () => {
    const text = planContext({ execution_context: line, context: "" } as PlanFile["body"]);
    assert.equal(text !== "", kept);
    const named = planContext({ execution_context: "", context: line } as PlanFile["body"]);
    assert.notEqual(named, "", "what <context> names is the plan's own");
  });
}
