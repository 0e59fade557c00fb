import assert from "node:assert/strict";
import { printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import { roadmapItems } from "../../../lib/parse/roadmap/checklist.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function items(text: string) {
  return roadmapItems(parseRoadmap(new SourceText(".planning/ROADMAP.md", text)));
}

Deno.test("roadmapItems() reads the check-boxes of phases", () => {
  const { ticks } = items("- [x] **Phase 1: A** - x\r\n- [ ] **Phase 2.1: B** - y\r\n- [x] Phase 3: C\n");
  assert.deepEqual(ticks.map(({ number, done }) => [printPhaseNumber(number), done]), [["01", true], [
    "02.1",
    false,
  ]]);
});

Deno.test("roadmapItems() reads the plans of each phase's section, in each form", () => {
  const text = "### Phase 1: A\n- [x] 01-01-PLAN.md — x\n- [ ] **01-02**: y\n- [ ] `01-a-03-PLAN.md`\n" +
    "- [x] 01-UAT.md — z\n- [ ] Buy 01-04\n### Phase 2: B\n- [ ] 02-01: x\n## Progress\n- [ ] 03-01: y\n";
  const { plans } = items(text);
  assert.deepEqual(
    plans.map(({ text, section, done }) => [text, section && printPhaseNumber(section), done]),
    [
      ["01-01-PLAN.md", "01", true],
      ["01-02", "01", false],
      ["01-a-03-PLAN.md", "01", false],
      ["02-01", "02", false],
      ["03-01", undefined, false],
    ],
  );
  for (const { text: name, span } of plans) assert.equal(text.slice(span.start, span.end), name);
});

Deno.test("roadmapItems() knows the phases that are mentioned, those of ranges and tables too", () => {
  const { mentioned } = items("- v1.0 - Phases 1-3 (shipped)\n| 5. Name | 0/3 |\n| 6 | x |\nsee phase 12A\n");
  assert.deepEqual([...mentioned].sort(), ["01", "02", "03", "05", "06", "12A"]);
});

Deno.test("roadmapItems() counts as current what has a heading or a box and is not folded away", () => {
  const folded = "<details>\n\n### Phase 1: A\n- [x] 01-01-PLAN.md\n\n</details>\n";
  const { current, plans } = items(`${folded}- [ ] **Phase 2: B** - x\n### Phase 3: C\nPhase 4\n`);
  assert.deepEqual([...current], ["02", "03"]);
  assert.deepEqual(plans, []);
});

Deno.test("roadmapItems() gives the places of phases in another language as they stand there", () => {
  const text = "# 로드맵\n- [x] **1단계: 설정** - x\n### 1단계: 설정\n- [ ] 01-01: y\n";
  const { ticks, plans } = items(text);
  assert.deepEqual(
    ticks.map(({ number, done, span }) => [number.parts, done, text.slice(span.start, span.end)]),
    [
      [[1], true, "- [x] **1단계: 설정** - x"],
    ],
  );
  assert.deepEqual(plans.map(({ section }) => section?.parts), [[1]]);
});
