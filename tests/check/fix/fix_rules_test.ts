import assert from "node:assert/strict";
import type { Severity } from "../../../schemas/diagnostic.ts";
import { fixProject } from "../../../lib/check/fix/fix.ts";
import type { Rule } from "../../../lib/check/rule.ts";
import { planText, writes } from "../../support/plans.ts";

const PATHS = ["01", "02"].map((number) => `.planning/phases/01-base/01-${number}-PLAN.md`);

interface WordRule {
  readonly code: string;
  readonly severity?: Severity;
  /** What the rule finds. */
  readonly word: string;
  /** What its fix makes of it. */
  readonly fix?: string;
}

/** A rule that finds a word in a plan, each time it is there. */
function wordRule({ code, severity = "error", word, fix }: WordRule): Rule {
  return {
    code,
    severity,
    summary: "",
    why: "",
    shows: [],
    *plan({ source: { text } }) {
      for (let start = text.indexOf(word); start !== -1; start = text.indexOf(word, start + 1)) {
        const span = { start, end: start + word.length };
        const made = fix === undefined ? {} : { fix: { title: "", edits: [{ ...span, text: fix }] } };
        yield { message: code, hint: "", span, ...made };
      }
    },
  };
}

/** Fixes plans with these objectives, and returns the new objectives by path. */
function fixed(objectives: readonly string[], rules: readonly Rule[], order = PATHS) {
  const texts = new Map(objectives.map((objective, index) => {
    const text = planText({ plan: `0${index + 1}`, tasks: [writes("a.txt")] });
    return [PATHS[index]!, text.replace(/Build part \d+\./, `[[${objective}]]`)];
  }));
  const ordered = new Map(order.flatMap((path) => texts.has(path) ? [[path, texts.get(path)!]] : []));
  const result = fixProject({ texts: ordered, paths: [...ordered.keys()] }, { rules });
  const after = [...result.texts].map(([path, text]) => [path, /\[\[(.*?)\]\]/.exec(text)![1]]);
  return { after, fixed: result.fixed.length, remaining: result.remaining.map(({ code }) => code) };
}

const MEND = wordRule({ code: "mend", word: "alpha", fix: "beta" });

for (const severity of ["error", "warning", "hint"] as const) {
  Deno.test(`a fix that would cause a new ${severity} is not made`, () => {
    const after = fixed(["alpha"], [MEND, wordRule({ code: "new", severity, word: "beta" })]);
    assert.deepEqual(after, { after: [], fixed: 0, remaining: ["mend"] });
  });

  for (const code of ["unknown-key", "field-value"]) {
    Deno.test(`a fix of ${code}, which lets more be read, may cause a ${severity} unless it is an error`, () => {
      const opening = wordRule({ code, word: "alpha", fix: "beta" });
      const { after } = fixed(["alpha"], [opening, wordRule({ code: "new", severity, word: "beta" })]);
      assert.deepEqual(after.map(([, text]) => text), severity === "error" ? [] : ["beta"]);
    });
  }
}

Deno.test("a fix that removes one finding and causes an equal one is made no worse than it was", () => {
  const after = fixed(["alpha beta"], [MEND, wordRule({ code: "new", word: "beta" })]);
  assert.deepEqual([after.fixed, after.remaining], [0, ["mend", "new"]]);
});

Deno.test("of several fixes those are made that cause nothing new", () => {
  const rules = [
    MEND,
    wordRule({ code: "other", word: "gamma", fix: "delta" }),
    wordRule({ code: "third", word: "epsilon", fix: "zeta" }),
    wordRule({ code: "new", word: "beta" }),
  ];
  const { after, fixed: count, remaining } = fixed(["alpha gamma epsilon", "gamma alpha"], rules);
  assert.deepEqual(after, [[PATHS[0], "alpha delta zeta"], [PATHS[1], "delta alpha"]]);
  assert.deepEqual([count, remaining], [3, ["mend", "mend"]]);
});

Deno.test("files come in the order of their paths, whatever the order of the sources", () => {
  const { after } = fixed(["alpha", "alpha"], [MEND], PATHS.toReversed());
  assert.deepEqual(after.map(([path]) => path), PATHS);
});

Deno.test("a fix that lays open another is followed by that one, up to a limit", () => {
  const chain = ["a1", "a2", "a3"].map((word, index) =>
    wordRule({ code: "unknown-key", word, fix: `a${index + 2}` })
  );
  assert.deepEqual(fixed(["a1"], chain).after, [[PATHS[0], "a4"]]);
  const { fixed: count } = fixed(["alpha"], [wordRule({ code: "endless", word: "alpha", fix: "alpha!" })]);
  assert.equal(count, 30);
});

Deno.test("of fixes that overlap the first is made, and the others only if they are still needed", () => {
  const wide = wordRule({ code: "wide", word: "alpha beta", fix: "gamma" });
  const inner = wordRule({ code: "inner", word: "beta", fix: "delta" });
  assert.deepEqual(fixed(["alpha beta, beta"], [wide, inner]).after, [[PATHS[0], "gamma, delta"]]);
  assert.deepEqual(fixed(["alpha beta, beta"], [inner, wide]).after, [[PATHS[0], "gamma, delta"]]);
});

Deno.test("a fix that several findings share is made once, for all of them", () => {
  const rule = wordRule({ code: "shared", word: "alpha" });
  const shared: Rule = {
    ...rule,
    *plan(plan) {
      const found = [...rule.plan!(plan)];
      const fix = { title: "", edits: found.map(({ span }) => ({ ...span, text: "beta" })) };
      for (const finding of found) yield { ...finding, fix };
    },
  };
  const { after, fixed: count, remaining } = fixed(["alpha alpha"], [shared]);
  assert.deepEqual([after, count, remaining], [[[PATHS[0], "beta beta"]], 2, []]);
});

Deno.test("a fix without edits is none", () => {
  const rule = wordRule({ code: "empty", word: "alpha" });
  const empty: Rule = {
    ...rule,
    *plan(plan) {
      for (const finding of rule.plan!(plan)) yield { ...finding, fix: { title: "", edits: [] } };
    },
  };
  assert.deepEqual(fixed(["alpha"], [empty]), { after: [], fixed: 0, remaining: ["empty"] });
});
