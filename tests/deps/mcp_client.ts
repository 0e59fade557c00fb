/**
 * The client of the Model Context Protocol's own library, as a program: starts the server that its arguments
 * name, and answers each line of JSON, `["tools"]` or `["call", <name>, <arguments>]`, with one.
 *
 * The library brings a web server and many more packages with it. It has a lock of its own, so that nobody
 * fetches them who does not run this: `--lock=tests/deps/mcp.lock`.
 * @module
 */
const SDK = "npm:@modelcontextprotocol/sdk@1.32.2";

interface Client {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly object[] }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<object>;
  close(): Promise<void>;
}

const [{ Client }, { StdioClientTransport }] = await Promise.all([
  import(`${SDK}/client`) as Promise<{ Client: new (info: object) => Client }>,
  import(`${SDK}/client/stdio.js`) as Promise<{ StdioClientTransport: new (server: object) => unknown }>,
]);
const [command, ...args] = Deno.args;
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "ignore" }));
let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop()!;
  for (const line of lines) await answer(JSON.parse(line));
}
await client.close();

/** The library holds results against the schemas of the tools, and throws when one does not fit. */
async function answer([what, name, given]: [what: string, name: string, given: object]): Promise<void> {
  const result = what === "tools"
    ? await client.listTools()
    : await client.callTool({ name, arguments: given }).catch((error) => ({ thrown: String(error) }));
  await Deno.stdout.write(new TextEncoder().encode(`${JSON.stringify(result)}\n`));
}
