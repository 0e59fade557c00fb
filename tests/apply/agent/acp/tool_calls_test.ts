import assert from "node:assert/strict";
import { ToolCalls } from "../../../../lib/apply/agent/acp/tool_calls.ts";
import { toolRequest } from "../../../../lib/apply/agent/claude_cli/messages.ts";
import { findPreset } from "../../../../lib/plan/agents/presets.ts";

const claude = findPreset("claude")!;
const ask = { sessionId: "s", options: [] };

Deno.test("updates of a call add up, later values first", () => {
  const calls = new ToolCalls(claude);
  calls.update({
    sessionUpdate: "tool_call",
    toolCallId: "1",
    title: "Terminal",
    kind: "execute",
    rawInput: {},
  });
  calls.update({ sessionUpdate: "tool_call_update", toolCallId: "1", rawInput: { command: "rm -rf x" } });
  calls.update({ sessionUpdate: "tool_call_update", toolCallId: "2", rawInput: { command: "ls" } });
  const request = calls.requested(
    { ...ask, toolCall: { toolCallId: "1", title: "Look around", kind: null } },
  );
  assert.deepEqual(request, {
    id: "1",
    kind: "execute",
    tool: "",
    title: "Look around",
    command: "rm -rf x",
    paths: [],
    diffs: [],
    raw: '{"command":"rm -rf x"}',
  });
});

Deno.test("a call that has ended lends nothing to a later one", () => {
  const calls = new ToolCalls(claude);
  calls.update({
    sessionUpdate: "tool_call",
    toolCallId: "1",
    title: "a",
    rawInput: { command: "ls" },
    status: "completed",
  });
  const { command } = calls.requested({ ...ask, toolCall: { toolCallId: "1" } });
  assert.equal(command, undefined);
});

Deno.test("a call that acted without asking is noticed when it ends", () => {
  const calls = new ToolCalls(claude);
  const call = (toolCallId: string, kind: "execute" | "read" | "other", status: "completed" | "failed") =>
    calls.update({ sessionUpdate: "tool_call", toolCallId, title: "Do it", kind, status }).unasked;
  calls.requested({ ...ask, toolCall: { toolCallId: "asked" } });
  assert.equal(call("asked", "execute", "completed"), undefined);
  assert.equal(call("2", "read", "completed")?.kind, "read");
  assert.equal(call("5", "other", "completed")?.kind, "other");
  assert.equal(call("3", "execute", "failed"), undefined);
  assert.equal(call("4", "execute", "completed")?.title, "Do it");
});

Deno.test("a call is reported when it begins, when an update gives it another title, and with its diffs when it ends", () => {
  const calls = new ToolCalls(claude);
  const call = { sessionUpdate: "tool_call_update", toolCallId: "1" } as const;
  const diff = { type: "diff", path: "/w/a", oldText: "x", newText: "y" } as const;
  const uses = [
    calls.update({ ...call, sessionUpdate: "tool_call", title: "Edit", kind: "edit", status: "pending" }),
    calls.update({ ...call, title: "Edit a\nwith care", content: [diff] }),
    calls.update({ ...call, status: "in_progress" }),
    calls.update({ ...call, status: "completed" }),
    calls.update({ ...call, toolCallId: "2", title: "Read b", status: "failed" }),
  ].map(({ uses }) => uses.map(({ id, title, status, diffs }) => [id, title, status, diffs]));
  assert.deepEqual(uses, [
    [["1", "Edit", "started", []]],
    [["1", "Edit a", "started", []]],
    [],
    [["1", "Edit a", "completed", [{ path: "/w/a", before: "x", after: "y" }]]],
    [["2", "Read b", "started", []], ["2", "Read b", "failed", []]],
  ]);
});

Deno.test("the title is the command where the agent has no other place for it, and nowhere else", () => {
  const toolCall = { toolCallId: "1", title: "rm -rf build", kind: "execute" } as const;
  const request = (name: string) => new ToolCalls(findPreset(name)!).requested({ ...ask, toolCall }).command;
  assert.equal(request("gemini"), "rm -rf build");
  assert.equal(request("copilot"), undefined);
});

Deno.test("a call of a tool that is not there is known as such", () => {
  const calls = new ToolCalls(findPreset("opencode")!);
  const call = { sessionUpdate: "tool_call_update", toolCallId: "1", kind: "other" } as const;
  calls.update({ ...call, sessionUpdate: "tool_call", title: "frob", status: "pending" });
  calls.update({ ...call, title: "invalid", status: "in_progress" });
  const done = calls.update({ ...call, title: "Invalid Tool", status: "completed" });
  assert.equal(done.unasked?.tool, "invalid");
});

Deno.test("a later, less specific kind, and a later title, do not hide a tool", () => {
  const calls = new ToolCalls(findPreset("opencode")!);
  const toolCallId = "1";
  calls.update({ sessionUpdate: "tool_call", toolCallId, title: "read", kind: "read", status: "pending" });
  const toolCall = { toolCallId, title: "/etc", kind: "other", rawInput: { filepath: "/etc/x" } } as const;
  const { kind, tool, paths } = calls.requested({ ...ask, toolCall });
  assert.deepEqual([kind, tool, paths], ["read", "read", [{ path: "/etc/x", intent: "read" }]]);
});

Deno.test("a use of a tool of Claude is a request like others", () => {
  const { raw: _, ...request } = toolRequest("Edit", { file_path: "/w/a", old_string: "x", new_string: "y" });
  assert.deepEqual(request, {
    id: "",
    kind: "edit",
    tool: "Edit",
    title: "Edit",
    paths: [{ path: "/w/a", intent: "write" }],
    diffs: [{ path: "/w/a", before: "x", after: "y" }],
  });
  assert.equal(toolRequest("Bash", { command: "ls" }).command, "ls");
  assert.equal(toolRequest("mcp__x__y", {}).kind, "other");
});
