import assert from "node:assert/strict";
import { agentNames, roleAgents, runRoles } from "../../../lib/plan/agents/role_agents.ts";
import { roleModels } from "../../../lib/plan/agents/tiers.ts";
import { expectedInstead } from "../../../lib/parse/config/value.ts";
import { findConfigKey, parseOverride, resolveConfig } from "../../../lib/plan/config/resolve.ts";

const { config } = resolveConfig({
  file: {
    agent: {
      name: "claude",
      command: "my-claude",
      models: { B: "mine" },
      roles: { planning: "claude model=opus effort=high", verification: "codex" },
      fallbacks: ["claude model=haiku", "shell", "codex", "opencode model=x/y"],
    },
  },
});

function written(role: Parameters<typeof roleAgents>[1]): readonly string[] {
  return roleAgents(config.agent, role).map(({ name, command, models, effort = "" }) =>
    [name, command, models.B, effort].join(" ").trim()
  );
}

Deno.test("each role has its own agent, then the fallbacks in order, none twice and none without a model", () => {
  const others = ["codex", "opencode  x/y"];
  assert.deepEqual(written("execution"), ["claude my-claude mine", "claude my-claude haiku", ...others]);
  assert.deepEqual(written("discussion"), [
    "claude my-claude opus high",
    "claude my-claude haiku",
    ...others,
  ]);
  assert.deepEqual(written("verification"), ["codex", "claude my-claude haiku", "opencode  x/y"]);
  assert.deepEqual(agentNames(config.agent, runRoles(config)), ["claude", "codex", "opencode"]);
});

Deno.test("the model of a role is its own in each tier, otherwise that of its agent", () => {
  assert.deepEqual(
    roleModels(config).map(({ role, agent, model = "" }) => `${role}: ${agent} ${model}`.trim()),
    [
      "research: claude mine",
      "planning: claude opus",
      "plan check: claude mine",
      "execution: claude mine",
      "verification: codex",
    ],
  );
});

Deno.test("an agent of a role is a name, with a model and an effort at most", () => {
  const fits = (key: string, value: unknown) => {
    const found = findConfigKey(key);
    return found.kind === "key" && expectedInstead(found.key, value) === undefined;
  };
  for (const text of ["codex", "codex model=gpt-5", "codex model=a/b:c effort=high", "codex effort=low"]) {
    assert.deepEqual(
      [fits("agent.roles.execution", text), fits("agent.fallbacks", [text])],
      [true, true],
      text,
    );
  }
  for (
    const text of [
      "codex gpt-5",
      "codex model=",
      "codex model=--yolo",
      "--yolo",
      "codex model=a model=b",
      "a;b",
      "nosuch",
      "codx model=gpt-5",
    ]
  ) {
    assert.deepEqual(
      [fits("agent.roles.execution", text), fits("agent.fallbacks", [text])],
      [false, false],
      text,
    );
  }
  assert.deepEqual([fits("agent.roles.execution", ""), fits("agent.fallbacks", [""])], [true, false]);
});

Deno.test("a misspelt agent is refused with the known ones and the one that was meant", () => {
  const known = "shell, mock, claude, claude-cli, codex, opencode, copilot, gemini or custom";
  for (
    const [key, value, message] of [
      ["agent.name", "codx", /expected "shell", .+ or "custom"\. Did you mean "codex"\?$/],
      ["agent.name", "nosuch", /expected "shell", .+ or "custom"$/],
      [
        "agent.roles.planning",
        "codx model=gpt-5",
        new RegExp(`expected an agent: ${known}\\. Did you mean "codex model=gpt-5"\\?$`),
      ],
      ["agent.roles.planning", "codx gpt-5", /expected "<agent>", .+ effort=…"$/],
      ["agent.fallbacks", '["codex","cluade"]', /expected a list of agents, .+ Did you mean "claude"\?$/],
    ] as const
  ) {
    const result = parseOverride(`${key}=${value}`);
    assert.match(result.kind === "invalid" ? result.message : "", message, value);
  }
});
