// Other programs check a configuration against the published schema. They come to the verdict of `wf validate`.
import assert from "node:assert/strict";
import { configDefaults, configKeys } from "../../generated/metadata.ts";
import { parseConfig } from "../../lib/parse/config/config.ts";
import { SourceText } from "../../lib/text/source_text.ts";
import { publishedSchema } from "../deps/ajv.ts";
import { fc } from "../deps/fast_check.ts";

const configProblems = await publishedSchema("config");

/** Whether wf finds no error in a configuration. */
function isReadConfig(config: unknown): boolean {
  const { diagnostics } = parseConfig(new SourceText(".planning/config.json", JSON.stringify(config)));
  return diagnostics.every(({ severity }) => severity !== "error");
}

const CONFIGS: readonly [what: string, config: unknown, isAccepted: boolean][] = [
  ["no keys", {}, true],
  ["all defaults", configDefaults, true],
  ["its schema", { $schema: "./config.schema.json" }, true],
  [
    "keys of other tools",
    { hooks: {}, workflow: { ui_phase: true }, git: { quick_branch_template: null } },
    true,
  ],
  ["a misspelt key, which is a warning", { gti: {} }, true],
  ["keys at the top", { commit_docs: true, parallelization: true, depth: "quick" }, true],
  ["another case, and another tool's profile", { mode: "YOLO", model_profile: "inherit" }, true],
  ["a string in place of a list", { worktree: { setup: "npm ci" } }, true],
  [
    "commit_docs at the top that another overrides",
    { commit_docs: "x", planning: { commit_docs: true } },
    true,
  ],
  ["commit_docs at the top that is no boolean", { commit_docs: "x" }, false],
  ["a list", [], false],
  ["an object that is a string", { git: "phase" }, false],
  ["an unknown strategy", { git: { branching_strategy: "task" } }, false],
  ["no agents at all", { parallelization: { max_concurrent_agents: 0 } }, false],
  ["half an agent", { parallelization: { max_concurrent_agents: 1.5 } }, false],
  ["an empty template", { git: { phase_branch_template: "" } }, false],
  ["an empty item of a list", { worktree: { copy: [".env", ""] } }, false],
  ["a timeout of 0", { agent: { turn_timeout_minutes: 0 } }, false],
  ["a model that looks like an option", { agent: { models: { A: "--opus" } } }, false],
];

for (const [what, config, isAccepted] of CONFIGS) {
  Deno.test(`the schema of configurations ${isAccepted ? "accepts" : "refuses"} ${what}, as wf does`, () => {
    assert.equal(isReadConfig(config), isAccepted);
    assert.equal(configProblems(config) === "", isAccepted, configProblems(config));
  });
}

Deno.test("the schema of configurations and wf agree about any value of any key", () => {
  const words = configKeys.flatMap((
    { allowed = [] },
  ) => [...allowed, ...allowed.map((one) => one.toUpperCase())]);
  const value = fc.oneof(
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1.5, "", "x", " -x", "--x", {}, [], ["x"], [""], [
      1,
    ]),
    fc.constantFrom(...words),
  );
  const objects = configKeys.flatMap(({ key }) =>
    key.includes(".") ? [key.split(".")[0]!, "agent.models"] : []
  );
  const keys = [
    ...configKeys.map(({ key }) => key),
    ...objects,
    "commit_docs",
    "search_gitignored",
    "gti",
    "git.gti",
  ];
  fc.assert(
    fc.property(fc.constantFrom(...keys), value, (key, value) => {
      const config = key.split(".").reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      assert.equal(configProblems(config) === "", isReadConfig(config), `${JSON.stringify(config)}`);
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("the schema of configurations and wf agree about any template of branch names", () => {
  const part = fc.constantFrom(
    ...[
      "{phase}",
      "{slug}",
      "{milestone}",
      "{",
      "}",
      "@",
      "@{",
      "HEAD",
      "-",
      ".",
      "..",
      "/",
      ".lock",
      " ",
      "~",
      "a",
    ],
    ...["\\", "[", "\n", "^", "*", "{}", "é"],
  );
  const key = fc.constantFrom("phase_branch_template", "milestone_branch_template");
  fc.assert(
    fc.property(key, fc.array(part, { maxLength: 4 }).map((parts) => parts.join("")), (key, template) => {
      const config = { git: { [key]: template } };
      assert.equal(configProblems(config) === "", isReadConfig(config), template);
    }),
    { numRuns: 5_000 },
  );
});
