import assert from "node:assert/strict";
import { checkProject, type Rule } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { strictly } from "../../../lib/check/strict.ts";
import type { Diagnostic } from "../../../schemas/diagnostic.ts";
import { refusedPatterns } from "../../../lib/check/patterns.ts";
import { loadPatternSearch } from "../../../lib/deps/re2.ts";
import { referencedPaths } from "../../../lib/parse/project/references.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { fc } from "../../deps/fast_check.ts";
import { assertLinear } from "../../ratio.ts";
import { frontmatter, projectOf } from "../../parse/planning_tree.ts";
import { anyText } from "../../parse/samples.ts";
import { assertPlaces } from "../fixture_tree.ts";

const search = await loadPatternSearch();

/** Pieces of documents, which texts are made of. */
const DOCUMENT = [
  "- [x] **Phase 1: Base** - x\n",
  "### Phase 1: Base\n",
  "**Requirements**: A-01, A-02\n",
  "- [ ] 01-01-PLAN.md — x\n",
  "- [ ] **A-01**: x\n",
];

/** A project of one phase, by the dependencies of its plans. */
function chain(dependencies: Readonly<Record<string, string>>) {
  return projectOf(Object.fromEntries(
    Object.entries(dependencies).map(([plan, depends_on]) => [
      `01-base/01-${plan}-PLAN.md`,
      frontmatter({ plan, depends_on }),
    ]),
  ));
}

Deno.test("a cycle is named member by member, with the place of each dependency", () => {
  const project = chain({ "01": "[01-03]", "02": "[1, 04]", "03": '["Plan 02"]', "04": "[]" });
  const [finding] = checkProject(project, rules).filter(({ code }) => code === "dependency-cycle");
  assert.equal(finding?.message, "The plans depend on one another in a cycle: 01-01 → 01-03 → 01-02 → 01-01");
  const places = [{ message: "", span: finding!.span }, ...finding!.related!];
  const written = places.map(({ message, span }) => {
    const plan = project.plans.all.find(({ source }) => source.path === span.path)!;
    return `${plan.id} "${plan.source.text.slice(span.start, span.end)}" ${message}`.trim();
  });
  assert.deepEqual(written, [
    '01-01 "01-03"',
    '01-03 "Plan 02" 01-03 depends on 01-02',
    '01-02 "1" 01-02 depends on 01-01',
  ]);
});

Deno.test("each plan of a wave that shares a file is told the nearest one before it, and what others do", () => {
  const files = ["[a]", "[a]", "[a]", "[a, b]", "[a]", "[c, b, a]"];
  const project = projectOf(Object.fromEntries(files.map((files_modified, index) => {
    return [`01-base/01-0${index + 1}-PLAN.md`, frontmatter({ plan: `0${index + 1}`, files_modified })];
  })));
  const found = checkProject(project, rules).filter(({ code }) => code === "files-overlap");
  const link = (plan: number, shared: string) =>
    `01-0${plan} shares ${shared} of its wave, so they run one after the other`;
  const advice = (plans: string, what = "the file") =>
    `Add ${plans} to depends_on, or move ${what} to one of the plans`;
  assert.deepEqual(found.map(({ message, hint }) => [message, hint]), [
    [link(2, "a with 01-01"), advice("01-01")],
    [link(3, "a with 01-02"), `${advice("01-02")}; 01-01 shares a too`],
    [link(4, "a with 01-03"), `${advice("01-03")}; 01-01 and 01-02 share a too`],
    [link(5, "a with 01-04"), `${advice("01-04")}; 01-01, 01-02 and 01-03 share a too`],
    [link(6, "b with 01-04, and a with 01-05"), advice("01-04 and 01-05", "the files")],
  ]);
});

Deno.test("a misspelt tag is named where its element is missed, and its closing tag is not taken away", () => {
  const task = '<task type="auto">\n<name>Add a part</name>\n<files></files>\n<acton>i<n</acton>\n' +
    "<verify><automated>npm test</automated></verify>\n<Done>It is there</done>\n</task>\n";
  const body = `<objective>\nA\n</objective>\n<tasks>\n${task}</tasks>\n<verificaton>\nB\n</verification>\n`;
  const found = checkProject(projectOf({ "01-base/01-01-PLAN.md": frontmatter() + body }), rules);
  const told = found.filter(({ code }) => ["task-parts", "stray-tag", "element-missing"].includes(code));
  assert.deepEqual(told.map(({ code, hint, fix }) => [code, hint, fix]), [
    [
      "element-missing",
      "Write <verification> in place of <verificaton>, and add <success_criteria>, <output>",
      undefined,
    ],
    ["task-parts", "Write <action> in place of <acton>, and write <done> in place of <Done>", undefined],
    ["stray-tag", "Write <verification> in place of <verificaton>", undefined],
  ]);
});

Deno.test("a misspelt closing tag is named where its element is not closed, but not that of another task", () => {
  const task = (verify: string) =>
    `<task type="auto">\n<name>Add</name>\n<verify>npm test${verify}\n</task>\n`;
  const body = `<objective>\nA\n</objectve>\n<tasks>\n${task("")}${task("</verfy>")}</tasks>\n`;
  const project = projectOf({ "01-base/01-01-PLAN.md": frontmatter() + body });
  const { text } = project.plans.all[0]!.source;
  const found = checkProject(project, rules).filter(({ code }) => code === "unclosed-element");
  assert.deepEqual(found.map(({ message, span }) => [message, text.slice(span.start, span.end)]), [
    ["<objective> is not closed, because </objectve> is misspelt", "</objectve>"],
    ["<verify> of task 1 is not closed, so its end is a guess", "<verify>"],
    ["<verify> of task 2 is not closed, because </verfy> is misspelt", "</verfy>"],
  ]);
});

Deno.test("a word for nothing in depends_on is answered with how a list says nothing", () => {
  const found = checkProject(chain({ "01": "[none]", "02": '["N/A"]' }), rules);
  const hints = found.filter(({ code }) => code === "unknown-dependency").map(({ hint }) => hint);
  const expected = "Remove it: an empty list, `depends_on: []`, means no dependencies";
  assert.deepEqual(hints, [expected, expected]);
});

Deno.test("equal findings of a plan are one, with all places and a fix for all", () => {
  const body = "\n<tasks>\n<task><name>A</name></task>\n<task><name>B</name></task>\n" +
    '<task type="tpyo"><name>C</name></task>\n</tasks>\n';
  const project = projectOf({ "01-base/01-01-PLAN.md": frontmatter() + body });
  const [found, other, ...more] = checkProject(project, rules).filter(({ code }) => code === "task-type");
  assert.equal(found!.message, "Task 1 has no type and is read as auto, like 1 more");
  const { text } = project.plans.all[0]!.source;
  assert.deepEqual(found!.related?.map(({ span }) => text.slice(span.start, span.end + 14)), [
    "<task><name>B</name>",
  ]);
  assert.equal(found!.fix?.edits.length, 2);
  assert.match(other!.message, /^Task 3 has the unknown type "tpyo"/);
  assert.deepEqual(more, []);
});

Deno.test("checkProject() orders findings by path, place and code, whatever the order of the rules", () => {
  const project = projectOf({
    "02-b/02-01-PLAN.md": frontmatter({ wave: "two", type: "x", phase: "02-b" }),
    "01-a/01-01-PLAN.md": `${frontmatter({ depends_on: "[7]", phase: "1" })}</output>\n<task>\n`,
  });
  const found = checkProject(project, rules);
  assert.deepEqual(checkProject(project, [...rules].reverse()), found);
  assert.deepEqual(found.map(({ code, span }) => `${span.path.slice(17, 21)} ${code}`), [
    "01-a unknown-dependency",
    "01-a stray-tag",
    "01-a element-missing",
    "01-a task-parts",
    "01-a task-type",
    "01-a unclosed-task",
    "02-b field-value",
    "02-b field-value",
    "02-b no-tasks",
  ]);
});

Deno.test("strictly() makes errors of the warnings that the specification supports, and of no others", () => {
  const rule = (code: string, strict: boolean): Rule => ({
    code,
    strict,
    severity: "warning",
    summary: "x",
    why: "x",
    shows: [],
  });
  const finding = (code: string, severity: Diagnostic["severity"]): Diagnostic => ({
    code,
    severity,
    message: "x",
    span: { path: "a", start: 0, end: 0 },
  });
  const found = [
    finding("a", "warning"),
    finding("a", "hint"),
    finding("b", "warning"),
    finding("c", "error"),
  ];
  const severities = strictly(found, [rule("a", true), rule("b", false)]).map(({ severity }) => severity);
  assert.deepEqual(severities, ["error", "hint", "warning", "error"]);
});

Deno.test("the rules have codes in kebab-case, each once, and say what they ask for", () => {
  assert.equal(new Set(rules.map(({ code }) => code)).size, rules.length);
  for (const { code, summary } of rules) {
    assert.match(code, /^[a-z]+(-[a-z]+)*$/);
    assert.match(summary, /^[A-Z`].*[^.]$/);
  }
});

Deno.test("the rules throw on no project, and all that they find and mend lies in its file", () => {
  const path = fc.constantFrom(
    "01-base/01-01-PLAN.md",
    "01-base/01-02-x-PLAN.md",
    "2.1/PLAN.md",
    "01-base/01-PLAN.md",
  );
  const files = fc.dictionary(path, anyText(), { maxKeys: 4 });
  fc.assert(
    fc.property(files, anyText(["{}"]), anyText(DOCUMENT), (plans, config, documents) => {
      const texts = new Map(Object.entries(plans).map(([name, text]) => [`.planning/phases/${name}`, text]));
      texts.set(".planning/config.json", config);
      for (const name of ["ROADMAP", "REQUIREMENTS", "phases/01-base/01-01-SUMMARY"]) {
        texts.set(`.planning/${name}.md`, documents);
      }
      const project = parseProject({ texts, paths: [...texts.keys()] });
      const absent = referencedPaths(project);
      const found = checkProject({
        ...project,
        absent,
        refusedPatterns: refusedPatterns(project, search),
      }, rules);
      for (const finding of found) assertPlaces(finding, texts);
    }),
    { numRuns: 500 },
  );
});

Deno.test("context-line takes time linear in the stops behind a path", () => {
  const text = (size: number) =>
    `${frontmatter()}<context>\nsrc/lib/a.ts\n@src/x${".".repeat(size)}a(\n</context>\n`;
  assertLinear(text, (body) => {
    const project = projectOf({ "01-base/01-01-PLAN.md": body });
    checkProject(project, rules.filter(({ code }) => code === "context-line"));
  }, 5_000);
});

Deno.test("plans that the roadmap lists take time linear in them and in the summaries without plans", () => {
  const listed = (size: number) => {
    const numbers = Array.from({ length: size }, (_, index) => String(index + 10));
    const roadmap = `### Phase 1: Base\n${numbers.map((plan) => `- [x] 01-${plan}: x\n`).join("")}`;
    const folder = ".planning/phases/01-base";
    const texts = new Map([
      [".planning/ROADMAP.md", roadmap],
      [`${folder}/01-01-PLAN.md`, frontmatter()],
    ]);
    const summaries = numbers.map((plan) => `${folder}/01-1${plan}-SUMMARY.md`);
    return parseProject({ texts, paths: [...texts.keys(), ...summaries] });
  };
  assertLinear(listed, (project) => void checkProject(project, rules), 200);
});
