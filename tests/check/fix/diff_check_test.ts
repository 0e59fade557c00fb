import assert from "node:assert/strict";
import { checkChange, type CheckedChange } from "../../../lib/check/fix/diff_check.ts";
import type { Rule } from "../../../lib/check/rule.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { planText, writes } from "../../support/plans.ts";
import { projectOf } from "../../support/project.ts";

const FIRST = "phases/01-base/01-01-PLAN.md";
const SECOND = "phases/01-base/01-02-PLAN.md";
const THIRD = "phases/01-base/01-03-PLAN.md";

const RULES: readonly Rule[] = rules.filter(({ code }) =>
  code === "unknown-dependency" || code === "field-value"
);

type Files = Readonly<Record<string, string>>;

function plan(number: string, dependsOn: readonly string[] = []): string {
  return planText({ plan: number, wave: dependsOn.length + 1, dependsOn, tasks: [writes(`${number}.txt`)] });
}

const GOOD: Files = { [FIRST]: plan("01"), [SECOND]: plan("02", ["01-01"]) };

/** Checks the change from some files to others. */
function change(before: Files, after: Files, rules = RULES) {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = new Set(
    [...paths].filter((path) => before[path] !== after[path]).map((path) => `.planning/${path}`),
  );
  const old = projectOf(before);
  let asked = 0;
  const checked = checkChange({
    before: () => {
      asked++;
      return old;
    },
    after: projectOf(after),
    changed,
    plansBefore: old.plans.all.filter(({ source }) => changed.has(source.path)),
  }, rules);
  return { ...checked, asked };
}

function found({ findings }: CheckedChange): readonly string[] {
  return findings.map(({ code, span }) => `${code} ${span.path.replace(/.*\//, "")}`).sort();
}

/** Changes a text without an effect on what is checked. */
function reworded(text: string): string {
  return text.replace("It works", "It runs");
}

const WRONG = plan("01").replace("autonomous: true", "autonomous: maybe");
const LOST = "unknown-dependency 01-02-PLAN.md";

Deno.test("a change without findings does not need the project as it was", () => {
  const { findings, losesPlans, asked } = change(GOOD, { ...GOOD, [FIRST]: reworded(plan("01")) });
  assert.deepEqual([findings, losesPlans, asked], [[], false, 0]);
});

Deno.test("all findings in a changed file are reported, also those that were there before", () => {
  const checked = change({ ...GOOD, [FIRST]: WRONG }, { ...GOOD, [FIRST]: reworded(WRONG) });
  assert.deepEqual([found(checked), checked.asked], [["field-value 01-01-PLAN.md"], 0]);
});

const SUMMARY = "phases/01-base/01-01-SUMMARY.md";
const TICKED = "# Roadmap\n\n- [x] **Phase 1: Base** - x\n\n### Phase 1: Base\n";
const REOPENING: readonly [what: string, before: Files, after: Files][] = [
  ["its summary is removed", { [FIRST]: WRONG, [SUMMARY]: "Done." }, { [FIRST]: WRONG }],
  [
    "its phase is no longer ticked",
    { [FIRST]: WRONG, [THIRD]: plan("03"), "phases/01-base/01-03-SUMMARY.md": "Done.", "ROADMAP.md": TICKED },
    {
      [FIRST]: WRONG,
      [THIRD]: plan("03"),
      "phases/01-base/01-03-SUMMARY.md": "Done.",
      "ROADMAP.md": TICKED.replace("[x]", "[ ]"),
    },
  ],
];

for (const [what, before, after] of REOPENING) {
  Deno.test(`errors in a finished plan are reported when ${what}`, () => {
    const { findings } = change(before, after);
    assert.deepEqual(findings.map(({ code, severity }) => [code, severity]), [["field-value", "error"]]);
  });
}

Deno.test("a summary that is added to a plan with an error reports nothing", () => {
  const { findings } = change({ [FIRST]: WRONG }, { [FIRST]: WRONG, [SUMMARY]: "Done." });
  assert.deepEqual(findings, []);
});

Deno.test("findings of one plan alone are not reported for unchanged plans", () => {
  const before = { ...GOOD, [THIRD]: plan("03").replace("autonomous: true", "autonomous: maybe") };
  assert.deepEqual(found(change(before, { ...before, [FIRST]: reworded(plan("01")) })), []);
});

Deno.test("findings in unchanged files are reported if the change causes them", () => {
  const checked = change(GOOD, { [SECOND]: GOOD[SECOND]! });
  assert.deepEqual([found(checked), checked.asked], [[LOST], 1]);
});

Deno.test("findings that unchanged files had before are not reported", () => {
  const before = { ...GOOD, [SECOND]: plan("02", ["01-08", "01-09"]) };
  const checked = change(before, { ...before, [FIRST]: reworded(plan("01")) });
  assert.deepEqual([found(checked), checked.asked], [[], 1]);
});

/** Reports, in the second plan, each plan that is missing of the first and the third. */
const MISSING: Rule = {
  code: "missing",
  severity: "warning",
  summary: "",
  why: "",
  shows: [],
  *planIn({ id }, { plans }) {
    if (id !== "01-02") return;
    for (const other of ["01-01", "01-03"]) {
      if (!plans.byId.has(other)) yield { message: "One is missing", hint: "", span: { start: 0, end: 0 } };
    }
  },
};

Deno.test("of equal findings in an unchanged file only those that are new are reported", () => {
  const [first, second, third] = [plan("01"), plan("02"), plan("03")];
  const missing = (before: Files, after: Files) => found(change(before, after, [MISSING])).length;
  const all = { [FIRST]: first, [SECOND]: second, [THIRD]: third };
  const one = { [SECOND]: second, [THIRD]: third };
  assert.equal(missing(all, one), 1);
  assert.equal(missing(all, { [SECOND]: second }), 2);
  assert.equal(missing(one, { [SECOND]: second }), 1);
  assert.equal(missing(one, { ...one, [THIRD]: reworded(third) }), 0);
  assert.equal(missing({ [SECOND]: second }, one), 0);
});

Deno.test("a change that removes a plan loses it, one that adds or edits plans does not", () => {
  assert.equal(change(GOOD, { [SECOND]: GOOD[SECOND]! }).losesPlans, true);
  assert.equal(change(GOOD, { [FIRST]: reworded(plan("01")) }).losesPlans, true);
  assert.equal(change(GOOD, { ...GOOD, [FIRST]: reworded(plan("01")) }).losesPlans, false);
  assert.equal(change({ [FIRST]: plan("01") }, GOOD).losesPlans, false);
});

Deno.test("in a finished plan that is edited, new findings have the severity of open plans, and old ones do not", () => {
  const finished = { ...GOOD, "phases/01-base/01-01-SUMMARY.md": "" };
  const severities = (before: Files, after: Files) => {
    return change(before, after).findings.map(({ severity, openSeverity }) => [severity, openSeverity]);
  };
  assert.deepEqual(severities(finished, { ...finished, [FIRST]: WRONG }), [["error", undefined]]);
  const wrong = { ...finished, [FIRST]: WRONG };
  assert.deepEqual(severities(wrong, { ...wrong, [FIRST]: reworded(WRONG) }), [["hint", "error"]]);
  assert.deepEqual(severities({}, wrong), [["hint", "error"]], "an imported plan");
});
