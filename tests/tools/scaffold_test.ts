import assert from "node:assert/strict";
import { OPEN } from "../../tools/scaffold/scaffold.ts";
import { namesOf } from "../../tools/scaffold/names.ts";
import { copiedSources, denoIn } from "../support/scaffold_tree.ts";

const RULE = ["run", "-A", "tools/new_rule.ts"];
const COMMAND = ["run", "-A", "tools/new_command.ts"];

/** The sources that a task made or changed, by its report. */
function sourcesIn(report: string): readonly string[] {
  return [...report.matchAll(/^ {2}(?:created|changed) {2}(\S+\.ts)$/gm)].map(([, path]) => path!);
}

Deno.test("new-rule and new-command make files that pass the checks of every commit, with open tests", async (t) => {
  await using folder = await copiedSources();
  const rule = await denoIn(folder, ...RULE, "sample-rule");
  assert.equal(rule.code, 0, rule.stderr);
  assert.deepEqual(sourcesIn(rule.stdout), [
    "lib/check/rules/sample_rule.ts",
    "tests/check/rules/sample_rule_test.ts",
    "lib/check/rules/all_rules.ts",
  ]);
  assert.ok(await folder.has("fixtures/rules/sample-rule/invalid/example/expected.json"));
  const command = await denoIn(folder, ...COMMAND, "sample-command");
  assert.equal(command.code, 0, command.stderr);
  assert.equal(JSON.parse(await folder.read("deno.json")).permissions["sample-command"].read, true);
  // Tables of other tests get a row, which takes long to check and little to write.
  const isChecked = (path: string) => !path.startsWith("tests/") || path.includes("/sample_");
  const paths = [...sourcesIn(rule.stdout), ...sourcesIn(command.stdout)].filter(isChecked);

  for (const check of [["check"], ["lint", "--quiet"], ["fmt", "--check", "--quiet"]]) {
    await t.step(`deno ${check[0]} accepts them`, async () => {
      const { code, stderr } = await denoIn(folder, ...check, ...paths);
      assert.equal(code, 0, stderr);
    });
  }

  for (const test of paths.filter((path) => path.endsWith("_test.ts"))) {
    await t.step(`${test} fails and says what is open`, async () => {
      const { code, stdout } = await denoIn(folder, "test", "--no-check", "--no-prompt", "-A", test);
      assert.equal(code, 1);
      assert.match(stdout, new RegExp(`${OPEN}: fill in lib/`));
    });
  }

  await t.step("a second call is refused", async () => {
    const again = await denoIn(folder, ...RULE, "sample-rule");
    assert.deepEqual([again.code, again.stderr], [2, 'Cannot use "sample-rule": a rule has this code\n']);
    const other = await denoIn(folder, ...COMMAND, "sample-command");
    assert.deepEqual([other.code, other.stderr], [
      2,
      'Cannot use "sample-command": a command has this name\n',
    ]);
  });
});

Deno.test("new-rule and new-command overwrite nothing: they write all files or none", async () => {
  await using folder = await copiedSources();
  await folder.write({ "tests/check/rules/sample_rule_test.ts": "mine", "lib/commands/sample.ts": "mine" });
  const rule = await denoIn(folder, ...RULE, "sample-rule");
  assert.equal(rule.code, 1);
  assert.equal(rule.stderr, 'Cannot create "tests/check/rules/sample_rule_test.ts": it already exists\n');
  assert.equal(await folder.has("lib/check/rules/sample_rule.ts"), false);
  assert.doesNotMatch(await folder.read("lib/check/rules/all_rules.ts"), /sampleRule/);
  const command = await denoIn(folder, ...COMMAND, "sample");
  assert.equal(command.code, 1);
  assert.equal(await folder.read("lib/commands/sample.ts"), "mine");
  assert.doesNotMatch(await folder.read("lib/cli/loaders.ts"), /sample/);
});

Deno.test("namesOf() gives the forms of a name, and refuses what is not kebab-case or reserved", () => {
  assert.deepEqual(namesOf("wave-order-2"), {
    kebab: "wave-order-2",
    snake: "wave_order_2",
    camel: "waveOrder2",
    pascal: "WaveOrder2",
  });
  for (const name of ["", "Wave", "wave_order", "-wave", "wave-", "wave--order", "2wave", "../x"]) {
    assert.throws(() => namesOf(name), /expected kebab-case/);
  }
  assert.throws(() => namesOf("import"), /TypeScript reserves this word/);
});
