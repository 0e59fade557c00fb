import assert from "node:assert/strict";
import { resolveConfig } from "../../../lib/plan/config/resolve.ts";
import { floorsOf, loweredKeys, policyKeys, readPolicy } from "../../../lib/plan/trust/user_policy.ts";

const POLICY = {
  mode: "interactive",
  gates: { confirm_plan: true },
  safety: { always_confirm_destructive: true },
  agent: { keep_variables: ["NPM_TOKEN"] },
  commands: { allow: ["npm publish"], deny: ["git push"] },
  executor: { send: [".env.test"] },
} as const;

Deno.test("a policy is read with comments and a schema", () => {
  const text = `// mine\n${JSON.stringify({ $schema: "x", ...POLICY })}`;
  assert.deepEqual(readPolicy(text), { kind: "policy", policy: POLICY });
  assert.deepEqual(readPolicy(""), { kind: "policy", policy: {} });
});

const MISTAKES: readonly (readonly [text: string, message: RegExp])[] = [
  ["[]", /^it is not an object$/],
  ['{ "mode": "yolo" }', /^"mode" has another value, expected "interactive"$/],
  [
    '{ "gates": { "confirm_plan": false } }',
    /^"gates\.confirm_plan" has another value, expected true, or no value$/,
  ],
  ['{ "gates": { "confirm_plans": true } }', /did you mean "gates\.confirm_plan"\?$/],
  ['{ "gates": true }', /^Unknown key "gates" of your policy/],
  [
    '{ "agent": { "budget": { "day_cost": 0 } } }',
    /^"agent\.budget\.day_cost" has another value, expected a number above 0$/,
  ],
  ['{ "commands": { "allow": "rm" } }', /^"commands\.allow" has another value, expected a list/],
  ['{ "worktree": { "setup": ["x"] } }', /^Unknown key "worktree" of your policy/],
  ['{ "notify": { "terminal": "loud" } }', /^"notify\.terminal" has another value, expected "bell"/],
  ['{ "notify": { "command": "" } }', /^"notify\.command" has another value, expected a non-empty string$/],
  ["{ ", /./],
];

for (const [text, message] of MISTAKES) {
  Deno.test(`a policy with a mistake is not used: ${text}`, () => {
    const read = readPolicy(text);
    assert.equal(read.kind, "invalid");
    assert.match(read.kind === "invalid" ? read.message : "", message);
  });
}

Deno.test("a policy has the keys of mode, gates and safety, and lists of its own", () => {
  const groups = new Set(policyKeys.map(({ key }) => key.split(".")[0]));
  assert.deepEqual([...groups], ["mode", "gates", "safety", "agent", "commands", "notify", "executor"]);
});

Deno.test("the floors of a policy hold against a file, flags and the mode", () => {
  const file = {
    mode: "yolo",
    gates: { confirm_plan: false, execute_next_plan: false },
    safety: { always_confirm_destructive: false, always_confirm_external_services: false },
    agent: { keep_variables: ["A_KEY"] },
  } as const;
  const overrides = [{ key: "safety.always_confirm_destructive", value: false }];
  const floors = floorsOf(POLICY);
  const { config, origins } = resolveConfig({ file, overrides, floors, kept: ["NPM_TOKEN", "A_KEY"] });
  assert.equal(config.mode, "interactive");
  assert.equal(config.gates.confirm_plan, true);
  assert.equal(config.gates.execute_next_plan, false);
  assert.equal(config.safety.always_confirm_destructive, true);
  assert.equal(config.safety.always_confirm_external_services, false);
  assert.deepEqual(config.agent.keep_variables, ["A_KEY", "NPM_TOKEN"]);
  assert.deepEqual(["mode", "gates.confirm_plan", "gates.execute_next_plan"].map((key) => origins.get(key)), [
    "policy",
    "policy",
    "file",
  ]);
  assert.deepEqual(loweredKeys(POLICY, file), [
    "mode",
    "gates.confirm_plan",
    "safety.always_confirm_destructive",
  ]);
});

const SANDBOXES:
  readonly (readonly [floor: "auto" | "required", own: "off" | "auto" | "required", used: string])[] = [
    ["auto", "off", "auto"],
    ["auto", "auto", "auto"],
    ["auto", "required", "required"],
    ["required", "off", "required"],
    ["required", "auto", "required"],
  ];

for (const [floor, own, used] of SANDBOXES) {
  Deno.test(`the sandbox is ${used} in a project with ${own}, by a policy with at least ${floor}`, () => {
    const policy = { agent: { sandbox: floor } };
    const file = { agent: { sandbox: own } };
    const { config, origins } = resolveConfig({ file, floors: floorsOf(policy) });
    assert.equal(config.agent.sandbox, used);
    assert.equal(origins.get("agent.sandbox"), used === own ? "file" : "policy");
    assert.deepEqual(loweredKeys(policy, file), used === own ? [] : ["agent.sandbox"]);
  });
}

Deno.test("a policy cannot switch the sandbox off", () => {
  assert.equal(readPolicy('{ "agent": { "sandbox": "off" } }').kind, "invalid");
});

Deno.test("a gate of the policy stays on in mode yolo, and equal values keep their origin", () => {
  const floors = floorsOf({ gates: { confirm_plan: true } });
  const { config, origins } = resolveConfig({ file: { mode: "yolo" }, floors });
  assert.equal(config.mode, "yolo");
  assert.equal(config.gates.confirm_plan, true);
  assert.equal(origins.get("gates.confirm_plan"), "policy");
  const same = resolveConfig({ file: { gates: { confirm_plan: true } }, floors });
  assert.equal(same.origins.get("gates.confirm_plan"), "file");
  assert.deepEqual(loweredKeys({ gates: { confirm_plan: true } }, {}), []);
});

Deno.test("the budgets of a policy are the highest that a file and flags may set", () => {
  const policy = { agent: { budget: { day_cost: 5 } } };
  for (
    const [own, expected, origin] of [
      [undefined, 5, "policy"],
      [0, 5, "policy"],
      [9, 5, "policy"],
      [2, 2, "file"],
    ] as const
  ) {
    const file = own === undefined ? {} : { agent: { budget: { day_cost: own } } };
    const { config, origins } = resolveConfig({ file, floors: floorsOf(policy) });
    assert.equal(config.agent.budget.day_cost, expected, `${own}`);
    assert.equal(origins.get("agent.budget.day_cost"), origin, `${own}`);
    const isLowered = own !== undefined && own !== expected;
    assert.deepEqual(loweredKeys(policy, file), isLowered ? ["agent.budget.day_cost"] : [], `${own}`);
  }
});
