import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import { roadmapSection } from "../../../lib/parse/roadmap/section.ts";
import { projectTemplate } from "../../../lib/plan/project/template.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function sectionOf(text: string, number = "1") {
  return roadmapSection(parseRoadmap(new SourceText("ROADMAP.md", text)), parsePhaseNumber(number)!);
}

const ROADMAP = `# Roadmap

- [ ] **Phase 1: Login** - people log in
- [ ] **Phase 2: Listed** - nothing below

### Phase 1: Login
**Goal**: People log in. By mail or by name?
**Depends on**: Nothing
**Research:** TBD
**Success Criteria** (what must be TRUE):
  1. A user logs in
  2) A wrong password is refused
**Plans**: TBD

Do sessions end by themselves?

## Progress

Is this about the phase?
`;

Deno.test("roadmapSection() reads goal, success criteria and what is open", () => {
  const section = sectionOf(ROADMAP)!;
  assert.equal(section.goal, "People log in. By mail or by name?");
  assert.deepEqual(section.criteria, ["A user logs in", "A wrong password is refused"]);
  assert.deepEqual(section.openPoints, [
    "By mail or by name?",
    "Research?",
    "Do sessions end by themselves?",
  ]);
});

Deno.test("roadmapSection() reads the same with CRLF", () => {
  const { text: _, ...rest } = sectionOf(ROADMAP)!;
  const { text: __, ...crlf } = sectionOf(ROADMAP.replaceAll("\n", "\r\n"))!;
  assert.deepEqual(crlf, rest);
});

Deno.test("a phase without a heading has no section, and one without fields an empty one", () => {
  assert.equal(sectionOf(ROADMAP, "2"), undefined);
  assert.deepEqual(sectionOf("## Phase 1: Bare\n"), {
    goal: "",
    criteria: [],
    unwritten: [],
    openPoints: [],
    text: "",
  });
});

Deno.test("a goal and criteria that a template wrote are left out, and their lines are known", () => {
  const { roadmap: { phases } } = projectTemplate("standard");
  const { goal, success_criteria: [criterion] } = phases[1]!;
  const text = `# Roadmap\n\n## Phase 1: Step 1\n**Goal**: ${goal}\n**Success Criteria**:\n` +
    `1. A user logs in\n2. ${criterion}\n3. [Observable behavior]\n`;
  const section = sectionOf(text)!;
  assert.deepEqual([section.goal, section.criteria, section.unwritten], ["", ["A user logs in"], [4, 7, 8]]);
});

Deno.test("a goal that is TBD is an open point, and no text of a template", () => {
  const section = sectionOf("## Phase 1: Base\n**Goal**: TBD\n")!;
  assert.deepEqual([section.goal, section.openPoints, section.unwritten], ["", ["Goal?"], []]);
});

Deno.test("what is folded away does not belong to the section before it", () => {
  const text = "## Phase 1: Open\n**Goal**: A\n<details>\n**Success Criteria**:\n1. Old\n</details>\n";
  assert.deepEqual(sectionOf(text)!.criteria, []);
});
