import assert from "node:assert/strict";
import { fixProject } from "../../../lib/check/fix/fix.ts";
import { checkProject } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import type { ProjectSources, UnreadReason } from "../../../lib/parse/project/model.ts";
import { neverMade, referencedPaths } from "../../../lib/parse/project/references.ts";
import { planText, writes } from "../../support/plans.ts";

const BASE = ".planning/phases/01-base";
const MORE = ".planning/phases/02-more";

/** A plan of the project, and the requirement it names. */
function plan(phase: string, number: string, after: readonly string[], wave: number): string {
  const file = `${phase}-${number}.txt`;
  return planText({ phase, plan: number, wave, dependsOn: after, files: [file], tasks: [writes(file)] })
    .replace("must_haves:", `requirements: [R-${number}]\nmust_haves:`);
}

function reading(text: string, ...paths: readonly string[]): string {
  const lines = paths.map((path) => `@${path}\n`).join("");
  return text.replace("<tasks>", `<context>\n${lines}</context>\n\n<tasks>`);
}

/** A project in which everything hangs together, and nothing is to be said. */
const TEXTS: ReadonlyMap<string, string> = new Map([
  [".planning/config.json", '{ "mode": "yolo" }\n'],
  [
    ".planning/ROADMAP.md",
    "# Roadmap\n\n- [ ] **Phase 1: Base** - first\n- [ ] **Phase 2: More** - then\n\n### Phase 1: Base\n" +
    "**Requirements**: R-01, R-02, R-03\n\n- [ ] 01-01-PLAN.md\n- [ ] 01-02\n- [ ] login-PLAN.md\n- [ ] 01-04\n\n" +
    "### Phase 2: More\n**Requirements**: R-01\n\n- [ ] 02-01: text\n",
  ],
  [
    ".planning/REQUIREMENTS.md",
    "# Requirements\n\n- [ ] **R-01**: One\n- [ ] **R-02**: Two\n- [ ] **R-03**: Three\n- [ ] **R-04**: Four\n",
  ],
  [`${BASE}/01-01-PLAN.md`, plan("01-base", "01", [], 1)],
  [`${BASE}/01-02-PLAN.md`, plan("01-base", "02", ["01-01"], 2)],
  [
    `${BASE}/01-04-PLAN.md`,
    reading(
      plan("01-base", "04", ["01-03"], 4),
      `${BASE}/01-01-SUMMARY.md`,
      "01-base-02.txt",
      ".planning/ROADMAP.md",
    ),
  ],
  [`${BASE}/login-PLAN.md`, plan("01-base", "03", ["01-02"], 3)],
  [`${MORE}/02-01-PLAN.md`, plan("02-more", "01", ["01-03"], 1)],
]);
const PATHS = [...TEXTS.keys()];

/** What is found, as `<path> <code>`; nothing is there but what was read. */
function found(sources: ProjectSources): readonly string[] {
  const project = parseProject(sources);
  const wanted = [...referencedPaths(project)].filter((path) => !sources.texts.has(path));
  return checkProject({ ...project, absent: neverMade(wanted, project) }, rules)
    .map(({ span, code }) => `${span.path} ${code}`);
}

function without(path: string, reason: UnreadReason): ProjectSources {
  const texts = new Map([...TEXTS].filter(([other]) => other !== path));
  return { texts, paths: PATHS, unread: new Map([[path, reason]]) };
}

Deno.test("there is nothing to be said of the project that the other tests take parts from", () => {
  assert.deepEqual(found({ texts: TEXTS, paths: PATHS }), []);
});

for (const path of PATHS) {
  Deno.test(`of ${path} that was not read nothing else follows`, () => {
    assert.deepEqual(found(without(path, "link-broken")), [`${path} file-unread`]);
  });
}

for (const path of PATHS.filter((path) => path.endsWith("PLAN.md"))) {
  for (
    const [what, from, to] of [["YAML", "depends_on:", 'depends_on: "a" b'], [
      "end",
      /\n---\n/,
      "\n",
    ]] as const
  ) {
    Deno.test(`of frontmatter without a right ${what} in ${path} nothing else follows`, () => {
      const texts = new Map(TEXTS).set(path, TEXTS.get(path)!.replace(from, to));
      assert.deepEqual(found({ texts, paths: PATHS }), [`${path} frontmatter-unparsable`]);
    });
  }
}

Deno.test("of a phase's folder that was not read nothing else follows", () => {
  const isBelow = (path: string) => path.startsWith(`${BASE}/`);
  const sources: ProjectSources = {
    texts: new Map([...TEXTS].filter(([path]) => !isBelow(path))),
    paths: PATHS.filter((path) => !isBelow(path)),
    unread: new Map([[BASE, "link-outside"]]),
  };
  assert.deepEqual(found(sources), [`${BASE} file-unread`]);
});

Deno.test("a summary beside a plan that was not read is that plan's", () => {
  const sources = without(`${BASE}/01-01-PLAN.md`, "link-broken");
  assert.deepEqual(found({ ...sources, paths: [...PATHS, `${BASE}/01-01-SUMMARY.md`] }), [
    `${BASE}/01-01-PLAN.md file-unread`,
  ]);
});

Deno.test("fixProject() changes no wave behind a plan that was not read", () => {
  const { texts } = fixProject(without(`${BASE}/01-01-PLAN.md`, "link-broken"), { rules });
  assert.deepEqual(texts, new Map());
});

Deno.test("a phase of which a plan was not read does not count from another wave as a whole", () => {
  const sources = without(`${BASE}/01-01-PLAN.md`, "link-broken");
  const texts = new Map(sources.texts);
  texts.set(`${BASE}/01-02-PLAN.md`, plan("01-base", "02", [], 2));
  texts.set(`${BASE}/login-PLAN.md`, plan("01-base", "03", ["01-02"], 3));
  const messages = checkProject(parseProject({ ...sources, texts }), rules).map(({ message }) => message);
  assert.ok(messages.includes("Plan 01-02 states wave 2, but its dependencies put it in wave 1"));
});

Deno.test("a plan that does not say what it depends on has no wrong wave", () => {
  const path = `${BASE}/01-04-PLAN.md`;
  const texts = new Map(TEXTS).set(path, TEXTS.get(path)!.replace(/depends_on: .*\n/, ""));
  assert.deepEqual(found({ texts, paths: PATHS }).filter((name) => name.includes("wave")), []);
});
