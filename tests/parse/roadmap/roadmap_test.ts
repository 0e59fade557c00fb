import assert from "node:assert/strict";
import { printPhaseNumber } from "../../../lib/parse/ids/phase_number.ts";
import { parseRoadmap } from "../../../lib/parse/roadmap/roadmap.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

function phasesOf(text: string): readonly string[] {
  return parseRoadmap(new SourceText(".planning/ROADMAP.md", text)).phases
    .map(({ number, name }) => `${printPhaseNumber(number)} ${name}`);
}

const PHASES: readonly [what: string, text: string, phases: readonly string[]][] = [
  ["headings", "## Phase 1: A\n### Phase 2: B\n#### Phase 3: C", ["01 A", "02 B", "03 C"]],
  ["items", "- [ ] **Phase 1: A** - x\n- [x] **Phase 2: B** — y", ["01 A", "02 B"]],
  ["headings with a dash", "### Phase 1 - A\n### Phase 2 — B", ["01 A", "02 B"]],
  [
    "remarks and marks behind a name",
    "### Phase 2.1: Mend (INSERTED)\n### Phase 3: B ✅ (completed 2026-01-01)",
    [
      "02.1 Mend",
      "03 B",
    ],
  ],
  ["a status behind a name", "### Phase 1: A - COMPLETE\n### Phase 2: B — Superseded by v7", [
    "01 A",
    "02 B",
  ]],
  ["a mark before the word", "### ✅ Phase 1: A", ["01 A"]],
  ["parentheses that belong to a name", "### Phase 1: Login (OAuth)", ["01 Login (OAuth)"]],
  ["letters and decimals in order", "### Phase 12A: D\n### Phase 2.10: C\n### Phase 2.2: B\n### Phase 2: A", [
    "02 A",
    "02.2 B",
    "02.10 C",
    "12A D",
  ]],
  ["CRLF", "### Phase 1: A\r\n- [ ] **Phase 2: B** - x\r\n", ["01 A", "02 B"]],
  [
    "the heading before the item of the same phase",
    "- [ ] **Phase 1: Short** - x\n### Phase 1: Long name\n",
    ["01 Long name"],
  ],
  ["the last of two headings, as earlier milestones come first", "### Phase 1: Old\n### Phase 01: New", [
    "01 New",
  ]],
  ["names with colons, code and other scripts", "### Phase 1: A: `b`\n### Phase 2: 短消息输出", [
    "01 A: `b`",
    "02 短消息输出",
  ]],
];

for (const [what, text, phases] of PHASES) {
  Deno.test(`parseRoadmap() reads ${what}`, () => {
    assert.deepEqual(phasesOf(text), phases);
  });
}

const LANGUAGES: readonly [text: string, phases: readonly string[]][] = [
  ["- [ ] **1단계: 프로젝트 설정** - x\n### 1단계: 프로젝트 설정\n### 2단계: 인증", [
    "01 프로젝트 설정",
    "02 인증",
  ]],
  ["### Fase 1: Fundação\n- [x] **Fase 2.1: Mais** - x", ["01 Fundação", "02.1 Mais"]],
  ["## Étape 1 – Début\n## Etape 2: Fin", ["01 Début", "02 Fin"]],
  ["### Этап 1: Начало\n### Фаза 2: Дальше", ["01 Начало", "02 Дальше"]],
  ["### 阶段 1：开始\n### 第2阶段: 继续\n### ✅ フェーズ3：終わり", ["01 开始", "02 继续", "03 終わり"]],
  ["### Phase 1 – Anfang", ["01 Anfang"]],
  ["### Phase 1: A\n### Fase 2: B", ["01 A"]],
  ["### Fase 2: B\nRun `plan-phase 1`", ["02 B"]],
  ["Fase 1: Prosa\n- Fase 2: Prosa\n### Fase um: A\n# Fase 3: A", []],
];

for (const [text, phases] of LANGUAGES) {
  Deno.test(`parseRoadmap() reads the phases ${phases.join(", ") || "of no prose"} whatever their language`, () => {
    assert.deepEqual(phasesOf(text), phases);
  });
}

const PROSE = [
  "Phase 1: Setup comes first.",
  "In Phase 3: Accounts we go on.",
  "**Depends on**: Phase 1: Setup",
  "- Phase 1: Setup",
  "- ✅ **v1.0 MVP** - Phases 1-4 (shipped 2026-01-01)",
  "### v2.0 (Phases 11-15)",
  "# Phase 1: Title of a document",
  "## Phase 1 Plan Structure",
  "## Phases",
  "| 1. Setup | 0/3 | Not started | - |",
  "- [ ] 01-01: text",
  "> ### Phase 1: quoted",
  "##### Phase 1: too deep",
  "### Phase X: Name",
  "### Phase 1:",
  "<!--\n### Phase 9: Template\n-->",
  "```md\n### Phase 9: Template\n```",
];

for (const text of PROSE) {
  Deno.test(`parseRoadmap() makes no phase of ${JSON.stringify(text)}`, () => {
    assert.deepEqual(phasesOf(`# Roadmap\n\n${text}\n`), []);
  });
}

Deno.test("parseRoadmap() goes on after a comment or a fence, closed or not", () => {
  assert.deepEqual(phasesOf("<!-- x -->\n### Phase 1: A\n```\n### Phase 9: x\n```\n### Phase 2: B\n"), [
    "01 A",
    "02 B",
  ]);
  assert.deepEqual(phasesOf("```\n### Phase 1: A\n<!-- \n### Phase 2: B\n"), ["01 A", "02 B"]);
});

Deno.test("parseRoadmap() reads the requirements of a phase with all that lie in their ranges", () => {
  const text = "### Phase 1: A\n**Requirements**: AUTH-01 through AUTH-03, SEC-01/02\n";
  const [phase] = parseRoadmap(new SourceText("ROADMAP.md", text)).phases;
  assert.deepEqual(phase?.requirements?.references.map(({ id, between }) => between ? `(${id})` : id), [
    "AUTH-01",
    "(AUTH-02)",
    "AUTH-03",
    "SEC-01",
    "SEC-02",
  ]);
});

Deno.test("parseRoadmap() gives the line of a phase", () => {
  const text = "# Roadmap\r\n\r\n### Phase 1: A  \r\n";
  const [phase] = parseRoadmap(new SourceText("ROADMAP.md", text)).phases;
  assert.equal(text.slice(phase?.span.start, phase?.span.end), "### Phase 1: A");
});

Deno.test("parseRoadmap() takes a folded phase only where no other has its number", () => {
  const text = "### Phase 1: Now\n<details>\n\n### Phase 1: Shipped\n### Phase 2: Old\n\n</details>\n";
  const { phases } = parseRoadmap(new SourceText(".planning/ROADMAP.md", text));
  assert.deepEqual(phases.map(({ name }) => name), ["Now", "Old"]);
});

const REQUIREMENTS: readonly [what: string, below: string, ids: readonly string[] | undefined][] = [
  ["in brackets", "**Requirements**: [AUTH-01, I18N-02]", ["AUTH-01", "I18N-02"]],
  ["without brackets, the colon in bold type", "**Goal:** x\r\n**Requirements:** AA-AA-9, B-1\r\n", [
    "AA-AA-9",
    "B-1",
  ]],
  ["with notes in parentheses", "**Requirements**: AUTH-01 (not in SEED-3), AUTH-02", ["AUTH-01", "AUTH-02"]],
  ["all in parentheses", "**Requirements**: 2 (AUTH-01, AUTH-02)", ["AUTH-01", "AUTH-02"]],
  ["listed below", "**Requirements**:\n- AUTH-01: Log in, unlike AUTH-02\n- AUTH-03\n- **Plans**: 2", [
    "AUTH-01",
    "AUTH-03",
  ]],
  ["with parts and a sentence's full stop", "**Requirements**: RF-02.1, REQ-1.1-B-4.", [
    "RF-02.1",
    "REQ-1.1-B-4",
  ]],
  ["that are not known yet", "**Requirements**: TBD", []],
  ["that are missing", "**Goal**: AUTH-01 works", undefined],
  ["of another section", "### Notes\n**Requirements**: AUTH-01", undefined],
];

for (const [what, below, ids] of REQUIREMENTS) {
  Deno.test(`parseRoadmap() reads the requirements of a phase ${what}`, () => {
    const text = `# Roadmap\n\n### Phase 1: A\n${below}\n`;
    const requirements = parseRoadmap(new SourceText("ROADMAP.md", text)).phases[0]?.requirements;
    assert.deepEqual(requirements?.references.map(({ id }) => id), ids);
    for (const { id, span } of requirements?.references ?? []) {
      assert.equal(text.slice(span.start, span.end), id);
    }
    if (requirements) {
      assert.match(text.slice(requirements.span.start, requirements.span.end), /^\*\*Req.*\S$/);
    }
  });
}

const DEPENDENCIES: readonly (readonly [line: string, phases: readonly string[]])[] = [
  ["**Depends on**: Nothing (first phase)", []],
  ["**Depends on**: Nothing, in parallel with Phase 2", []],
  ["**Depends on:** None - independent of Phase 2", []],
  ["**Depends on:** 无", []],
  ["**Depends on**: Phase 1", ["01"]],
  ["- **Depends On**: Phase 2.1.", ["02.1"]],
  ["Depends on: Phase 2", ["02"]],
  ["**Dependencies:** Phase 2 (players must be registered before Phase 3)", ["02"]],
  ["**Dependencies:** v1.0 API (complete), Phase 4", ["04"]],
  ["**Depends on**: Phase 1 and 2", ["01", "02"]],
  ["**Depends on**: Phase 1, Phase 2, and Phase 4", ["01", "02", "04"]],
  ["**Depends on**: Phases 1, 2.1 & 4", ["01", "02.1", "04"]],
  ["**Depends on**: Phase 1 + 2 (as in Phases 3-4 (later))", ["01", "02"]],
  ["**Depends on**: Phases 1-3 validated", ["01", "02", "02.1", "03"]],
  ["**Depends on**: Phases 01 – 03, 4", ["01", "02", "02.1", "03", "04"]],
  ["**Depends on**: Phase 2 through 4", ["02", "02.1", "03", "04"]],
  ["**Depends on**: Phase 2 — 4 tables of it", ["02"]],
  ["**Depends on**: Phases 1-9", ["01", "02", "02.1", "03", "04", "09"]],
  ["**Depends on**: Phase 1 - Phase 5 needs it, and Phase 1 is small", ["01"]],
  ["**Goal**: Phase 1", []],
  ["#### Notes\n**Depends on**: Phase 1", []],
];

for (const [line, numbers] of DEPENDENCIES) {
  Deno.test(`parseRoadmap() reads the dependencies of a phase in ${JSON.stringify(line)}`, () => {
    const earlier = ["1", "2", "2.1", "3", "4"].map((number) => `### Phase ${number}: Earlier\n`).join("");
    const { phases } = parseRoadmap(new SourceText("ROADMAP.md", `${earlier}### Phase 5: A\n${line}\n`));
    assert.deepEqual(phases.at(-1)?.dependsOn.map(printPhaseNumber), numbers);
  });
}
