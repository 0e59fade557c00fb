import assert from "node:assert/strict";
import { type McpService, serveMcp } from "../../lib/apply/mcp_server.ts";
import { MemoryHost } from "../support/memory_host.ts";

class Client extends MemoryHost {
  constructor(readonly lines: readonly object[]) {
    super();
  }

  override input(): ReadableStream<Uint8Array> {
    return new Blob(this.lines.map((line) => `${JSON.stringify({ jsonrpc: "2.0", ...line })}\n`)).stream();
  }

  /** The messages of the server so far. */
  get said() {
    return this.written.stdout.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  }
}

async function served(lines: readonly object[], call: (client: Client) => McpService["call"]) {
  const client = new Client(lines);
  await serveMcp(client, {
    serverInfo: { name: "wf", version: "1" },
    instructions: "",
    tools: () => Promise.resolve([]),
    call: call(client),
    beat: 1,
  });
  return client.said;
}

function calls(id: number, meta: object = {}): object {
  return { id, method: "tools/call", params: { name: "report", arguments: {}, ...meta } };
}

const ASKS = { _meta: { progressToken: "t" } };

Deno.test("a client that requests progress gets each action and regular notifications", async () => {
  const said = await served([calls(1, ASKS)], (client) => async (_name, _given, { notify: tell }) => {
    while (client.said.length < 2) await new Promise((done) => setTimeout(done, 1));
    tell("Committed 1234567");
    const before = client.said.length;
    while (client.said.length < before + 1) await new Promise((done) => setTimeout(done, 1));
    return { text: "done", value: {} };
  });
  const told = said.slice(0, -1);
  assert.ok(told.every(({ method, params }) => {
    return method === "notifications/progress" && params.progressToken === "t";
  }));
  assert.deepEqual(told.map(({ params }) => params.progress), told.map((_, index) => index + 1));
  const messages = told.map(({ params }) => params.message);
  assert.equal(messages[0], "report is in progress");
  assert.equal(messages.at(-1), "Committed 1234567");
  assert.equal(said.at(-1).id, 1);
});

Deno.test("a client that does not request progress, or has cancelled the call, gets no notifications", async () => {
  const tells: McpService["call"] = (_name, _given, { notify: tell }) => {
    tell("news");
    return Promise.resolve({ text: "done", value: {} });
  };
  const quiet = await served([calls(1), calls(2, { _meta: { progressToken: {} } })], () => tells);
  assert.deepEqual(quiet.map(({ id }) => id), [1, 2]);
  const cancel = { method: "notifications/cancelled", params: { requestId: 1 } };
  const lines = [calls(1, ASKS), cancel, { id: 2, method: "ping" }];
  const said = await served(lines, (client) => async (...given) => {
    while (!client.said.some(({ id }) => id === 2)) await new Promise((done) => setTimeout(done, 1));
    const before = client.said.length;
    const result = await tells(...given);
    assert.equal(client.said.length, before);
    return result;
  });
  assert.deepEqual(said.filter(({ id }) => id !== undefined).map(({ id }) => id), [2]);
});

Deno.test("texts of results and notifications contain no terminal control characters", async () => {
  const text = "\x1b]0;owned\x07\x9b31m\u202e";
  const said = await served([calls(1, ASKS)], () => (_name, _given, { notify }) => {
    notify(text);
    return Promise.resolve({ text });
  });
  const shown = String.raw`\x1b]0;owned\x07\x9b31m\u202e`;
  assert.equal(said.find(({ params }) => params?.progress === 1)?.params?.message, shown);
  assert.equal(said.find(({ id }) => id === 1)?.result?.content[0]?.text, shown);
});

Deno.test("cancelling a call ends it, and one that has not begun never does", async () => {
  const cancel = (requestId: number) => ({ method: "notifications/cancelled", params: { requestId } });
  const begun: string[] = [];
  const said = await served([calls(1), calls(2), calls(3), cancel(2), cancel(1), cancel(9)], () => {
    return async (name, _given, { cancelled }) => {
      begun.push(name);
      if (begun.length > 1) return { text: "done", value: {} };
      await new Promise((done) => cancelled.addEventListener("abort", done));
      return { text: "stopped" };
    };
  });
  assert.deepEqual([begun.length, said.map(({ id }) => id)], [2, [3]]);
});
