import assert from "node:assert/strict";
import { Checker } from "../../lib/check/checker.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { checkProject } from "../../lib/check/rule.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import type { Phase, ProjectSources } from "../../lib/parse/project/model.ts";
import { fc } from "../deps/fast_check.ts";
import { frontmatter } from "../parse/planning_tree.ts";

/** A project of two plans, the second with these lines. */
function sourcesWith(lines: Readonly<Record<string, string>>): ProjectSources {
  const texts = new Map([
    [".planning/phases/01-base/01-01-PLAN.md", frontmatter()],
    [".planning/phases/01-base/01-02-PLAN.md", frontmatter({ plan: "02", ...lines })],
  ]);
  return { texts, paths: [...texts.keys()] };
}

const RIGHT = sourcesWith({});
const WRONG = sourcesWith({ autonomous: "perhaps" });

Deno.test("a checker finds in each state of a project what is found in that state alone", () => {
  const checker = new Checker(rules);
  for (const sources of [RIGHT, WRONG, RIGHT, WRONG, WRONG]) {
    assert.deepEqual(checker.check(sources).findings, checkProject(parseProject(sources), rules));
  }
});

Deno.test("a checker that has parsed a newer state still finds in an older one what is in it", () => {
  const checker = new Checker(rules);
  const wrong = checker.parse(WRONG);
  const right = checker.parse(RIGHT);
  assert.deepEqual(checker.findings(right), checkProject(right, rules));
  assert.deepEqual(checker.findings(wrong), checkProject(wrong, rules));
  assert.notDeepEqual(checker.findings(wrong), checker.findings(right));
});

Deno.test("a checker that stops between two phases has decided nothing", () => {
  const checker = new Checker(rules);
  const project = checker.parse(WRONG);
  checker.findings(checker.parse(RIGHT));
  assert.deepEqual(checker.inSteps(project).next(), { done: false, value: undefined });
  assert.deepEqual(checker.findings(project), checkProject(project, rules));
});

Deno.test("a checker parses a plan again only when its text is another", () => {
  const checker = new Checker(rules);
  const [first, again, changed] = [RIGHT, sourcesWith({}), WRONG].map((sources) =>
    checker.parse(sources).plans.all
  );
  assert.equal(again![0], first![0]);
  assert.equal(again![1], first![1]);
  assert.equal(changed![0], first![0]);
  assert.notEqual(changed![1], first![1]);
});

const folders = ["01-base", "02-more", "03-last"].map((name) => `.planning/phases/${name}`);
const files = folders.flatMap((folder) => {
  const phase = folder.slice(".planning/phases/".length).slice(0, 2);
  return ["01-PLAN.md", "02-PLAN.md", "01-SUMMARY.md"].map((name) => `${folder}/${phase}-${name}`);
});
const dependencies = fc.constantFrom(
  "[]",
  "[01-01]",
  "[02-01]",
  "[02-02]",
  "[03-01]",
  "[Phase 2]",
  "[unknown]",
);
const body = fc.constantFrom(
  "",
  "<objective>\nBuild it.\n</objective>\n",
  "<context>\n@.planning/phases/02-more/02-01-SUMMARY.md\n@src/missing.ts\n</context>\n",
  '<tasks>\n<task type="auto">\n<name>One</name>\n<files>src/a.ts</files>\n<verify><automated>true || true</automated></verify>\n</task>\n</tasks>\n',
);
const aPlan = fc.record({
  depends_on: dependencies,
  wave: fc.constantFrom("1", "2"),
  comment: fc.boolean(),
  body,
})
  .map(({ comment, body, ...fields }) => {
    const text = frontmatter({ ...fields, requirements: "[REQ-01]" });
    return (comment ? text.replace("---\n", "---\n# A comment\n") : text) + body;
  });
const anEdit = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fc.constantFrom(...files), fc.oneof(aPlan, fc.constant("no frontmatter"))),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...files), fc.constant(undefined)) },
  {
    weight: 3,
    arbitrary: fc.tuple(
      fc.constantFrom(".planning/ROADMAP.md", ".planning/REQUIREMENTS.md", ".planning/config.json"),
      fc.constantFrom(
        "# Roadmap\n\n### Phase 1: Base\n",
        "# Requirements\n\n- [ ] **REQ-02**: More\n",
        '{"mode":"yolo"}',
        undefined,
      ),
    ),
  },
);

Deno.test("whatever changes, a checker finds what is found without knowing the states before", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anEdit, fc.boolean()), { maxLength: 25 }), (edits) => {
      const checker = new Checker(rules);
      const texts = new Map<string, string>();
      for (const [[path, text], isMissing] of edits) {
        if (text === undefined) texts.delete(path);
        else texts.set(path, text);
        const sources = {
          texts: new Map([...texts].filter(([path]) => !path.endsWith("-SUMMARY.md"))),
          paths: [...texts.keys()].filter((path) => path.startsWith(".planning/phases/")),
          absent: new Set(isMissing ? ["src/missing.ts"] : []),
        };
        assert.deepEqual(checker.check(sources).findings, checkProject(parseProject(sources), rules));
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("a checker checks only the phase again in which a body has changed", () => {
  const checked: string[] = [];
  const phase = ({ directory }: Phase) => {
    checked.push(directory);
    return [];
  };
  const checker = new Checker([{ ...rules[0]!, phase }]);
  const texts = new Map(files.map((path) => [path, frontmatter()]));
  const check = () => checker.check({ texts: new Map(texts), paths: files });
  check();
  assert.deepEqual(checked.splice(0), folders);
  texts.set(files[0]!, `${frontmatter()}More.\n`);
  check();
  assert.deepEqual(checked.splice(0), [folders[0]]);
  texts.set(files[0]!, frontmatter({ wave: "2" }));
  check();
  assert.deepEqual(checked.splice(0), folders);
});
