import assert from "node:assert/strict";
import { configKeys } from "../../../generated/metadata.ts";
import { parseConfig } from "../../../lib/parse/config/config.ts";
import { writeConfigKey } from "../../../lib/parse/config/write.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

const WRITTEN: readonly [what: string, text: string, key: string, value: unknown, written: string][] = [
  ["a key where it is", '{"mode": "yolo"}', "mode", "interactive", '{"mode": "interactive"}'],
  [
    "a key that is not there where it belongs",
    '{"mode": "yolo"}',
    "planning.commit_docs",
    false,
    '{"mode": "yolo", "planning": { "commit_docs": false }}',
  ],
  [
    "a key in the other place that it stands in",
    '{"verifier": true, "workflow": {}}',
    "workflow.verifier",
    false,
    '{"verifier": false, "workflow": {}}',
  ],
  [
    "a key in each place that it stands in",
    '{"commit_docs": true, "planning": {"commit_docs": true}}',
    "planning.commit_docs",
    false,
    '{"commit_docs": false, "planning": {"commit_docs": false}}',
  ],
  [
    "nothing over an object that only has a key's name",
    '{"verifier": {"model": "x"}}',
    "workflow.verifier",
    false,
    '{"verifier": {"model": "x"}, "workflow": { "verifier": false }}',
  ],
  ["granularity in place of depth", '{"depth": "quick"}', "granularity", "fine", '{"granularity": "fine"}'],
  [
    "granularity beside depth",
    '{"depth": "quick", "granularity": "coarse"}',
    "granularity",
    "fine",
    '{"depth": "quick", "granularity": "fine"}',
  ],
  ["the first key", "", "mode", "yolo", '{\n  "mode": "yolo"\n}\n'],
];

for (const [what, text, key, value, written] of WRITTEN) {
  Deno.test(`writeConfigKey() writes ${what}`, () => {
    assert.equal(writeConfigKey(text, key, value), written);
  });
}

const REMOVED: readonly [what: string, text: string, key: string, left: string][] = [
  ["a key", '{"mode": "yolo"}', "mode", "{}"],
  ["a key that is not there", '{"mode": "yolo"}', "granularity", '{"mode": "yolo"}'],
  ["a key of an empty file", "", "mode", ""],
  [
    "a key from all its places",
    '{"plan_check": true, "plan_checker": true, "mode": "yolo", "workflow": {"plan_checker": true, "plan_check": true}}',
    "workflow.plan_check",
    '{"mode": "yolo", "workflow": {}}',
  ],
  ["depth with granularity", '{"depth": "quick", "granularity": "coarse"}', "granularity", "{}"],
  ["a switch with the key it means", '{"parallelization": false}', "parallelization.enabled", "{}"],
  [
    "nothing that only has a key's name",
    '{"verifier": {"model": "x"}}',
    "workflow.verifier",
    '{"verifier": {"model": "x"}}',
  ],
];

for (const [what, text, key, left] of REMOVED) {
  Deno.test(`writeConfigKey() removes ${what}`, () => {
    assert.equal(writeConfigKey(text, key, undefined), left);
  });
}

Deno.test("whatever place a key stands in, what is written holds, and nothing holds once it is removed", () => {
  const text = `{
  "depth": "quick", "parallelization": true, "commit_docs": true, "search_gitignored": true,
  "research": true, "plan_check": true, "plan_checker": true, "verifier": true, "nyquist_validation": true,
  "branching_strategy": "phase", "phase_branch_template": "a", "milestone_branch_template": "a"
}`;
  const values = configKeys.map((key) => [key.key, key.allowed?.at(-1) ?? key.default] as const);
  const written = values.reduce((so, [key, value]) => writeConfigKey(so, key, value), text);
  assert.deepEqual(valuesOf(written), new Map(values.map(([key, value]) => [key, value])));
  const removed = values.reduce((so, [key]) => writeConfigKey(so, key, undefined), written);
  assert.deepEqual([...new Set(valuesOf(removed).values())], [undefined]);
});

/** What a configuration gives each key. */
function valuesOf(text: string): ReadonlyMap<string, unknown> {
  const { file } = parseConfig(new SourceText(".planning/config.json", text));
  return new Map(configKeys.map(({ key }) => {
    const value = key.split(".").reduce<unknown>((object, part) => {
      return (object as Record<string, unknown> | undefined)?.[part];
    }, file);
    return [key, value];
  }));
}
