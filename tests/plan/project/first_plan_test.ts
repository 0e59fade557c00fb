import assert from "node:assert/strict";
import { checkProject } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { projectDocuments } from "../../../lib/plan/project/documents.ts";
import { withFirstPlan } from "../../../lib/plan/project/first_plan.ts";
import { projectTemplate } from "../../../lib/plan/project/template.ts";

const time = new Date("2026-11-21T10:00:00Z");

function withPlan(name: string, file: string): ReadonlyMap<string, string> {
  const documents = projectDocuments({ name, time, ...projectTemplate("coarse", "", file) });
  return withFirstPlan(documents, { name, file, time });
}

const NAMES = [
  "Tally",
  'It\'s "quoted" & <bold>',
  "a: b # c",
  "$(touch x) `y` \\n %s",
  "two\nlines",
  "größe 文",
];

for (const name of NAMES) {
  for (const file of ["README.md", "docs/README.md"]) {
    Deno.test(`the first plan of ${JSON.stringify(name)} creates ${file}, and has no findings`, () => {
      const texts = withPlan(name, file);
      const project = parseProject({ texts, paths: [...texts.keys()] });
      assert.deepEqual(checkProject(project, rules).map(({ message }) => message), []);
      const [plan] = project.phases[0]!.plans;
      assert.deepEqual(plan!.file!.frontmatter.files_modified, [file]);
      assert.match(texts.get(".planning/ROADMAP.md")!, /^- \[ \] 01-01-PLAN\.md/m);
    });
  }
}

Deno.test("a project whose name a plan cannot contain has no first plan", () => {
  const texts = withPlan("</automated></verify>", "README.md");
  assert.deepEqual([...texts.keys()].filter((path) => path.includes("PLAN.md")), []);
});
