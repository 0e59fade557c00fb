import assert from "node:assert/strict";
import { currentMilestone, isInRange, listedMilestones } from "../../../lib/parse/roadmap/milestone.ts";
import { parsePhaseNumber, printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

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
  [
    "an item that a remark says to be in progress",
    "- [ ] **v2.0 Fan-Out** — Phases 11-15 (in progress)",
    "v2.0 Fan-Out",
  ],
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

Deno.test("currentMilestone() passes by what the state document names once the roadmap says it is shipped", () => {
  const state = new SourceText("STATE.md", "---\nmilestone: v1.0\n---\n");
  for (
    const line of ["- ✅ **v1.0 MVP**", "- [x] **v1.0 MVP**", "- **v1.0** — Phases 1-9 (shipped 2026-04-03)"]
  ) {
    assert.equal(currentMilestone(new SourceText("ROADMAP.md", line), state), undefined, line);
  }
});

const LISTED: readonly [line: string, listed: string][] = [
  ["- ✅ **v1.0 MVP** - Phases 1-4 (shipped 2026-01-01)", "v1.0 shipped 01-04"],
  ["- 📋 **v2.0 More** - Phases 5–7, 9 (planned)", "v2.0 planned 05-07 09-09"],
  [
    "- **v0.1.0 MVP** — Phase 3 (shipped 2026-04-03) — [Archive](milestones/v0.1.0-ROADMAP.md)",
    "v0.1.0 shipped 03-03",
  ],
  ["- [ ] **v1.1 Phases of life** — some day", "v1.1 ?"],
  ["### v2.0 Fan-Out/Fan-In (Phases 11-15)", "v2.0 ? 11-15"],
  ["### 🚧 v1.1.2: Mends (Phases 2.1-12A)", "v1.1.2 under-way 02.1-12A"],
];

for (const [line, expected] of LISTED) {
  Deno.test(`listedMilestones() reads: ${line}`, () => {
    const [found] = listedMilestones(`# Roadmap\r\n${line}\r\n`);
    const ranges = found?.phases.map(({ first, last }) =>
      `${printPhaseNumber(first)}-${printPhaseNumber(last)}`
    );
    assert.equal([found?.version, found?.stage ?? "?", ...ranges ?? []].join(" "), expected);
    assert.equal(found?.line, 1);
  });
}

Deno.test("listedMilestones() passes by what is folded away, quoted or no version", () => {
  const lines = [
    "<details>",
    "### ✅ v1.0 MVP",
    "</details>",
    "<!--",
    "- ✅ **v1.1**",
    "-->",
    "## v1 scope",
    "- **vague** x",
  ];
  assert.deepEqual(listedMilestones(lines.join("\n")).map(({ version }) => version), []);
});

Deno.test("isInRange() takes phases inserted behind the last one", () => {
  const range = { first: parsePhaseNumber("2")!, last: parsePhaseNumber("4")! };
  const inside = ["1.9", "2", "2.1", "3A", "4", "4.2", "4B", "5"].filter((text) => {
    return isInRange(parsePhaseNumber(text)!, range);
  });
  assert.deepEqual(inside, ["2", "2.1", "3A", "4", "4.2", "4B"]);
});
