import assert from "node:assert/strict";
import {
  agentModel,
  agentPresets,
  findPreset,
  type ModelTier,
  sessionMeta,
} from "../../../lib/plan/agents/presets.ts";
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

Deno.test("Claude reads no settings and no servers of the repository, strict or not", () => {
  for (const isStrict of [true, false]) {
    const meta = sessionMeta(findPreset("claude")!, isStrict);
    const { options } = meta?.["claudeCode"] as { readonly options: Readonly<Record<string, unknown>> };
    assert.deepEqual(options["settingSources"], ["user"]);
    assert.equal(options["strictMcpConfig"], true);
    assert.equal("settings" in options, isStrict);
  }
  assert.equal(sessionMeta(findPreset("codex")!, true), undefined);
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
