import assert from "node:assert/strict";
import { expectedInstead } from "../../../lib/parse/config/value.ts";
import { fc } from "../../deps/fast_check.ts";
import { configKeys } from "../../../generated/metadata.ts";
import { parseConfig } from "../../../lib/parse/config/config.ts";
import { applyEdits, setConfigValue, unsetConfigValue } from "../../../lib/parse/config/edit.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

const TEXT = `{
  // how it runs
  "mode": "yolo", /* fast */
  "git": { "branching_strategy": "none" },
    "mine": [1,
   2],
  "workflow": {
    "research": true // always
  }
}
`;

function set(text: string, key: string, value: unknown): string {
  return applyEdits(text, setConfigValue(text, key, value));
}

function unset(text: string, key: string): string {
  return applyEdits(text, unsetConfigValue(text, key));
}

Deno.test("setConfigValue() replaces a value and no other byte", () => {
  assert.equal(set(TEXT, "mode", "interactive"), TEXT.replace('"yolo"', '"interactive"'));
  assert.equal(set(TEXT, "git.branching_strategy", "phase"), TEXT.replace('"none"', '"phase"'));
});

Deno.test("setConfigValue() adds a missing key in the layout of its neighbours", () => {
  assert.equal(
    set(TEXT, "git.phase_branch_template", "x"),
    TEXT.replace('"none" }', '"none", "phase_branch_template": "x" }'),
  );
  assert.equal(
    set(TEXT, "workflow.verifier", false),
    TEXT.replace('"research": true //', '"research": true,\n    "verifier": false //'),
  );
});

Deno.test("setConfigValue() adds a missing object with its key", () => {
  assert.equal(
    set(TEXT, "gates.confirm_plan", false),
    TEXT.replace("  }\n}\n", '  },\n  "gates": {\n    "confirm_plan": false\n  }\n}\n'),
  );
});

Deno.test("setConfigValue() begins a file that is empty or an empty object", () => {
  const made = '{\n  "git": {\n    "branching_strategy": "phase"\n  }\n}';
  assert.equal(set("", "git.branching_strategy", "phase"), `${made}\n`);
  assert.equal(set("{}\n", "git.branching_strategy", "phase"), `${made}\n`);
  assert.equal(
    set('{ "git": {} }', "git.branching_strategy", "phase"),
    '{ "git": { "branching_strategy": "phase" } }',
  );
});

Deno.test("setConfigValue() makes an object of the older form that is in the way", () => {
  const text = '{ "parallelization": false }';
  assert.equal(
    set(text, "parallelization.task_level", true),
    '{ "parallelization": { "enabled": false, "task_level": true } }',
  );
  assert.equal(set(text, "parallelization.enabled", true), '{ "parallelization": { "enabled": true } }');
});

Deno.test("setConfigValue() keeps CRLF, tabs and a missing final newline", () => {
  assert.equal(
    set('{\r\n\t"mode": "yolo"\r\n}', "granularity", "fine"),
    '{\r\n\t"mode": "yolo",\r\n\t"granularity": "fine"\r\n}',
  );
  assert.equal(
    set('{\n\t"mode": "yolo"\n}', "git.branching_strategy", "phase"),
    '{\n\t"mode": "yolo",\n\t"git": {\n\t\t"branching_strategy": "phase"\n\t}\n}',
  );
});

Deno.test("unsetConfigValue() removes a key and leaves what is around it", () => {
  const text = '{\n  "mode": "yolo",\n  "granularity": "fine"\n}\n';
  assert.equal(unset(text, "mode"), '{\n  "granularity": "fine"\n}\n');
  assert.equal(unset(text, "granularity"), '{\n  "mode": "yolo"\n}\n');
  assert.equal(unset(text, "git.branching_strategy"), text);
});

Deno.test("unsetConfigValue() removes the first of two keys between which there is a comment", () => {
  assert.equal(
    unset('{ "mode": "yolo" /* fast */, "granularity": "fine" }', "mode"),
    '{ /* fast */ "granularity": "fine" }',
  );
});

Deno.test("setConfigValue() keeps the comments of an object without keys", () => {
  assert.equal(
    set('{\n  "git": {\n    // later\n  }\n}\n', "git.branching_strategy", "phase"),
    '{\n  "git": {\n    // later\n    "branching_strategy": "phase"\n  }\n}\n',
  );
  assert.equal(set("{ /* later */ }", "mode", "yolo"), '{ /* later */\n  "mode": "yolo" }');
});

Deno.test("setConfigValue() writes a new list in one line", () => {
  const setup = ["npm ci", 'echo "a"'];
  const list = '["npm ci", "echo \\"a\\""]';
  assert.equal(set("", "worktree.setup", setup), `{\n  "worktree": {\n    "setup": ${list}\n  }\n}\n`);
  assert.equal(
    set('{\n  "worktree": {\n    "copy": []\n  }\n}', "worktree.setup", setup),
    `{\n  "worktree": {\n    "copy": [],\n    "setup": ${list}\n  }\n}`,
  );
  assert.equal(
    set('{"mode": "yolo"}', "worktree.setup", []),
    '{"mode": "yolo", "worktree": { "setup": [] }}',
  );
  assert.equal(set('{"worktree": {"setup": "make"}}', "worktree.setup", []), '{"worktree": {"setup": []}}');
});

const values = fc.constantFrom(...configKeys).chain((key) => {
  const value = key.allowed !== undefined
    ? fc.constantFrom(...key.allowed)
    : key.type === "boolean"
    ? fc.boolean()
    : key.type === "list"
    ? fc.array(fc.constantFrom("npm ci", "make", "// x", ","), { maxLength: 4 })
      .filter((list) => expectedInstead(key, list) === undefined)
    : key.key.startsWith("agent.roles.")
    ? fc.constantFrom("", "codex", "claude model=// effort=high")
    : key.type === "string"
    ? fc.string({ minLength: 1 }).filter((text) => expectedInstead(key, text) === undefined)
    : fc.integer({ min: 1, max: 99 });
  return fc.tuple(fc.constant(key.key), value);
});

Deno.test("whatever is set, in whatever order, is read back, and the comments and unknown keys stay", () => {
  fc.assert(
    fc.property(
      fc.array(values, { maxLength: 12 }),
      fc.constantFrom(TEXT, "{}", "", '{"mine": 1}'),
      (edits, start) => {
        let text: string = start;
        const expected = new Map<string, unknown>();
        for (const [key, value] of edits) {
          text = set(text, key, value);
          expected.set(key, value);
        }
        const { file, diagnostics } = parseConfig(new SourceText(".planning/config.json", text));
        for (const [key, value] of expected) {
          const read = key.split(".").reduce<unknown>(
            (object, part) => (object as Record<string, unknown>)?.[part],
            file,
          );
          assert.deepEqual(read, value, text);
        }
        assert.ok(diagnostics.every(({ code }) => code === "config-unknown-key"), text);
        if (start === TEXT) {
          for (const kept of ["// how it runs", "/* fast */", "// always", '"mine": [1,\n   2]']) {
            assert.ok(
              text.includes(kept),
            );
          }
        }
        for (const key of expected.keys()) text = unset(text, key);
        const after = parseConfig(new SourceText(".planning/config.json", text));
        assert.ok(
          after.diagnostics.every(({ code }) => code === "config-unknown-key"),
          text,
        );
      },
    ),
  );
});
