import assert from "node:assert/strict";
import { commands } from "../../../generated/commands.ts";
import { inputSchema, MCP_TOOLS, readToolCall } from "../../../lib/plan/integrations/mcp_tools.ts";

function commandOf(name: string) {
  return commands.find((command) => command.name === name)!;
}

Deno.test("every argument of an MCP tool is an option of its command", () => {
  for (const { name, command, takes, needs = [], fixed = {}, defaults = {} } of MCP_TOOLS) {
    const { positionals, flags } = commandOf(command);
    const known = [...positionals, ...flags].map((option) => option.name);
    const used = [...takes, ...needs, ...Object.keys(fixed), ...Object.keys(defaults)];
    assert.deepEqual(used.filter((option) => !known.includes(option)), [], name);
  }
});

Deno.test("the MCP tool next executes a phase unless another command is given", () => {
  const next = MCP_TOOLS.find(({ name }) => name === "next")!;
  const read = (given: object) => readToolCall(next, commandOf("next"), { ...given });
  assert.deepEqual(read({ phase: "1" }), {
    kind: "options",
    options: { command: "execute-phase", phase: "1" },
  });
  const options = { command: "discuss-phase", phase: "1" };
  assert.deepEqual(read(options), { kind: "options", options });
  assert.equal(read({ command: "ship" }).kind, "wrong");
  const { required, properties } = inputSchema(next, commandOf("next"));
  assert.deepEqual(required, []);
  assert.equal((properties as Record<string, { default?: string }>)["command"]!.default, "execute-phase");
});
