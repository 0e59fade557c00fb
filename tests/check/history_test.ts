import assert from "node:assert/strict";
import { withHistory } from "../../lib/check/history.ts";
import { checkProject } from "../../lib/check/rule.ts";
import { rules } from "../../lib/check/rules/all_rules.ts";
import { planText, writes } from "../support/plans.ts";
import { projectOf } from "../support/project.ts";

const FOLDER = "phases/01-base";
const BAD = planText({ plan: "01", tasks: [writes("a")] }).replace("wave: 1", "wave: two");
const ROADMAP = { "ROADMAP.md": "- [x] **Phase 1: Base**\n" };
const OPEN = planText({ plan: "02", wave: 2, dependsOn: ["01-01"], tasks: [writes("b")] });

/** The findings in plans: the file's name, the severity, and the one in an open plan. */
function findingsIn(files: Readonly<Record<string, string>>, codes: readonly string[]) {
  return checkProject(projectOf(files), rules).filter(({ code }) => codes.includes(code))
    .map(({ code, severity, openSeverity }) => [code, severity, openSeverity]);
}

const SUMMARY = `${FOLDER}/01-01-SUMMARY.md`;
const HINT = ["field-value", "hint", "error"];
const ERROR = ["field-value", "error", undefined];

for (
  const [what, files, expected] of [
    ["a plan with its own summary", { [SUMMARY]: "" }, HINT],
    [
      "a ticked phase with a summary of another plan",
      { ...ROADMAP, [`${FOLDER}/01-09-SUMMARY.md`]: "" },
      HINT,
    ],
    ["a ticked phase without summaries", ROADMAP, ERROR],
    ["an open plan", { [`${FOLDER}/01-09-SUMMARY.md`]: "" }, ERROR],
    [
      "a finished plan that an open plan depends on",
      { [SUMMARY]: "", [`${FOLDER}/01-02-PLAN.md`]: OPEN },
      HINT,
    ],
  ] as const
) {
  Deno.test(`an error in ${what} is ${expected === HINT ? "a hint" : "an error"}`, () => {
    assert.deepEqual(findingsIn({ [`${FOLDER}/01-01-PLAN.md`]: BAD, ...files }, ["field-value"]), [expected]);
  });
}

Deno.test("an unreadable finished plan is an error only if an open plan refers to it", () => {
  const files = { [`${FOLDER}/01-01-PLAN.md`]: "---\nplan: [\n---\n", [SUMMARY]: "" };
  const codes = ["frontmatter-unparsable"];
  const severities = (more: Readonly<Record<string, string>>) => {
    return findingsIn({ ...files, ...more }, codes).map(([, severity]) => severity);
  };
  const reading = OPEN.replace("01-01", "").replace(
    "<tasks>",
    `<context>\n@.planning/${FOLDER}/01-01-PLAN.md\n</context>\n\n<tasks>`,
  );
  assert.deepEqual(severities({}), ["hint"]);
  assert.deepEqual(severities({ [`${FOLDER}/01-02-PLAN.md`]: OPEN }), ["error"]);
  assert.deepEqual(severities({ [`${FOLDER}/01-02-PLAN.md`]: reading }), ["error"]);
  assert.deepEqual(
    severities({ [`${FOLDER}/01-02-PLAN.md`]: OPEN, [`${FOLDER}/01-02-SUMMARY.md`]: "" }),
    ["hint"],
    "the other plan is finished too",
  );
});

Deno.test("two finished plans with one ID are an error", () => {
  const plan = planText({ plan: "01", tasks: [writes("a")] });
  const files = { [`${FOLDER}/01-01-PLAN.md`]: plan, [`${FOLDER}/01-01-b-PLAN.md`]: plan };
  const finished = { ...files, [SUMMARY]: "", [`${FOLDER}/01-01-b-SUMMARY.md`]: "" };
  assert.deepEqual(findingsIn(finished, ["duplicate-plan-id"]), [["duplicate-plan-id", "error", undefined]]);
});

Deno.test("withHistory() restores the severities of open plans, but not the fixes", () => {
  const quoted = planText({ plan: "01", tasks: [writes("a")] }).replace("wave: 1", 'wave: "1"');
  const project = projectOf({ [`${FOLDER}/01-01-PLAN.md`]: quoted, [SUMMARY]: "" });
  const [finding] = withHistory(checkProject(project, rules).filter(({ code }) => code === "field-shape"));
  assert.deepEqual([finding?.severity, finding?.openSeverity, finding?.fix], [
    "warning",
    undefined,
    undefined,
  ]);
});
