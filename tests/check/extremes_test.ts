/** What no honest plan holds: the checker answers in time linear in the size, and never throws. */
import assert from "node:assert/strict";
import { refusedPatterns } from "../../lib/check/patterns.ts";
import { fixProject } from "../../lib/check/fix/fix.ts";
import { checkProject, type Rule } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { loadPatternSearch } from "../../lib/deps/re2.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import type { Diagnostic } from "../../schemas/diagnostic.ts";
import { frontmatter } from "../parse/planning_tree.ts";
import { assertLinear } from "../ratio.ts";
import { assertPlaces } from "./fixture_tree.ts";

const search = await loadPatternSearch();
const PLAN = ".planning/phases/01-base/01-01-PLAN.md";

type Texts = ReadonlyMap<string, string>;

function checked(texts: Texts): readonly Diagnostic[] {
  const project = parseProject({ texts, paths: [...texts.keys()] });
  return checkProject({ ...project, refusedPatterns: refusedPatterns(project, search) }, rules);
}

function plan(fields: Readonly<Record<string, string>>, body = ""): Texts {
  return new Map([[PLAN, frontmatter(fields) + body]]);
}

function list(size: number, item: (index: number) => string): string {
  return `\n${Array.from({ length: size }, (_, index) => `  - ${item(index)}\n`).join("")}`.trimEnd();
}

const TASK = '<task type="auto">\n<name>Add a part</name>\n<files>a.ts</files>\n<action>i<n</action>\n' +
  "<verify><automated>npm test</automated></verify>\n<done>It is there</done>\n</task>\n";

const SIZES: readonly [what: string, make: (size: number) => Texts][] = [
  ["tasks", (size) => plan({}, `<tasks>\n${TASK.repeat(size)}</tasks>\n`)],
  ["tasks without parts", (size) => plan({}, "<task>\n</task>\n".repeat(size))],
  [
    "tasks that change files of their own",
    (size) =>
      plan({}, Array.from({ length: size }, (_, index) => TASK.replace("a.ts", `${index}.ts`)).join("")),
  ],
  ["dependencies that name nothing", (size) => plan({ depends_on: list(size, (index) => `"07-${index}"`) })],
  ["dependencies on the plan itself", (size) => plan({ depends_on: list(size, () => '"01-01"') })],
  ["files", (size) => plan({ files_modified: list(size, (index) => `src/${index}.ts`) })],
  ["files of remarks", (size) => plan({ files_modified: list(size, (index) => `src/${index}.ts (new)`) })],
  ["truths", (size) => plan({ must_haves: `\n  truths:${list(size, (index) => `  It works: ${index}`)}` })],
  ["key links", (size) =>
    plan({
      must_haves: `\n  truths: [a]\n  key_links:${
        list(size, (index) => `  { from: a, to: b, via: c, pattern: "(a|a)*${index}" }`)
      }`,
    })],
  [
    "unknown keys",
    (size) => plan(Object.fromEntries(Array.from({ length: size }, (_, index) => [`wafe${index}`, "1"]))),
  ],
  [
    "lines of context",
    (size) => plan({}, `<context>\n${"@src/a.ts\n- src/b.ts\n".repeat(size)}</context>\n`),
  ],
  ["closing tags", (size) => plan({}, "</output>\n".repeat(size))],
  [
    "sections",
    (size) => plan({}, "<objective>\nA\n</objective>\n<output>\nx-SUMMARY.md\n</output>\n".repeat(size)),
  ],
  ["one line", (size) => plan({}, `<objective>${"Purpose ".repeat(size)}</objective>`)],
  ["NUL bytes", (size) => plan({ phase: "\0".repeat(size) }, "\0".repeat(size))],
  ["letters of a key", (size) => plan({ ["w".repeat(size)]: "1" })],
  [
    "letters of a dependency",
    (size) => plan({ depends_on: `["${"1".repeat(size)}-01", "${"a-".repeat(size)}1"]` }),
  ],
  ["requirements", (size) =>
    new Map([
      ...plan({ requirements: list(size, (index) => `A-${index}`) }),
      [".planning/REQUIREMENTS.md", "- [ ] **B-01**: x\n"],
    ])],
];

for (const [what, make] of SIZES) {
  Deno.test(`checkProject() takes time linear in ${what} of one plan`, () => {
    assertLinear((size) => make(size), (texts) => checked(texts), 300);
  });
}

const HOSTILE: readonly [what: string, make: () => Texts, codes: readonly string[]][] = [
  [
    "a bomb of aliases",
    () => {
      const lines = Array.from({ length: 30 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]\n`);
      return new Map([[PLAN, `---\n${lines.join("")}---\n`]]);
    },
    ["frontmatter-unparsable"],
  ],
  ["brackets in brackets", () => plan({ note: "[".repeat(100_000) }), ["frontmatter-unparsable"]],
  ["a line of 10 MB", () => plan({ note: "a".repeat(10_000_000) }, "<task ".repeat(10)), ["no-tasks"]],
  ["a line of 10 MB in the body", () => plan({}, "<task".repeat(2_000_000)), ["no-tasks"]],
  [
    "100,000 tasks",
    () => plan({ files_modified: "[a.ts]" }, `<tasks>\n${TASK.repeat(100_000)}</tasks>\n`),
    [],
  ],
  ["NUL bytes in YAML", () => plan({ note: "\0\0" }), ["frontmatter-unparsable"]],
  ["NUL bytes in the body", () => plan({ files_modified: "[a.ts]" }, `\0\n${TASK}\0`), ["text-encoding"]],
  [
    "patterns that take other engines for ever",
    () => {
      const patterns = [
        "(a+)+$",
        "(a|a)*b",
        "(.*)*x",
        "((a{1,20}){1,20})b",
        "(?=a)b",
        "(a)\\1",
        "[",
        "a{99999}",
      ];
      const links = patterns.map((pattern) => `    - { from: a, to: b, via: c, pattern: '${pattern}' }\n`);
      const must_haves = `\n  truths: [a]\n  key_links:\n${links.join("")}`.trimEnd();
      return plan({ files_modified: "[a.ts]", must_haves }, TASK);
    },
    ["pattern-refused"],
  ],
];

for (const [what, make, codes] of HOSTILE) {
  Deno.test(`checkProject() has an answer to ${what}`, () => {
    const texts = make();
    const found = checked(texts);
    for (const finding of found) assertPlaces(finding, texts);
    const ofShape = found.filter(({ code }) => code !== "element-missing");
    assert.deepEqual([...new Set(ofShape.map(({ code }) => code))], codes);
  });
}

Deno.test("patterns that backtrack elsewhere run in linear time, and those that must are refused", () => {
  for (const pattern of ["(a+)+$", "(a|a)*b", "(.*)*x", "(a?){30}a{30}b"]) {
    assertLinear((size) => "a".repeat(size), (text) => search(pattern, `${text}!`), 300);
  }
  for (const pattern of ["(?=a)b", "(?<!a)b", "(a)\\1", "a{99999}", "["]) {
    assert.equal(search(pattern, "a").kind, "unusable", pattern);
  }
});

const PHASES: readonly [what: string, fields: (index: number) => Readonly<Record<string, string>>][] = [
  ["in a chain", (index) => ({ depends_on: `["01-${index - 1}"]`, wave: "7" })],
  ["that wait for one", () => ({ depends_on: "[01-1]" })],
  ["that wait for none that is there", (index) => ({ depends_on: `[02-${index}]` })],
  ["that share one file", () => ({ files_modified: "[src/a.ts]" })],
  ["of files of their own", (index) => ({ files_modified: `[src/${index}.ts, src/${index}/a.ts]` })],
  ["of one ID", () => ({ plan: "1" })],
];

for (const [what, fields] of PHASES) {
  Deno.test(`checkProject() takes time linear in plans ${what}`, () => {
    const make = (size: number) =>
      new Map(Array.from({ length: size }, (_, index): [string, string] => [
        `.planning/phases/01-base/01-${index}-PLAN.md`,
        frontmatter({ plan: String(index), ...fields(index) }),
      ]));
    assertLinear(make, checked, 100);
  });
}

Deno.test("a rule may find more than a call takes arguments, and all of it is mended", () => {
  const fix = { title: "Mend", edits: [{ start: 0, end: 0, text: "---\n" }] };
  const found = { message: "m", hint: "h", span: { start: 0, end: 0 } };
  const many = Array.from({ length: 200_000 }, () => found);
  const doc = { code: "no-fence", severity: "warning", summary: "s", why: "w", shows: [] } as const;
  const span = { path: PLAN, ...found.span };
  const isOpen = (text: string) => !text.startsWith("---");
  const rules: readonly Rule[] = [
    {
      ...doc,
      withoutFrontmatter: true,
      plan: ({ source }) => isOpen(source.text) ? many.map((one) => ({ ...one, fix })) : [],
    },
    { ...doc, project: () => many.map((one) => ({ ...doc, ...one, span })) },
  ];
  const { fixed, remaining } = fixProject({ texts: new Map([[PLAN, "a: 1\n---\n"]]), paths: [PLAN] }, {
    rules,
  });
  assert.deepEqual([fixed.length, remaining.length], [many.length, many.length]);
});
