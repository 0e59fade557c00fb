import assert from "node:assert/strict";
import { currentMilestone } from "../../lib/parse/milestone.ts";
import { SourceText } from "../../lib/source.ts";

const ROADMAPS: readonly [what: string, text: string, milestone: string | undefined][] = [
  [
    "an item",
    "- ✅ **v1.0 MVP** - x\n- 🚧 **v1.1 Accounts** - Phases 5-6\n- 📋 **v2.0 More**",
    "v1.1 Accounts",
  ],
  ["an item with a box", "- [ ] 🚧 **v1.1 Accounts** - x", "v1.1 Accounts"],
  ["an item with a dash or a colon", "* 🚧 **v1.1 — Accounts**", "v1.1 Accounts"],
  ["a heading", "### 🚧 v1.1 Accounts (In Progress)", "v1.1 Accounts"],
  ["a heading with a colon", "## 🚧 v1.1: Accounts", "v1.1 Accounts"],
  ["an item without a name", "- 🚧 **v1.1** - x", "v1.1 "],
  ["nothing where none is under way", "- ✅ **v1.0 MVP** - x\n- 📋 **v2.0 More** - y", undefined],
  ["nothing in prose", "The mark 🚧 stands for v1.0.", undefined],
  ["nothing in a bold text that is not closed", "- 🚧 **v1.1 x\n- **y**", undefined],
];

for (const [what, text, milestone] of ROADMAPS) {
  Deno.test(`currentMilestone() reads ${what} of the roadmap`, () => {
    const found = currentMilestone(new SourceText("ROADMAP.md", text), undefined);
    assert.equal(found && `${found.version} ${found.name}`, milestone);
  });
}

Deno.test("currentMilestone() falls back to the state document", () => {
  const state = new SourceText("STATE.md", "---\nmilestone: v1.0\nmilestone_name: MVP\n---\n");
  assert.deepEqual(currentMilestone(new SourceText("ROADMAP.md", "# x"), state), {
    version: "v1.0",
    name: "MVP",
  });
  assert.equal(currentMilestone(undefined, new SourceText("STATE.md", "# State\n")), undefined);
  assert.equal(
    currentMilestone(undefined, new SourceText("STATE.md", "---\nmilestone: [a]\n---\n")),
    undefined,
  );
  assert.equal(currentMilestone(undefined, undefined), undefined);
});
