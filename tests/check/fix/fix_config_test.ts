import assert from "node:assert/strict";
import { fixProject } from "../../../lib/check/fix/fix.ts";
import { rules } from "../../../lib/check/rules/all_rules.ts";
import { CONFIG_PATH, parseConfig } from "../../../lib/parse/config/config.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import { fc } from "../../deps/fast_check.ts";

const anySwitch = fc.boolean();

/** Configurations with keys in their own places, in older ones and in several, and with those of other tools. */
const forms = fc.record({
  commit_docs: anySwitch,
  search_gitignored: anySwitch,
  research: anySwitch,
  plan_check: anySwitch,
  plan_checker: anySwitch,
  verifier: anySwitch,
  branching_strategy: fc.constantFrom("none", "Phase", "feature"),
  phase_branch_template: fc.constantFrom("a-{phase}", "x {no}"),
  depth: fc.constantFrom("quick", "Deep"),
  granularity: fc.constantFrom("Fine", "coarse"),
  model_profile: fc.constantFrom("adaptive", "QUALITY"),
  parallelization: fc.oneof(anySwitch, fc.constant({})),
  hooks: fc.constant({}),
  planning: fc.record({ commit_docs: anySwitch, sub_repos: fc.constant([]) }, { requiredKeys: [] }),
  workflow: fc.record({ plan_check: anySwitch, plan_checker: anySwitch }, { requiredKeys: [] }),
  git: fc.record({ branching_strategy: fc.constantFrom("none", "PHASE") }, { requiredKeys: [] }),
}, { requiredKeys: [] });

const texts = fc.tuple(
  forms.chain((form) => fc.shuffledSubarray(Object.entries(form), { minLength: Object.keys(form).length })),
  fc.constantFrom("\n", "\r\n"),
  fc.constantFrom("", "\uFEFF"),
).map(([entries, newline, mark]) => {
  const json = JSON.stringify(Object.fromEntries(entries), null, 2);
  return `${mark}${json.replaceAll("\n", ` // kept${newline}`)}${newline}`;
});

Deno.test("mending a configuration changes no setting and no comment, and mends all that is said to be fixable", () => {
  fc.assert(fc.property(texts, (text) => {
    const before = parseConfig(new SourceText(CONFIG_PATH, text));
    const { fixed, texts } = fixProject(
      { texts: new Map([[CONFIG_PATH, text]]), paths: [CONFIG_PATH] },
      { rules },
    );
    const mended = texts.get(CONFIG_PATH) ?? text;
    const after = parseConfig(new SourceText(CONFIG_PATH, mended));
    assert.deepEqual(after.file, before.file, mended);
    assert.equal(fixed.length, before.diagnostics.filter(({ fix }) => fix !== undefined).length);
    assert.deepEqual(after.diagnostics.filter(({ fix }) => fix !== undefined), []);
    assert.equal(mended.split("// kept").length, text.split("// kept").length);
  }));
});
