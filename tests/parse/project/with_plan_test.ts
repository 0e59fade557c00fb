import assert from "node:assert/strict";
import { cachedParsers } from "../../../lib/parse/project/parsers.ts";
import type { Project } from "../../../lib/parse/project/model.ts";
import { parseProject } from "../../../lib/parse/project/project.ts";
import { withPlan } from "../../../lib/parse/project/with_plan.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { frontmatter } from "../planning_tree.ts";

const PATH = ".planning/phases/01-base/01-02-PLAN.md";
const SECOND = frontmatter({ plan: "02", depends_on: "[01-01]" });
const TEXTS: Readonly<Record<string, string>> = {
  ".planning/phases/01-base/01-01-PLAN.md": frontmatter(),
  ".planning/phases/01-base/01-PLAN-02.md": SECOND,
  [PATH]: SECOND,
  ".planning/phases/02-more/02-01-PLAN.md": frontmatter({ phase: "02-more" }),
};

/** Returns a project whose plan has another text, by a walk over all files and from the state before. */
function bothWays(path: string, text: string) {
  const parsers = cachedParsers();
  const parsed = (texts: Readonly<Record<string, string>>) =>
    parseProject({ texts: new Map(Object.entries(texts)), paths: Object.keys(texts) }, parsers);
  const replaced = withPlan(parsed(TEXTS), parsers.plan(new SourceText(path, text)));
  return { replaced: replaced && partsOf(replaced), walked: partsOf(parsed({ ...TEXTS, [path]: text })) };
}

/** Returns what can be compared: the functions of the index by what they return. */
function partsOf({ plans: { all, byId, resolve, ofPhase }, ...others }: Project) {
  const resolved = all.map(({ phase }) => ["01-02", "1", "01-base"].map((name) => resolve(name, phase)));
  return { ...others, all, byId, resolved, ofPhase: all.map(({ phase }) => ofPhase(phase)) };
}

for (
  const text of [
    SECOND,
    `${SECOND}<tasks></tasks>\n`,
    SECOND.replace("[01-01]", "[02-01]"),
    SECOND.replace("plan: 02", "plan: 2"),
    SECOND.replace("---", "--"),
    "",
  ]
) {
  Deno.test(`a project with a newer text of a plan is the one parsed with it: ${JSON.stringify(text.slice(-40))}`, () => {
    const { replaced, walked } = bothWays(PATH, text);
    assert.deepEqual(replaced, walked);
  });
}

for (
  const [what, path, text] of [
    ["has another number", PATH, SECOND.replace("plan: 02", "plan: 03")],
    ["is a new one", PATH.replace("02-PLAN", "03-PLAN"), SECOND],
    ["does not count beside the one with the usual name", PATH.replace("02-PLAN", "PLAN-02"), SECOND],
  ] as const
) {
  Deno.test(`a project is not made from the state before if the plan ${what}`, () => {
    assert.equal(bothWays(path, text).replaced, undefined);
  });
}
