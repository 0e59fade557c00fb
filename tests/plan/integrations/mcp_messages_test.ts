import assert from "node:assert/strict";
import { agreedVersion, MCP_VERSIONS, readMcpMessage } from "../../../lib/plan/integrations/mcp_messages.ts";

const message = (value: object) => JSON.stringify({ jsonrpc: "2.0", ...value });

Deno.test("MCP messages are classified by whether they expect an answer", () => {
  assert.deepEqual(readMcpMessage(message({ id: 1, method: "ping" })), {
    kind: "request",
    id: 1,
    method: "ping",
    params: {},
  });
  assert.equal(readMcpMessage(message({ method: "notifications/initialized" })).kind, "notification");
  assert.equal(readMcpMessage(message({ id: 1, result: {} })).kind, "answer");
});

Deno.test("invalid MCP messages are refused with the code of JSON-RPC", () => {
  const code = (line: string) => {
    const read = readMcpMessage(line);
    return read.kind === "wrong" ? read.error.code : undefined;
  };
  assert.equal(code("{"), -32700);
  const wrong = ["[]", "1", "null", "{}", message({}), message({ id: null, method: "ping" })];
  for (const line of [...wrong, message({ id: 1, method: 1 }), message({ id: 1, method: "x", params: [] })]) {
    assert.equal(code(line), -32600, line);
  }
});

Deno.test("the MCP version is the client's if supported, otherwise the newest", () => {
  for (const version of MCP_VERSIONS) assert.equal(agreedVersion(version), version);
  assert.equal(agreedVersion("1999-01-01"), MCP_VERSIONS[0]);
  assert.equal(agreedVersion(undefined), MCP_VERSIONS[0]);
});
