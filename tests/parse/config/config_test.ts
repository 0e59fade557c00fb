import assert from "node:assert/strict";
import { configKeys } from "../../../generated/metadata.ts";
import { parseConfig } from "../../../lib/parse/config/config.ts";
import { applyEdits } from "../../../lib/parse/config/edit.ts";
import { SourceText } from "../../../lib/text/source_text.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import { publishedSchema } from "../../deps/ajv.ts";

const schemaProblems = await publishedSchema("config");

function read(text: string) {
  const source = new SourceText(".planning/config.json", text);
  const { file, diagnostics } = parseConfig(source);
  const found = diagnostics.map(({ severity, code, span }) => {
    const { line, column } = source.position(span.start);
    return `${line}:${column} ${severity} ${code}`;
  });
  return { file, found, diagnostics };
}

/** A configuration that sets one key, nested as its dots say. */
function setting(key: string, json: string): string {
  return key.split(".").reduceRight((inner, part) => `{"${part}": ${inner}}`, json);
}

function goodValues(key: ConfigKey): readonly unknown[] {
  if (key.allowed !== undefined) return key.allowed;
  switch (key.type) {
    case "boolean":
      return [true, false];
    case "string":
      return key.key.startsWith("agent.roles.") ? ["codex", "codex model=a,b effort=low"] : ["x"];
    case "list":
      return key.key === "agent.fallbacks"
        ? [[], ["codex", "claude model=a,b"]]
        : [[], ["x"], ["x", "a, b", "x"]];
    default:
      return key.exclusiveMinimum === undefined
        ? [key.minimum ?? 0, 1000]
        : [key.exclusiveMinimum + 0.5, 1000];
  }
}

function badValues(key: ConfigKey): readonly string[] {
  const always = ["null", "{}", ...(key.type === "list" ? [] : ["[]"])];
  if (key.allowed !== undefined) {
    return [...always, "1", "true", '"banana"', '""', `"${key.allowed[0]!} "`];
  }
  switch (key.type) {
    case "boolean":
      return [...always, "1", '"true"'];
    case "string":
      return [
        ...[...always, "1", "true", '["x"]'],
        ...(key.minLength === undefined ? [] : ['""']),
        ...(key.key.startsWith("agent.roles.") ? ['"codex gpt-5"', '"--yolo"', '"x"'] : []),
        ...(key.key.startsWith("agent.models.") ? ['"--yolo"', '"-p"', '" -p"'] : []),
      ];
    case "list":
      return [...always, "1", "true"];
    default:
      return [
        ...[...always, '"1"', "true", "-1", "1e999"],
        ...(key.type === "integer" ? ["1.5"] : []),
        ...(key.exclusiveMinimum === undefined ? [] : [String(key.exclusiveMinimum)]),
      ];
  }
}

for (const key of configKeys) {
  Deno.test(`parseConfig() takes the allowed values of ${key.key}`, () => {
    for (const value of goodValues(key)) {
      const { file, found } = read(setting(key.key, JSON.stringify(value)));
      assert.deepEqual(found, []);
      assert.deepEqual(file, JSON.parse(setting(key.key, JSON.stringify(value))));
      assert.equal(schemaProblems(file), "");
    }
  });

  Deno.test(`parseConfig() refuses other values of ${key.key}, at the value, and says what is allowed`, () => {
    for (const json of badValues(key)) {
      const text = setting(key.key, json);
      const { file, diagnostics } = read(text);
      assert.equal(diagnostics.length, 1, json);
      const [{ code, span, message, hint = "" }] = diagnostics as [typeof diagnostics[0]];
      assert.equal(text.slice(span.start, span.end), json);
      const isProfile = key.key === "model_profile" && json.startsWith('"');
      assert.equal(code, isProfile ? "config-legacy" : "config-value", json);
      assert.ok(message.includes(json) && hint.startsWith("Write "), message);
      for (const allowed of key.allowed ?? []) assert.ok(hint.includes(`"${allowed}"`));
      assert.equal(schemaProblems(file), "");
    }
  });
}

const LEGACY: readonly [what: string, text: string, file: unknown, at: string, mend?: string][] = [
  [
    "parallelization: true",
    '{"parallelization": true}',
    { parallelization: { enabled: true } },
    "1:21",
    '{"parallelization": { "enabled": true }}',
  ],
  [
    "parallelization: false",
    '{"parallelization": false}',
    { parallelization: { enabled: false } },
    "1:21",
    '{"parallelization": { "enabled": false }}',
  ],
  [
    "commit_docs at the top",
    '{"commit_docs": false}',
    { planning: { commit_docs: false } },
    "1:2",
    '{"planning": { "commit_docs": false }}',
  ],
  [
    "commit_docs beside planning",
    '{"commit_docs": false, "planning": {"search_gitignored": true}}',
    { planning: { commit_docs: false, search_gitignored: true } },
    "1:2",
    '{"planning": {"search_gitignored": true, "commit_docs": false}}',
  ],
  [
    "commit_docs behind planning",
    '{"planning": {}, "commit_docs": false}',
    { planning: { commit_docs: false } },
    "1:18",
    '{"planning": { "commit_docs": false }}',
  ],
  [
    "commit_docs where planning has it too, with the same value",
    '{"commit_docs": true, "planning": {"commit_docs": true}}',
    { planning: { commit_docs: true } },
    "1:2",
    '{"planning": {"commit_docs": true}}',
  ],
  [
    "commit_docs where planning has it too, with another value",
    '{"commit_docs": false, "planning": {"commit_docs": true}}',
    { planning: { commit_docs: true } },
    "1:2",
  ],
  [
    "plan_checker in workflow",
    '{"workflow": {"plan_checker": false}}',
    { workflow: { plan_check: false } },
    "1:15",
    '{"workflow": {"plan_check": false}}',
  ],
  [
    "a branching strategy at the top, in capital letters",
    '{"branching_strategy": "Phase", "git": {"phase_branch_template": "p-{phase}"}}',
    { git: { branching_strategy: "phase", phase_branch_template: "p-{phase}" } },
    "1:2",
    '{"git": {"phase_branch_template": "p-{phase}", "branching_strategy": "phase"}}',
  ],
  [
    "a value in capital letters",
    '{"granularity": "Coarse"}',
    { granularity: "coarse" },
    "1:17",
    '{"granularity": "coarse"}',
  ],
  [
    "a model profile in capital letters",
    '{"model_profile": "QUALITY"}',
    { model_profile: "quality" },
    "1:19",
    '{"model_profile": "quality"}',
  ],
  ...([
    ["research", "workflow.research", "false"],
    ["plan_check", "workflow.plan_check", "false"],
    ["plan_checker", "workflow.plan_check", "false"],
    ["verifier", "workflow.verifier", "false"],
    ["nyquist_validation", "workflow.nyquist_validation", "false"],
    ["branching_strategy", "git.branching_strategy", '"milestone"'],
    ["phase_branch_template", "git.phase_branch_template", '"p-{phase}"'],
    ["milestone_branch_template", "git.milestone_branch_template", '"m-{milestone}"'],
  ] as const).map(([place, key, json]): typeof LEGACY[number] => {
    const [object, inner] = key.split(".");
    const mended = `{"${object}": { "${inner}": ${json} }}`;
    return [`${place} at the top`, `{"${place}": ${json}}`, JSON.parse(mended), "1:2", mended];
  }),
  [
    "search_gitignored at the top",
    '{"search_gitignored": true}',
    { planning: { search_gitignored: true } },
    "1:2",
    '{"planning": { "search_gitignored": true }}',
  ],
  ["depth: quick", '{"depth": "quick"}', { granularity: "coarse" }, "1:2", '{"granularity": "coarse"}'],
  [
    "depth: standard",
    '{"depth": "standard"}',
    { granularity: "standard" },
    "1:2",
    '{"granularity": "standard"}',
  ],
  [
    "depth: comprehensive",
    '{"depth": "comprehensive"}',
    { granularity: "fine" },
    "1:2",
    '{"granularity": "fine"}',
  ],
  [
    "depth beside granularity",
    '{"mode": "yolo", "depth": "comprehensive", "granularity": "fine"}',
    { mode: "yolo", granularity: "fine" },
    "1:18",
    '{"mode": "yolo", "granularity": "fine"}',
  ],
  [
    "depth behind granularity",
    '{"granularity": "coarse", "depth": "quick"}',
    { granularity: "coarse" },
    "1:27",
    '{"granularity": "coarse"}',
  ],
  [
    "a depth in capital letters",
    '{"depth": "Quick"}',
    { granularity: "coarse" },
    "1:2",
    '{"granularity": "coarse"}',
  ],
  [
    "a text where a list is expected",
    '{"worktree": {"setup": "npm ci"}}',
    { worktree: { setup: ["npm ci"] } },
    "1:24",
    '{"worktree": {"setup": ["npm ci"]}}',
  ],
  [
    "an empty text where a list is expected",
    '{"worktree": {"copy": ""}}',
    { worktree: { copy: [] } },
    "1:23",
    '{"worktree": {"copy": []}}',
  ],
];

for (const [what, text, file, at, mend] of LEGACY) {
  Deno.test(`parseConfig() reads ${what} as it is meant, with a warning`, () => {
    const result = read(text);
    assert.deepEqual(result.file, file);
    assert.deepEqual(result.found, [`${at} warning config-legacy`]);
    const edits = result.diagnostics[0]?.fix?.edits;
    const mended = edits?.toReversed().reduce(
      (done, { start, end, text }) => done.slice(0, start) + text + done.slice(end),
      text,
    );
    assert.equal(mended, mend);
    if (mended !== undefined) assert.deepEqual([read(mended).file, read(mended).found], [file, []]);
  });
}

Deno.test("parseConfig() says which item of a list is wrong, and uses nothing of that list", () => {
  const { file, diagnostics } = read('{"worktree": {"setup": ["npm ci", 3], "copy": [".env"]}}');
  assert.deepEqual(file, { worktree: { copy: [".env"] } });
  assert.equal(
    diagnostics[0]?.message,
    'Item 2 of "worktree.setup" is 3, expected a non-empty string',
  );
});

for (const profile of ["thrifty", "inherit", "adaptive"]) {
  Deno.test(`parseConfig() uses the default for the model profile ${profile}, and leaves it to other tools`, () => {
    const { file, found, diagnostics } = read(`{"model_profile": "${profile}"}`);
    assert.deepEqual([file, found], [{}, ["1:19 warning config-legacy"]]);
    assert.equal(
      diagnostics[0]?.message,
      `Unknown model profile "${profile}", the default "balanced" is used`,
    );
    assert.equal(diagnostics[0]?.fix, undefined);
  });
}

Deno.test("parseConfig() leaves a word for parallelization to the tool that has it", () => {
  const { file, found, diagnostics } = read('{"parallelization": "adaptive"}');
  assert.deepEqual([file, found], [{}, ["1:21 warning config-legacy"]]);
  assert.match(diagnostics[0]!.message, /its keys keep their defaults/);
});

Deno.test("parseConfig() offers for each of two keys to make the object that both go into, with edits that touch", () => {
  const text = '{\r\n  "commit_docs": true,\r\n  "search_gitignored": true\r\n}';
  const edits = read(text).diagnostics.map(({ fix }) => fix!.edits);
  assert.deepEqual(edits.map((these) => applyEdits(text, these)), [
    '{\r\n  "planning": { "commit_docs": true },\r\n  "search_gitignored": true\r\n}',
    '{\r\n  "planning": { "search_gitignored": true },\r\n  "commit_docs": true\r\n}',
  ]);
  assert.equal(edits[0]![0]!.start, edits[1]![0]!.start);
});

for (const depth of ["quick", "deep"]) {
  Deno.test(`parseConfig() leaves the depth "${depth}", which disagrees with the granularity, to the user`, () => {
    const { file, diagnostics: [found] } = read(`{"depth": "${depth}", "granularity": "fine"}`);
    assert.deepEqual([file, found?.fix], [{ granularity: "fine" }, undefined]);
    assert.match(found!.message, /^"depth" is .*: wf uses "granularity", other tools may use "depth"$/);
  });
}

Deno.test("parseConfig() says of two places that disagree which one wf uses, and changes neither", () => {
  const [found] = read('{"commit_docs": false, "planning": {"commit_docs": true}}').diagnostics;
  assert.equal(
    found?.message,
    `"commit_docs" is false and "planning.commit_docs" is true: wf uses "planning.commit_docs", other tools may use "commit_docs"`,
  );
  assert.equal(found?.fix, undefined);
});

Deno.test("parseConfig() reads one of several old places of a key, the one nearest to where it belongs", () => {
  const { file, diagnostics } = read(
    '{"plan_check": true, "plan_checker": false, "workflow": {"plan_checker": true}}',
  );
  assert.deepEqual(file, { workflow: { plan_check: true } });
  assert.deepEqual(diagnostics.map(({ fix }) => fix?.title), [
    `Remove "plan_check"`,
    undefined,
    'Write `"workflow": { "plan_check": true }`',
  ]);
});

const UNKNOWN: readonly [text: string, at: string, hint: RegExp][] = [
  ['{"mod": "yolo"}', "1:2", /Did you mean "mode"\?/],
  ['{"granularty": 1}', "1:2", /"granularity"/],
  ['{"git": {"branch_strategy": "phase"}}', "1:10", /"git.branching_strategy"/],
  ['{"branching_strategy": null}', "1:2", /"git.branching_strategy"/],
  ['{"verifier": {"model": "x"}}', "1:2", /"workflow.verifier"/],
  ['{"depth": "deep"}', "1:2", /"granularity"/],
  ['{"workflow": {"plan_chek": true}}', "1:15", /"workflow.plan_check"/],
  ['{"workflow": {"commit_docs": true}}', "1:15", /"planning.commit_docs"/],
  ['{"git.branching_strategy": "phase"}', "1:2", /Write `"git": \{ "branching_strategy": … \}`/],
  ['{"git": {"quick_branch_template": "x"}}', "1:10", /^It is kept/],
  ['{"brave_search": {"mode": "banana"}}', "1:2", /^It is kept/],
  ['{"workflow": {"ui_phase": true}}', "1:15", /^It is kept/],
  ['{"workflow": {"a.b": true}}', "1:15", /^It is kept/],
  ['{"workflow.ui_phase": true}', "1:2", /^It is kept/],
  ['{"__proto__": {"mode": "yolo"}}', "1:2", /^It is kept/],
  ['{"constructor": 1}', "1:2", /^It is kept/],
  ['{"git": {"__proto__": 1}}', "1:10", /^It is kept/],
  ['{"toString": 1}', "1:2", /^It is kept/],
  ['{"": 1}', "1:2", /^It is kept/],
  ['{"git": {"$schema": "x"}}', "1:10", /^It is kept/],
];

for (const [text, at, hint] of UNKNOWN) {
  Deno.test(`parseConfig() warns of the unknown key in ${text}`, () => {
    const { file, found, diagnostics } = read(text);
    assert.deepEqual(found, [`${at} warning config-unknown-key`]);
    assert.match(diagnostics[0]?.hint ?? "", hint);
    assert.equal(schemaProblems(file), "");
    assert.equal(Object.getPrototypeOf(file), Object.prototype);
    assert.equal((file as { mode?: string }).mode, undefined);
  });
}

Deno.test("parseConfig() names keys that are similar to none in one warning, at the first, with a dozen of them", () => {
  const switches = Array.from({ length: 14 }, (_, index) => `"switch_${index}": true`).join(", ");
  const { found, diagnostics } = read(
    `{"mode": "yolo", "hooks": {"mode": 1}, "granularty": 1, "name": "x", "workflow": {${switches}}, "git": {"base_branch": "x"}}`,
  );
  assert.deepEqual(found, ["1:18 warning config-unknown-key", "1:40 warning config-unknown-key"]);
  const named = Array.from({ length: 10 }, (_, index) => `"workflow.switch_${index}"`).join(", ");
  assert.equal(diagnostics[0]?.message, `17 keys are not used by wf: "hooks", "name", ${named} and 5 others`);
  assert.equal(diagnostics[0]?.hint, "They are kept for the tools that use them");
  assert.equal(diagnostics[1]?.message, 'Unknown key "granularty": wf does not use it');
});

Deno.test("parseConfig() names both of two such keys", () => {
  const [found] = read('{"ship": {}, "runtime": "x"}').diagnostics;
  assert.equal(found?.message, '2 keys are not used by wf: "ship" and "runtime"');
});

const ERRORS: readonly [what: string, text: string, found: readonly string[]][] = [
  ["a key given twice", '{\n  "mode": "yolo",\n  "mode": "interactive"\n}', [
    "3:3 error config-duplicate-key",
  ]],
  ["a nested key given twice", '{"git": {"branching_strategy": "none", "branching_strategy": "phase"}}', [
    "1:40 error config-duplicate-key",
  ]],
  ["an object given twice", '{"git": {}, "git": {}}', ["1:13 error config-duplicate-key"]],
  [
    "a value that its key may not have, in another place than the key's",
    '{"commit_docs": "feature", "branching_strategy": "feature"}',
    [
      "1:17 error config-value",
      "1:50 warning config-legacy",
    ],
  ],
  [
    "unknown agents",
    '{"agent": {"name": "cluade", "roles": {"planning": "x"}, "fallbacks": ["codex", "x"]}}',
    [
      "1:20 error config-value",
      "1:52 error config-value",
      "1:81 error config-value",
    ],
  ],
  ["an object that is a value", '{"git": "phase", "workflow": 1}', [
    "1:9 error config-value",
    "1:30 error config-value",
  ]],
  ["an unknown variable in a template", '{"git": {"phase_branch_template": "x-{name}"}}', [
    "1:35 error config-value",
  ]],
  ["a template that makes no branch name", '{"git": {"phase_branch_template": "a..{phase}"}}', [
    "1:35 error config-value",
  ]],
  ["wrong items of a list", '{"worktree": {"setup": ["npm ci",\n 3, "", "make",\n [], {}, null]}}', [
    "2:2 error config-value",
    "2:5 error config-value",
    "3:2 error config-value",
    "3:6 error config-value",
    "3:10 error config-value",
  ]],
  ["a list", "[]", ["1:1 error config-not-json"]],
  ["a text", '"yolo"', ["1:1 error config-not-json"]],
  ["null", "null", ["1:1 error config-not-json"]],
  ["a comma missing", '{\n  "mode": "yolo"\n  "depth": "quick"\n}', ["3:3 error config-not-json"]],
  ["a comma too many", '{\n  "mode": "yolo",\n}', ["3:1 error config-not-json"]],
  ["a brace missing", '{\n  "mode": "yolo"', ["2:17 error config-not-json"]],
  ["a quote missing", '{\n  "mode": "yolo\n}', ["2:11 error config-not-json"]],
  ["a colon missing", '{"mode" "yolo"}', ["1:9 error config-not-json"]],
  ["single quotes", "{'mode': 'yolo'}", ["1:2 error config-not-json"]],
  ["a key without quotes", "{mode: 1}", ["1:2 error config-not-json"]],
  ["text behind the object", "{} x", ["1:4 error config-not-json"]],
  ["a comment that is not closed", '{} /* "mode"', ["1:4 error config-not-json"]],
  ["a mistake behind a byte order mark", '\uFEFF{"mode" 1}', ["1:9 error config-not-json"]],
  ["several findings at once", '{"mode": 1, "x": 2, "depth": "quick"}', [
    "1:10 error config-value",
    "1:13 warning config-unknown-key",
    "1:21 warning config-legacy",
  ]],
];

for (const [what, text, expected] of ERRORS) {
  Deno.test(`parseConfig() finds ${what} at its line and column`, () => {
    const { found, diagnostics } = read(text);
    assert.deepEqual(found, expected);
    assert.ok(diagnostics.every(({ message, hint }) => message !== "" && hint !== undefined && hint !== ""));
  });
}

const MISTAKES: readonly [text: string, reason: string, hint: string][] = [
  ['{"mode": "yolo",}', "there is a comma before this }", "Remove the comma"],
  ['{"worktree": {"setup": ["a", ]}}', "there is a comma before this ]", "Remove the comma"],
  ['{"mode": "yolo" "a": 1}', "a comma is missing", "Add a comma after the previous value"],
  ["{mode: 1}", "a string without double quotes", "Put it in double quotes"],
  ["{'mode': 1}", "a string without double quotes", "Put it in double quotes"],
  ['{"mode": }', "a value is missing", "Write it here, or remove its key"],
  ['{"mode" "yolo"}', "a colon is missing after the key", 'Write `"key": value`'],
  ['{"mode": "yolo"', "a { is not closed", "Close it with }"],
  ['{"mode": "yolo}\n', "the quote that opens here is not closed on its line", 'Close it with "'],
  [
    '{"agent": {"command": "C:\\wf"}}',
    "a backslash before a letter that is not an escape",
    "Write \\\\ for a backslash",
  ],
  ["{} {}", "text follows the end", "Remove it, or the earlier bracket that ends the value"],
];

for (const [text, reason, hint] of MISTAKES) {
  Deno.test(`parseConfig() says of ${text.trim()}: ${reason}`, () => {
    const [found] = read(text).diagnostics;
    assert.deepEqual([found?.message, found?.hint], [`Not JSON: ${reason}`, hint]);
  });
}

Deno.test("parseConfig() says of an old form beside the specification's that it is not read, and removes it", () => {
  const { diagnostics } = read(
    '{"depth": "quick", "granularity": "coarse", "commit_docs": true, "planning": {"commit_docs": true}}',
  );
  assert.deepEqual(diagnostics.map(({ message, hint, fix }) => [message, hint, fix?.title]), [
    [`"depth" is not read, because "granularity" is also set`, `Remove "depth"`, `Remove "depth"`],
    [
      `"commit_docs" is not read, because "planning.commit_docs" is also set`,
      `Remove "commit_docs"`,
      `Remove "commit_docs"`,
    ],
  ]);
});

const FINE: readonly [what: string, text: string, file: unknown][] = [
  ["nothing", "", {}],
  ["blanks", " \n", {}],
  ["an empty object", "{}", {}],
  ["comments", '// a\n{ /* b */ "mode": "yolo" // c\n}', { mode: "yolo" }],
  ["a byte order mark and CRLF", '\uFEFF{\r\n"mode": "yolo"\r\n}\r\n', { mode: "yolo" }],
  ["a schema", '{"$schema": "x", "mode": "yolo"}', { mode: "yolo" }],
  ["escapes in keys and values", '{"m\\u006fde": "yol\\u006f"}', { mode: "yolo" }],
];

for (const [what, text, file] of FINE) {
  Deno.test(`parseConfig() reads ${what}`, () => {
    const result = read(text);
    assert.deepEqual(result.found, []);
    assert.deepEqual(result.file, file);
  });
}

Deno.test("parseConfig() keeps the other keys when one value is wrong", () => {
  const { file } = read(
    '{"mode": "banana", "git": {"branching_strategy": "phase", "phase_branch_template": ""}}',
  );
  assert.deepEqual(file, { git: { branching_strategy: "phase" } });
});

Deno.test("parseConfig() fixes nothing while a key is given twice, because only the user knows which is right", () => {
  for (
    const text of [
      '{"depth": "quick", "depth": "comprehensive"}',
      '{"commit_docs": true, "commit_docs": false}',
      '{"workflow": {"plan_checker": false, "plan_checker": true}}',
    ]
  ) {
    const { diagnostics } = read(text);
    assert.ok(diagnostics.some(({ code }) => code === "config-duplicate-key"), text);
    assert.deepEqual(diagnostics.filter(({ fix }) => fix !== undefined), [], text);
  }
});
