import assert from "node:assert/strict";
import {
  MCP_REGISTRIES,
  type PlacedRegistry,
  planRegistration,
  planRemoval,
  registryProblem,
} from "../../../lib/plan/integrations/mcp_registration.ts";
import { MCP_FILES, mcpCommands } from "../../../lib/plan/integrations/mcp_entries.ts";

const PLACED = MCP_REGISTRIES.flatMap((registry): readonly PlacedRegistry[] => {
  return [registry.project, registry.home].flatMap((path) =>
    path === undefined ? [] : [{ ...registry, path }]
  );
});

/** Files with content of the user, by key of the list; "" is TOML. */
const USERS: Readonly<Record<string, readonly string[]>> = {
  mcpServers: [
    '{\n  // mine\n  "theme": "dark",\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n',
    '{ "a": 1 }',
    "{}\r\n",
  ],
  mcp: ['{\n\t"mcp": {},\n\t"model": "m"\n}\n'],
  "": ["", 'model = "m"\n', 'model = "m"\n\n[mcp_servers.other]\ncommand = "x"', "# mine\n\n"],
};

for (const registry of PLACED) {
  const { agent, path, list = "" } = registry;
  const files = (text: string) => new Map([[path, text]]);

  Deno.test(`wf is registered in ${path} of ${agent}, once, and removed without a trace`, () => {
    const created = planRegistration(registry, new Map());
    assert.equal(created.action, "create");
    assert.equal(planRegistration(registry, files(created.after!)).action, "unchanged");
    assert.equal(planRemoval(registry, files(created.after!))!.action, "remove");
    assert.equal(planRemoval(registry, new Map()), undefined);
    for (const text of USERS[list]!.filter((text) => text !== "")) {
      assert.equal(registryProblem(registry, text), undefined);
      assert.equal(planRemoval(registry, files(text)), undefined);
      const { action, after } = planRegistration(registry, files(text));
      assert.equal(action, "update");
      if (list !== "") assert.deepEqual(mcpCommands(after!, list).slice(0, 1), [["wf"]]);
      const back = planRemoval(registry, files(after!))!;
      assert.equal(back.action, "update");
      const isEmptied = /"mcp": \{\}/.test(text) || text.startsWith("{}");
      if (!isEmptied) assert.equal(back.after!.trim(), text.trim());
    }
  });

  Deno.test(`another entry of the name in ${path} of ${agent} is kept`, () => {
    const text = list === ""
      ? '[mcp_servers.wf]\ncommand = "mine"\n'
      : JSON.stringify({ [list]: { wf: { command: "mine" } } });
    for (const change of [planRegistration(registry, files(text)), planRemoval(registry, files(text))]) {
      assert.deepEqual([change!.action, change!.reason, change!.after], ["kept", "changed", text]);
    }
  });
}

Deno.test("a file that cannot be edited is reported", () => {
  const [claude] = PLACED;
  assert.equal(registryProblem(claude!, "[]"), "it is not an object");
  assert.equal(registryProblem(claude!, '{ "mcpServers": [] }'), '"mcpServers" is not an object');
  assert.notEqual(registryProblem(claude!, "{ nothing"), undefined);
});

Deno.test("wf doctor reads every project file in which wf is registered", () => {
  for (const { project, list } of MCP_REGISTRIES) {
    if (project !== undefined) assert.equal(MCP_FILES[project], list);
  }
});
