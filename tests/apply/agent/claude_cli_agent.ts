/**
 * A replacement for Claude's command line: its JSON stream, controlled by the prompt.
 * @module
 */
const send = (message: object): void => {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(message)}\n`));
};
const open: string[] = [];
const waiting = new Map<string, (response: { behavior: string; message?: string }) => void>();
const text = (text: string): void =>
  send({ type: "assistant", message: { content: [{ type: "text", text }] } });
const result = (values: object): void =>
  send({ type: "result", subtype: "success", is_error: false, result: "ok", ...values });

async function use(tool: string, input: object): Promise<string> {
  send({ type: "assistant", message: { content: [{ type: "tool_use", name: tool }] } });
  const request_id = crypto.randomUUID();
  send({
    type: "control_request",
    request_id,
    request: { subtype: "can_use_tool", tool_name: tool, tool_use_id: "t1", input },
  });
  const { behavior } = await new Promise<{ behavior: string }>((done) => waiting.set(request_id, done));
  return behavior;
}

async function turn(prompt: string, uuid: string): Promise<void> {
  if (prompt === "lifecycle") {
    // The words arrive while it uses a tool: one result. Or once it has answered: one for each.
    send({ type: "command_lifecycle", command_uuid: uuid, state: "queued" });
    open.push(uuid);
    return text("working");
  }
  if (open.length > 0) {
    const [first] = open.splice(0);
    const usage = { input_tokens: 10, output_tokens: 1 };
    if (prompt === "in the turn") return result({ result: "both", user_message_uuids: [first, uuid], usage });
    if (prompt === "after a stray") result({ result: "stray", user_message_uuids: ["other"], usage });
    result({ result: "first", user_message_uuids: [first], usage });
    return result({ result: "second", user_message_uuids: [uuid], usage });
  }
  if (prompt === "init bypass") {
    send({ type: "system", subtype: "init", permissionMode: "bypassPermissions" });
  } else send({ type: "system", subtype: "init", permissionMode: "default", session_id: "s-1" });
  if (prompt === "remove") {
    text(await use("Bash", { command: "rm -rf build" }));
    return result({ result: "went on", permission_denials: [{ tool_name: "Bash", tool_use_id: "t1" }] });
  }
  if (prompt === "denied") {
    return result({
      permission_denials: [{ tool_name: "Bash", tool_use_id: "t9", tool_input: { command: "git push" } }],
    });
  }
  if (prompt === "limit") {
    send({ type: "rate_limit_event", rate_limit_info: { status: "rejected", resetsAt: 1_900_000_000 } });
    return result({ is_error: true, api_error_status: 429, result: "You've hit your limit" });
  }
  if (prompt === "auth") return result({ is_error: true, api_error_status: 401, result: "Invalid API key" });
  if (prompt === "unknown") {
    send({ type: "control_request", request_id: "u", request: { subtype: "mcp_message" } });
    return;
  }
  if (prompt === "arguments") return result({ result: Deno.args.join(" ") });
  if (prompt === "die") Deno.exit(0);
  if (prompt === "wait") return text("waiting");
  text("done");
  result({ result: "done" });
}

if (Deno.args.includes("--resume=lost")) Deno.exit(1);
let buffer = "";
for await (const chunk of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  buffer += chunk;
  const lines = buffer.split("\n");
  buffer = lines.pop()!;
  for (const line of lines) {
    const message = JSON.parse(line);
    if (message.type === "user") void turn(message.message.content[0].text, message.uuid);
    else if (message.type === "control_response") {
      const { response } = message;
      waiting.get(response.request_id)?.(response.response);
      if (response.request_id === "u") result({ result: `${response.subtype}: ${response.error}` });
    } else {
      send({ type: "control_response", response: { subtype: "success", request_id: message.request_id } });
      if (message.request.subtype === "interrupt") {
        result({ subtype: "error_during_execution", is_error: true });
      }
    }
  }
}
