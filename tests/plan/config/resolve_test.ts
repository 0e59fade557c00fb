import assert from "node:assert/strict";
import { configDefaults, configKeys } from "../../../generated/metadata.ts";
import { CONFIG_PATH, parseConfig } from "../../../lib/parse/config/config.ts";
import { configError } from "../../../lib/plan/config/blocking_error.ts";
import { parseOverride, resolveConfig, sameValue } from "../../../lib/plan/config/resolve.ts";
import { SourceText } from "../../../lib/text/source_text.ts";

const GATES = configKeys.map(({ key }) => key).filter((key) => key.startsWith("gates."));

Deno.test("resolveConfig() of an empty file returns the defaults", () => {
  const { config, origins } = resolveConfig({ file: {} });
  assert.deepEqual(config, configDefaults);
  assert.deepEqual([...new Set(origins.values())], ["default"]);
  assert.deepEqual([...origins.keys()], configKeys.map(({ key }) => key));
});

Deno.test("resolveConfig() does not modify the defaults", () => {
  const before = structuredClone(configDefaults);
  resolveConfig({ file: { mode: "yolo", git: { branching_strategy: "phase" } } });
  assert.deepEqual(configDefaults, before);
});

Deno.test("the file overrides the defaults, flags the file, and a later flag an earlier one", () => {
  const { config, origins } = resolveConfig({
    file: { granularity: "fine", git: { branching_strategy: "phase" } },
    overrides: [
      { key: "git.branching_strategy", value: "none" },
      { key: "git.branching_strategy", value: "milestone" },
    ],
  });
  assert.equal(config.granularity, "fine");
  assert.equal(config.git.branching_strategy, "milestone");
  assert.equal(config.model_profile, "balanced");
  assert.equal(origins.get("granularity"), "file");
  assert.equal(origins.get("git.branching_strategy"), "flag");
  assert.equal(origins.get("model_profile"), "default");
});

Deno.test("a list of a flag replaces the file's as a whole", () => {
  const { config } = resolveConfig({
    file: { worktree: { setup: ["npm ci", "make"], copy: [".env"] } },
    overrides: [{ key: "worktree.setup", value: ["deno install"] }],
  });
  assert.deepEqual(config.worktree, {
    setup: ["deno install"],
    copy: [".env"],
    setup_timeout_minutes: 60,
  });
});

Deno.test("sameValue() compares lists by their items, in order", () => {
  assert.ok(sameValue(["a", "b"], ["a", "b"]));
  assert.ok(!sameValue(["a", "b"], ["b", "a"]));
  assert.ok(!sameValue(["a"], ["a", "b"]));
  assert.ok(!sameValue(["a"], "a"));
  assert.ok(!sameValue([], null));
  assert.ok(sameValue(null, null));
  assert.ok(!sameValue(1, "1"));
});

Deno.test("a value of the file that equals the default still comes from the file", () => {
  assert.equal(resolveConfig({ file: { mode: "interactive" } }).origins.get("mode"), "file");
});

Deno.test("a file that names one key of an object keeps the defaults of the others", () => {
  const { config } = resolveConfig({ file: { parallelization: { max_concurrent_agents: 7 } } });
  assert.deepEqual(config.parallelization, { ...configDefaults.parallelization, max_concurrent_agents: 7 });
});

Deno.test("yolo lowers every gate, also one that the file raises", () => {
  const { config, origins } = resolveConfig({ file: { mode: "yolo", gates: { confirm_plan: true } } });
  assert.deepEqual(new Set(Object.values(config.gates)), new Set([false]));
  for (const key of GATES) assert.equal(origins.get(key), "mode", key);
});

Deno.test("a flag raises a single gate in yolo", () => {
  const overrides = [{ key: "mode", value: "yolo" }, { key: "gates.confirm_plan", value: true }];
  const { config, origins } = resolveConfig({ file: {}, overrides });
  assert.equal(config.gates.confirm_plan, true);
  assert.equal(config.gates.execute_next_plan, false);
  assert.equal(origins.get("gates.confirm_plan"), "flag");
});

Deno.test("yolo keeps the safety questions", () => {
  const { config } = resolveConfig({ file: { mode: "yolo" } });
  assert.deepEqual(config.safety, configDefaults.safety);
});

Deno.test("documents are not committed if git ignores them, regardless of file and flags", () => {
  const { config, origins } = resolveConfig({
    file: { planning: { commit_docs: true } },
    overrides: [{ key: "planning.commit_docs", value: true }],
    planningIgnored: true,
  });
  assert.equal(config.planning.commit_docs, false);
  assert.equal(origins.get("planning.commit_docs"), "gitignore");
});

/** The value that an argument sets, or the message that refuses it. */
function override(argument: string): unknown {
  const result = parseOverride(argument);
  return result.kind === "override" ? result.override : result.message;
}

const READ: readonly (readonly [argument: string, key: string, value: unknown])[] = [
  ["mode=yolo", "mode", "yolo"],
  ["git.branching_strategy=phase", "git.branching_strategy", "phase"],
  ["workflow.verifier=false", "workflow.verifier", false],
  ["gates.confirm_plan=true", "gates.confirm_plan", true],
  ["parallelization.max_concurrent_agents=1", "parallelization.max_concurrent_agents", 1],
  ["agent.turn_timeout_minutes=0.5", "agent.turn_timeout_minutes", 0.5],
  ["git.phase_branch_template=a={phase}", "git.phase_branch_template", "a={phase}"],
  ["agent.name=claude", "agent.name", "claude"],
  ["agent.command=[claude]", "agent.command", "[claude]"],
  ['worktree.setup=["npm ci","make"]', "worktree.setup", ["npm ci", "make"]],
  ['worktree.setup= [ "a = b" ] ', "worktree.setup", ["a = b"]],
  ["worktree.setup=npm ci, then make", "worktree.setup", ["npm ci, then make"]],
  ['worktree.setup="npm ci"', "worktree.setup", ['"npm ci"']],
  ["worktree.setup=", "worktree.setup", []],
  ["worktree.setup= ", "worktree.setup", []],
  ["worktree.setup=[]", "worktree.setup", []],
];

for (const [argument, key, value] of READ) {
  Deno.test(`parseOverride() reads ${argument}`, () => {
    assert.deepEqual(override(argument), { key, value });
  });
}

const REFUSED: readonly (readonly [argument: string, message: string])[] = [
  ["mode", "Cannot read --set mode: expected <key>=<value>"],
  ["=yolo", "Cannot read --set =yolo: expected <key>=<value>"],
  ["mode=banana", '"mode" is "banana", expected "interactive" or "yolo"'],
  ["mode=", '"mode" is "", expected "interactive" or "yolo"'],
  ["mode=YOLO", '"mode" is "YOLO", expected "interactive" or "yolo". Did you mean "yolo"?'],
  [
    "git.branching_strategy=two",
    '"git.branching_strategy" is "two", expected "none", "phase" or "milestone"',
  ],
  ["workflow.verifier=yes", '"workflow.verifier" is "yes", expected true or false'],
  [
    "parallelization.max_concurrent_agents=0",
    '"parallelization.max_concurrent_agents" is "0", expected a whole number of at least 1',
  ],
  [
    "parallelization.max_concurrent_agents=1.5",
    '"parallelization.max_concurrent_agents" is "1.5", expected a whole number of at least 1',
  ],
  [
    "parallelization.max_concurrent_agents=",
    '"parallelization.max_concurrent_agents" is "", expected a whole number of at least 1',
  ],
  [
    "agent.turn_timeout_minutes=0",
    '"agent.turn_timeout_minutes" is "0", expected a number above 0',
  ],
  [
    "agent.turn_timeout_minutes=Infinity",
    '"agent.turn_timeout_minutes" is "Infinity", expected a number above 0',
  ],
  ...["[npm ci]", '["npm ci",]', "[1]", '[""]', "[["].map((text): readonly [string, string] => [
    `worktree.setup=${text}`,
    `"worktree.setup" is "${text}", expected a list of non-empty strings, such as ["…"]`,
  ]),
  ["git.phase_branch_template=", '"git.phase_branch_template" is "", expected a non-empty string'],
  [
    "agent.name=",
    '"agent.name" is "", expected "shell", "mock", "claude", "claude-cli", "codex", "opencode", "copilot", "gemini" or "custom"',
  ],
  ["modes=yolo", 'Unknown configuration key "modes", did you mean "mode"?'],
  [
    "git.branching_stategy=none",
    'Unknown configuration key "git.branching_stategy", did you mean "git.branching_strategy"?',
  ],
  ["verifier=false", 'Unknown configuration key "verifier", did you mean "workflow.verifier"?'],
  ["banana=1", 'Unknown configuration key "banana"'],
  ["branching=phase", 'Unknown configuration key "branching", did you mean "git.branching_strategy"?'],
  [
    "confirm=no",
    'Unknown configuration key "confirm", did you mean "gates.confirm_project", "gates.confirm_phases" or ' +
    '"gates.confirm_roadmap"?',
  ],
  ["ga=off", 'Unknown configuration key "ga"'],
  [
    "gates=false",
    '"gates" is a group of keys, expected one of gates.confirm_project, gates.confirm_phases, ' +
    "gates.confirm_roadmap, gates.confirm_breakdown, gates.confirm_plan, gates.execute_next_plan, " +
    "gates.issues_review, gates.confirm_transition",
  ],
  [
    "planning=false",
    '"planning" is a group of keys, expected one of planning.commit_docs, planning.search_gitignored',
  ],
];

for (const [argument, message] of REFUSED) {
  Deno.test(`parseOverride() refuses ${argument}`, () => {
    assert.equal(override(argument), message);
  });
}

Deno.test("parseOverride() reads the default of every key, and resolveConfig() sets it", () => {
  for (const { key, default: value } of configKeys) {
    const read = parseOverride(`${key}=${value}`);
    assert.deepEqual(read, { kind: "override", override: { key, value } });
  }
});

Deno.test("every key can be set to every value it allows", () => {
  for (const { key, allowed = [] } of configKeys) {
    for (const value of allowed) assert.equal(parseOverride(`${key}=${value}`).kind, "override", key);
  }
});

const OVERRIDDEN: readonly (readonly [what: string, text: string, keys: readonly string[], left?: string])[] =
  [
    ["a key", '{ "mode": 3 }', ["mode"]],
    ["a key in a group", '\uFEFF{\n  // Text\n  "git": { "branching_strategy": {} } }', [
      "git.branching_strategy",
    ]],
    ["an item of a list", '{ "worktree": { "setup": ["a", [1], ""] } }', ["worktree.setup"]],
    ["another key", '{ "mode": 3, "granularity": 3 }', ["mode"], '"granularity" is 3'],
    ["no key", '{ "mode": 3 }', [], '"mode" is 3'],
    [
      "a key of a group that is no object",
      '{ "git": 3 }',
      ["git.branching_strategy"],
      '"git" is not an object',
    ],
    [
      "a key that stands in another place",
      '{ "branching_strategy": "feature" }',
      ["git.branching_strategy"],
    ],
    ["a key that is given twice", '{ "mode": "yolo", "mode": "yolo" }', ["mode"], '"mode" is given twice'],
    ["a key of a text that is not JSON", '{ "mode": yolo }', ["mode"], "Not JSON"],
  ];

for (const [what, text, keys, left] of OVERRIDDEN) {
  const verb = left === undefined ? "lets a wrong value be" : "leaves what is wrong";
  Deno.test(`overriding ${what} ${verb}`, () => {
    const error = configError(parseConfig(new SourceText(CONFIG_PATH, text)), keys);
    if (left === undefined) assert.equal(error, undefined);
    else assert.ok(error?.message.startsWith(left), error?.message);
  });
}
