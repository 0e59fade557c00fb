import assert from "node:assert/strict";
import { agentPresets, findPreset, type ModelTier } from "../../../lib/plan/agents/presets.ts";
import { agentModel } from "../../../lib/plan/agents/tiers.ts";
import { sessionMeta, startSetting } from "../../../lib/plan/agents/preset.ts";
import { configOf } from "../../support/project.ts";

Deno.test("presets have unique names", () => {
  const names = agentPresets.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.equal(findPreset(name)?.name, name);
  assert.equal(findPreset("nobody"), undefined);
});

Deno.test("a title can begin a message about the agent", () => {
  for (const { title } of agentPresets) assert.match(title, /^[A-Z][^,:]*$/, title);
});

Deno.test("every agent with a model has a strict setting", () => {
  const without = agentPresets.filter(({ strict }) => strict === undefined).map(({ name }) => name);
  assert.deepEqual(without, ["shell"]);
});

Deno.test("tools whose requests would not be seen are off while the agent has to ask", () => {
  const permissions: unknown = JSON.parse(findPreset("opencode")?.strict?.env?.["OPENCODE_PERMISSION"] ?? "");
  assert.partialDeepStrictEqual(permissions, { "*": "ask", read: "ask", task: "deny" });
  assert.equal(findPreset("gemini")?.strict?.args?.[0], "--allowed-mcp-server-names");
});

Deno.test("every agent that reads settings of a project is started without them, if it can be", () => {
  const without = agentPresets.flatMap((preset) =>
    preset.project === undefined ? [] : [[preset.name, startSetting(preset, false)]]
  );
  assert.deepEqual(Object.fromEntries(without), {
    "claude": { claude: { settingSources: ["user"], strictMcpConfig: true } },
    "claude-cli": { args: ["--setting-sources", "user", "--strict-mcp-config"] },
    "codex": {},
    "opencode": {},
    "copilot": {},
    "gemini": { env: { GEMINI_CLI_TRUST_WORKSPACE: "false" } },
  });
  const always = agentPresets.filter(({ project }) => project !== undefined && project.without === undefined);
  assert.deepEqual(always.map(({ name }) => name), ["codex", "opencode", "copilot"]);
});

Deno.test("an agent that its user lets read the settings of a project reads them", () => {
  assert.deepEqual(startSetting(findPreset("gemini")!, true), {
    env: { GEMINI_CLI_TRUST_WORKSPACE: "true" },
  });
  for (const name of ["claude", "claude-cli", "codex"]) {
    assert.deepEqual(startSetting(findPreset(name)!, true), {});
  }
});

Deno.test("a session of Claude has the options of its start, and if it has to ask, those that make it ask", () => {
  const optionsOf = (strict: boolean, withProject: boolean) => {
    const meta = sessionMeta(findPreset("claude")!, { strict, withProject });
    return Object.keys(
      meta === undefined ? {} : (meta["claudeCode"] as { readonly options: object }).options,
    );
  };
  const ASKS = ["settings", "allowDangerouslySkipPermissions"];
  assert.deepEqual(optionsOf(true, false), ["settingSources", "strictMcpConfig", ...ASKS]);
  assert.deepEqual(optionsOf(false, false), ["settingSources", "strictMcpConfig"]);
  assert.deepEqual(optionsOf(true, true), ASKS);
  assert.deepEqual(optionsOf(false, true), []);
  assert.equal(sessionMeta(findPreset("codex")!, { strict: true, withProject: false }), undefined);
});

Deno.test("no agent is told that it is in a sandbox, and no sandbox is switched off", () => {
  const variables = agentPresets.flatMap(({ env, strict, project }) =>
    [env, strict?.env, project?.with?.env, project?.without?.env].flatMap((one) => Object.keys(one ?? {}))
  );
  assert.deepEqual(variables.filter((name) => name.includes("SANDBOX")), []);
});

const MODELS:
  readonly (readonly [name: string, tier: ModelTier, model: string, expected: string | undefined])[] = [
    ["claude", "A", "", "opus"],
    ["claude", "C", "", "haiku"],
    ["claude", "C", "claude-x", "claude-x"],
    ["codex", "A", "", undefined],
    ["codex", "A", "gpt-x", "gpt-x"],
    ["nobody", "B", "", undefined],
  ];

for (const [name, tier, model, expected] of MODELS) {
  const override = model === "" ? "" : ` with agent.models.${tier} ${model}`;
  Deno.test(`agentModel() of ${name}, tier ${tier}${override}`, () => {
    const { agent } = configOf({ "agent.name": name, [`agent.models.${tier}`]: model });
    assert.equal(agentModel(agent, tier), expected);
  });
}
