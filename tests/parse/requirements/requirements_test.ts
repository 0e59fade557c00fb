import assert from "node:assert/strict";
import { printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import {
  isCompleteStatus,
  parseRequirements,
  type Requirements,
} from "../../../lib/parse/requirements/requirements.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function read(text: string): Requirements {
  return parseRequirements(new SourceText(".planning/REQUIREMENTS.md", text));
}

const ITEMS: readonly [what: string, line: string, id: string, text: string, mark: string | undefined][] = [
  ["an item", "- [ ] **AUTH-01**: People can log in", "AUTH-01", "People can log in", " "],
  ["a ticked item", "- [x] **I18N-01**: Words", "I18N-01", "Words", "x"],
  ["an item with a mark of its own", "- [~] **AA-AA-9**: Half", "AA-AA-9", "Half", "~"],
  ["an item of a later version", "- **BIAS-V2-01**: Later", "BIAS-V2-01", "Later", undefined],
  ["the colon in bold type", "- [ ] **A-1:** Text", "A-1", "Text", " "],
  ["a title in bold type", "- [ ] **A-1: Title** and text", "A-1", "Title and text", " "],
  ["bold type in the text", "- [ ] **A-1**: Very **big**", "A-1", "Very **big**", " "],
  ["no bold type", "* [X] A-1: Text", "A-1", "Text", "X"],
  ["a dash", "  - [ ] **A-1** — Text", "A-1", "Text", " "],
  ["a remark behind the ID", "- [ ] **A-1 (new)**: Text", "A-1", "Text", " "],
  ["another script", "- [ ] **ВХОД-01**: Текст", "ВХОД-01", "Текст", " "],
  ["a number of parts", "- [ ] **RF-02.1**: Text", "RF-02.1", "Text", " "],
  ["no text", "- [ ] **A-1**", "A-1", "", " "],
  ["CRLF", "- [ ] **A-1**: Text\r", "A-1", "Text", " "],
];

for (const [what, line, id, text, mark] of ITEMS) {
  Deno.test(`parseRequirements() reads ${what}`, () => {
    const document = `# Requirements\n\n${line}\n`;
    const [requirement, ...others] = read(document).all;
    assert.ok(requirement);
    assert.deepEqual(others, []);
    assert.deepEqual([requirement.id, requirement.text, requirement.box?.mark], [id, text, mark]);
    assert.equal(requirement.done, mark?.toLowerCase() === "x");
    assert.equal(document.slice(requirement.span.start, requirement.span.end), id);
    if (requirement.box) {
      assert.equal(document.slice(requirement.box.span.start - 1, requirement.box.span.end + 1), `[${mark}]`);
    }
  });
}

const NONE = [
  "AUTH-01 is prose",
  "- [ ] Listed in .planning/REQUIREMENTS.md",
  "- [ ] UTF-8 is read",
  "- see AUTH-01",
  "- [ ] **Auth-01**: not capitals",
  "- [ ] **AUTH**: no number",
  "<!--\n- [ ] **AUTH-01**: template\n-->",
  "```\n- [ ] **AUTH-01**: example\n```",
  "| Category | Count |\n|---|---|\n| AUTH-01 | 3 |",
  "| AUTH-01 | Phase 1 | Pending |",
];

for (const text of NONE) {
  Deno.test(`parseRequirements() makes no requirement of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(read(`# Requirements\n\n${text}\n`).all, []);
  });
}

const TABLE = `- [ ] **AUTH-01**: Log in
- [x] **AUTH-02**: Log out

| Requirement | Phase | Status |
|-------------|-------|--------|
| AUTH-01 | Phase 1 | Pending |
| **AUTH-02** | Phase 2.1: Mend | In \\| progress |
| CORE-01, CORE-02 | 3 | ✅ Complete |
| CORE-03 | Complete | 4 |
| CORE-04 |
`;

Deno.test("parseRequirements() takes phase and status from the traceability table", () => {
  const rows = read(TABLE).all.map(({ id, done, listed, phase, row }) => {
    if (row?.statusSpan) {
      assert.equal(TABLE.slice(row.statusSpan.start, row.statusSpan.end), row.status);
    }
    return [id, listed, done, phase && printPhaseNumber(phase), row?.status];
  });
  assert.deepEqual(rows, [
    ["AUTH-01", true, false, "01", "Pending"],
    ["AUTH-02", true, true, "02.1", "In \\| progress"],
    ["CORE-01", false, true, "03", "✅ Complete"],
    ["CORE-02", false, true, "03", "✅ Complete"],
    ["CORE-03", false, false, undefined, "4"],
    ["CORE-04", false, false, undefined, ""],
  ]);
});

Deno.test("parseRequirements() knows which requirements share a row", () => {
  assert.deepEqual(read(TABLE).byId.get("CORE-02")?.row?.ids, ["CORE-01", "CORE-02"]);
});

Deno.test("parseRequirements() gives all that are listed and lie in the range of a row their row", () => {
  const text =
    "- [ ] **A-1**: x\n- [ ] **A-2**: x\n- [ ] **A-4**: x\n\n| ID | Phase |\n|---|---|\n| A-1~4 | 2 |\n";
  const { all, byId } = read(text);
  assert.deepEqual(all.map(({ id, phase }) => [id, phase?.parts]), [["A-1", [2]], ["A-2", [2]], ["A-4", [
    2,
  ]]]);
  assert.deepEqual(byId.get("A-2")?.row?.ids, ["A-1", "A-2", "A-4"]);
});

Deno.test("parseRequirements() finds the columns by their names", () => {
  const text = "| Status | REQ-ID | Notes | Phase |\n|:--|---|---|--:|\n| Done | A-1 | B-2 | 7 |\n";
  const [requirement, ...others] = read(text).all;
  assert.deepEqual(others, []);
  assert.deepEqual([requirement?.id, requirement?.phase?.parts, requirement?.done], ["A-1", [7], true]);
});

Deno.test("parseRequirements() takes the first of two places, a folded one last", () => {
  const text = "<details>\n- [x] **A-1**: Shipped\n- [x] **A-2**: Shipped\n</details>\n" +
    "- [ ] **A-1**: Now\n- [x] **A-1**: Again\n";
  assert.deepEqual(read(text).all.map(({ id, text }) => [id, text]), [["A-1", "Now"], ["A-2", "Shipped"]]);
});

Deno.test("isCompleteStatus() knows the words for delivered", () => {
  for (const status of ["Complete", "complete (v1.1)", "✅ Done", "Satisfied", "**Validated**"]) {
    assert.ok(isCompleteStatus(status), status);
  }
  for (const status of ["Pending", "", "In Progress", "Not complete", "Incomplete", "Completeness unknown"]) {
    assert.ok(!isCompleteStatus(status), status);
  }
});
