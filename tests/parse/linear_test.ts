import assert from "node:assert/strict";
import { scanBody } from "../../lib/parse/plan_file/scan_body.ts";
import { parseConfig } from "../../lib/parse/config/config.ts";
import { parseFrontmatter } from "../../lib/parse/plan_file/frontmatter.ts";
import { currentMilestone } from "../../lib/parse/roadmap/milestone.ts";
import { parsePlanFile } from "../../lib/parse/plan_file/plan_file.ts";
import { parseRequirements } from "../../lib/parse/requirements/requirements.ts";
import { parseRoadmap } from "../../lib/parse/roadmap/roadmap.ts";
import { readFiles } from "../../lib/parse/plan_file/task_files.ts";
import { readChecks } from "../../lib/parse/plan_file/checks.ts";
import { explainYaml } from "../../lib/check/yaml/explain.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import { assertLinear } from "../ratio.ts";

const TASK = '<task type="auto">\n<name>A</name>\n<action>i<n && x</action>\n</task>\n';

Deno.test("scanBody() takes time linear in the number of tasks", () => {
  assertLinear((size) => `<tasks>\n${TASK.repeat(size)}</tasks>\n`, (text) => scanBody(text, 0), 10_000);
});

const BODIES: readonly [what: string, unit: string][] = [
  ["a line of <task", "<task"],
  ["a line of <task> tags", "<task>"],
  ["a line of attributes without end", '<task a="'],
  ["a line of attributes in both quotes", "<task a=\"<task b='"],
  ["attributes of one tag", ' a="b"'],
  ["blanks in a tag", "<task      \n  a   =  "],
  ["leaves that are not closed", "<action>\n"],
  ["tasks that are not closed", "<task>\n<name>\n"],
  ["closing tags", "</action>\n"],
  ["mentions", "a <name> b </name> c "],
  ["nested own tags", "<task>\n<action>\n<action>\nx </action> y\n"],
  ["options that are not closed", "<task>\n<options>\n<option>\n"],
  ["blank lines", "   \n"],
  ["blanks between tags", "<name>          </name>"],
  ["checks that are not closed", "<task>\n<verify><automated>"],
];

for (const [what, unit] of BODIES) {
  Deno.test(`parsePlanFile() takes time linear in ${what}`, () => {
    const make = (size: number) => new SourceText("01-a/01-01-PLAN.md", unit.repeat(size));
    assertLinear(make, parsePlanFile, 1_000);
  });
}

const YAMLS: readonly [what: string, make: (size: number) => string][] = [
  ["items", (size) => `a:\n${"  - b\n".repeat(size)}`],
  ["keys", (size) => Array.from({ length: size }, (_, index) => `k${index}: "v"\n`).join("")],
  ["items of a flow list", (size) => `a: [${"b, ".repeat(size)}]\n`],
  ["empty flow lists", (size) => `a: [${"[], {a}, ".repeat(size)}]\n`],
  ["number signs behind a flow mapping", (size) => `a: {b}\nc: ${"# ".repeat(size)}\n`],
  ["blanks in a flow list", (size) => `a: [${" ".repeat(size)}]\n`],
  ["lines of a quoted text that is not closed", (size) => `a: "\n${"  b\n".repeat(size)}`],
  ["quotes in a value", (size) => `a: [${'"b" "'.repeat(size)}\n`],
  ["brackets", (size) => `a: ${"[".repeat(size)}\n`],
  ["indentation", (size) => `a:\n${" ".repeat(size)}- b\n c`],
  ["colons", (size) => `a: ${"b: ".repeat(size)}\n`],
  ["opening fences", (size) => "--- \n".repeat(size)],
];

for (const [what, make] of YAMLS) {
  Deno.test(`parseFrontmatter() and explainYaml() take time linear in ${what}`, () => {
    const source = (size: number) => new SourceText("01-01-PLAN.md", `---\n${make(size)}---\n`);
    assertLinear(source, (file) => {
      const frontmatter = parseFrontmatter(file.text);
      if (frontmatter.kind === "unparsable") explainYaml(file, frontmatter.problem);
    }, 1_000);
  });
}

const DOCUMENTS: readonly [what: string, unit: string][] = [
  ["phases", "### Phase 1: Name\n- [ ] **Phase 2: Name** - x\n"],
  ["phases in another language", "### 1단계: 이름\n- [ ] **Fase 2: Nome** - x\n"],
  ["blanks", " "],
  ["milestones that are not closed", "- 🚧 **v1.0 "],
  ["blanks in a milestone's heading", "# 🚧 v1 ("],
  ["comments and fences that are not closed", "<!-- ```\n"],
  ["comments", "<!-- x -->\n```\nx\n```\n"],
  ["requirements", "### Phase 1: A\n**Requirements**:\n- A-1\n"],
];

for (const [what, unit] of DOCUMENTS) {
  Deno.test(`parseRoadmap() and currentMilestone() take time linear in ${what}`, () => {
    assertLinear((size) => new SourceText("ROADMAP.md", `${unit.repeat(size)}\n`), (source) => {
      parseRoadmap(source);
      currentMilestone(source, source);
    }, 1_000);
  });
}

const REQUIREMENTS: readonly [what: string, unit: string][] = [
  ["items", "- [ ] **AUTH-01**: Log in\n"],
  ["rows", "| Requirement | Phase |\n|---|---|\n| AUTH-01 | 1 |\n"],
  ["cells and dashes", "|-"],
  ["what looks like an ID", "A-1"],
  ["words of an ID", "A1-"],
  ["remarks that are not closed", "- [ ] **A-1 ("],
];

for (const [what, unit] of REQUIREMENTS) {
  Deno.test(`parseRequirements() takes time linear in ${what}`, () => {
    const make = (size: number) =>
      new SourceText("R.md", `- [ ] **${unit.repeat(size)}\n${unit.repeat(size)}`);
    assertLinear(make, parseRequirements, 1_000);
  });
}

Deno.test("parseRoadmap() takes time linear in different phases", () => {
  const make = (size: number) =>
    Array.from({ length: size }, (_, index) => `### Phase ${index}: Name\n`).join("");
  assertLinear((size) => new SourceText("ROADMAP.md", make(size)), parseRoadmap, 3_000);
});

Deno.test("readFiles() takes time linear in blanks, brackets and commas", () => {
  assertLinear((size) => `a${" ".repeat(size)}b`, readFiles, 20_000);
  assertLinear((size) => "{a,(".repeat(size), readFiles, 5_000);
  assertLinear((size) => "`a` - b, ".repeat(size), readFiles, 5_000);
  assertLinear((size) => "(".repeat(size) + ")".repeat(size), readFiles, 5_000);
  assertLinear((size) => "a（b）".repeat(size), readFiles, 5_000);
  assertLinear((size) => `${"a.b(c)".repeat(size)}`, readFiles, 5_000);
  assertLinear((size) => `a${"(c)".repeat(size)}`, readFiles, 5_000);
  assertLinear((size) => `[${"[a, ".repeat(size)}`, readFiles, 5_000);
  assertLinear((size) => `a.ts (${"existing ".repeat(size)}`, readFiles, 5_000);
});

Deno.test("readChecks() takes time linear in elements that are not closed", () => {
  assertLinear((size) => "<automated>".repeat(size), readChecks, 10_000);
});

Deno.test("parseConfig() takes time linear in keys, brackets and comments", () => {
  const config = (text: (size: number) => string) => (size: number) =>
    new SourceText("config.json", text(size));
  const keys = (size: number) => Array.from({ length: size }, (_, index) => `"commit${index}": 1`);
  assertLinear(config((size) => `{${keys(size).join(",")}}`), parseConfig, 300);
  assertLinear(config((size) => "[".repeat(size)), parseConfig, 10_000);
  assertLinear(config((size) => "{}/*".repeat(size)), parseConfig, 10_000);
});

Deno.test("a line of 5 MB is read", () => {
  const line = "<task ".repeat(5_000_000 / 6);
  assert.deepEqual(scanBody(line, 0), { elements: [], problems: [] });
  assert.equal(parseFrontmatter(`---\na: ${line}\n---\n`).kind, "parsed");
});

Deno.test("parseFrontmatter() refuses a bomb of anchors", () => {
  const bomb = Array.from(
    { length: 30 },
    (_, index) => `a${index}: &a${index} [${`*a${index - 1},`.repeat(9)}]\n`,
  );
  const frontmatter = parseFrontmatter(`---\n${bomb.join("")}---\n`);
  assert.equal(frontmatter.kind, "unparsable");
});

for (const open of ["[", "{a: ", "- ", "? "]) {
  Deno.test(`parseFrontmatter() refuses 10,000 times "${open}" without running out of stack`, () => {
    const frontmatter = parseFrontmatter(`---\na:\n  ${open.repeat(10_000)}\n---\n`);
    assert.equal(frontmatter.kind, "unparsable");
    if (frontmatter.kind === "unparsable") {
      assert.match(frontmatter.problem.reason, /nesting|indentation|bad|key/);
    }
  });
}

Deno.test("parseFrontmatter() refuses deep indentation without running out of stack", () => {
  const keys = Array.from({ length: 2_000 }, (_, index) => `${" ".repeat(index)}a:\n`).join("");
  const frontmatter = parseFrontmatter(`---\n${keys}---\n`);
  assert.equal(frontmatter.kind, "unparsable");
});

Deno.test("parseConfig() refuses 10,000 brackets without running out of stack, at the first too deep", () => {
  const { diagnostics } = parseConfig(new SourceText("config.json", `{"a": ${"[".repeat(10_000)}`));
  assert.deepEqual(diagnostics.map(({ code, span }) => [code, span.start]), [["config-not-json", 6 + 63]]);
});
