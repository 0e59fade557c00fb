import assert from "node:assert/strict";
import { parsePhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { TEMPLATE_PHASE } from "../../../lib/parse/documents/placeholders.ts";
import { templateNotice, todoBefore } from "../../../lib/plan/project/undescribed_phase.ts";

const PATH = ".planning/ROADMAP.md";
const GOAL = `**Goal**: ${TEMPLATE_PHASE.goal}\n**Success Criteria**:\n  1. ${TEMPLATE_PHASE.criterion}\n`;

function withPhase(name: string, section: string) {
  const texts = new Map([[PATH, `# Roadmap\n\n### Phase 2: ${name}\n${section}`]]);
  return parseProject({ texts, paths: [] });
}

Deno.test("before a phase is discussed, the place of its template in the roadmap is named", () => {
  const todo = (name: string, section: string) =>
    todoBefore(["wf discuss-phase 2"], withPhase(name, section));
  assert.equal(todo("Step 2", GOAL), `describe phase 2 (Step 2) in ${PATH}:4`);
  assert.equal(todo("Export", GOAL), `describe phase 2 (Export) in ${PATH}:4`);
  assert.equal(todo("Step 2", ""), `describe phase 2 (Step 2) in ${PATH}`);
  assert.equal(todo("Export", "**Goal**: A user exports a chart\n"), undefined);
  assert.equal(todoBefore(["wf execute-phase 2"], withPhase("Step 2", GOAL)), undefined);
});

Deno.test("a notice names each line of a template that is left out", () => {
  const number = parsePhaseNumber("2")!;
  assert.equal(
    templateNotice(withPhase("Export", GOAL), number),
    `The text of the template is still in ${PATH}:4 and ${PATH}:6, and is ignored`,
  );
  assert.equal(templateNotice(withPhase("Export", "**Goal**: A user exports a chart\n"), number), undefined);
});
