import assert from "node:assert/strict";
import { mcpCommands } from "../../../lib/plan/integrations/mcp_entries.ts";

const ROWS: readonly (readonly [name: string, servers: unknown, ...commands: (readonly string[])[]])[] = [
  ["the program", { wf: { command: "wf", args: ["mcp"] } }, ["wf"]],
  ["the program by its path", { x: { command: "/opt/wf", args: ["mcp", "--cwd", "a"] } }, ["/opt/wf"]],
  ["its source", { x: { command: "deno", args: ["run", "-A", "/wf/cli.ts", "mcp"] } }, [
    "deno",
    "run",
    "-A",
    "/wf/cli.ts",
  ]],
  ["a command that is a list", { wf: { type: "local", command: ["wf", "mcp"] } }, ["wf"]],
  ["other servers", {
    a: { command: "other", args: ["mcp"] },
    b: { url: "https://wf" },
    c: 1,
    d: { command: ["wf"] },
  }],
  ["no list of servers", []],
];

for (const [name, servers, ...commands] of ROWS) {
  Deno.test(`mcpCommands() of ${name}: ${commands.length === 0 ? "none" : commands.join(" ")}`, () => {
    const text = `// settings\n${JSON.stringify({ servers, theme: "dark" })}`;
    assert.deepEqual(mcpCommands(text, "servers"), commands);
    assert.deepEqual(mcpCommands(text, "mcp"), []);
    assert.deepEqual(mcpCommands(text.slice(0, -2), "servers"), []);
  });
}
