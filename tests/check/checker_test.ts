import assert from "node:assert/strict";
import { Checker } from "../../lib/check/checker.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { checkProject } from "../../lib/check/rule.ts";
import { parseProject } from "../../lib/parse/project/project.ts";
import type { ProjectSources } from "../../lib/parse/project/model.ts";
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
