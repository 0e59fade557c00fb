import assert from "node:assert/strict";
import { recordDecisions } from "../../../lib/plan/documents/state_decisions.ts";
import { fc } from "../../deps/fast_check.ts";
import { anyText } from "../any_text.ts";

const STORE = { plan: "01-02", task: 2, name: "choose a store", answers: ["pg (PostgreSQL)"] };
const LOOK = { plan: "01-02", task: 3, name: "look", answers: ["too dark", "approved"] };
const ITEM = "- [01-02]: choose a store: pg (PostgreSQL)";

const STATES: readonly (readonly [what: string, state: string, changed: string])[] = [
  ["no section yet", "# State\n\nPhase: 1\n", `# State\n\nPhase: 1\n\n## Decisions\n\n${ITEM}\n`],
  ["an empty document", "", `## Decisions\n\n${ITEM}\n`],
  [
    "a section without decisions",
    "### Decisions\n\nNone yet.\n\n### Todos\n\nNone yet.\n",
    `### Decisions\n\n${ITEM}\n\n### Todos\n\nNone yet.\n`,
  ],
  [
    "a list",
    "### Decisions\n\n- [01-01]: a\n\n## Next\n",
    `### Decisions\n\n- [01-01]: a\n${ITEM}\n\n## Next\n`,
  ],
  [
    "prose",
    "### Decisions\n\nDecisions are logged in PROJECT.md.\n",
    `### Decisions\n\nDecisions are logged in PROJECT.md.\n\n${ITEM}\n`,
  ],
  [
    "a table",
    "### Key Decisions\n\n| Decision | Why | Result |\n|---|---|---|\n| a | b | c |\n\n---\n",
    "### Key Decisions\n\n| Decision | Why | Result |\n|---|---|---|\n| a | b | c |\n" +
    "| choose a store: pg (PostgreSQL) | plan 01-02 | |\n\n---\n",
  ],
  [
    "several sections",
    "## Decisions (v1)\n\n- a\n\n## v2 Decisions\n\n- b\n\n## Pending Decisions\n\n- c\n",
    `## Decisions (v1)\n\n- a\n\n## v2 Decisions\n\n- b\n${ITEM}\n\n## Pending Decisions\n\n- c\n`,
  ],
  [
    "an earlier answer",
    "## Decisions\n\n- [01-02]: choose a store: sqlite\n- b\n",
    `## Decisions\n\n${ITEM}\n- b\n`,
  ],
  [
    "CRLF",
    "# State\r\n\r\n## Decisions\r\n\r\n- a\r\n",
    `# State\r\n\r\n## Decisions\r\n\r\n- a\r\n${ITEM}\r\n`,
  ],
];

for (const [what, state, changed] of STATES) {
  Deno.test(`recordDecisions() adds an answer to ${what}`, () => {
    assert.equal(recordDecisions(state, [STORE]), changed);
    assert.equal(recordDecisions(changed, [STORE]), changed);
  });
}

Deno.test("recordDecisions() records everything that the user said", () => {
  const text = recordDecisions("## Decisions\n", [STORE, LOOK]);
  assert.equal(text, `## Decisions\n\n${ITEM}\n- [01-02]: look: too dark; then approved\n`);
  assert.equal(recordDecisions("# State", []), "# State");
});

Deno.test("recordDecisions() keeps every line of any document, in order, and is idempotent", () => {
  fc.assert(fc.property(anyText, (text) => {
    const once = recordDecisions(text, [STORE]);
    assert.equal(recordDecisions(once, [STORE]), once);
    const kept = once.split(/\r?\n/);
    for (const line of text.split(/\r?\n/).filter((each) => each.trim() !== "" && !/none/i.test(each))) {
      const at = kept.indexOf(line.trimEnd()) === -1 ? kept.indexOf(line) : kept.indexOf(line.trimEnd());
      assert.notEqual(at, -1, line);
    }
  }));
});
