import assert from "node:assert/strict";
import { judgeUnasked } from "../../../lib/apply/agent/unasked.ts";
import { findPreset } from "../../../lib/plan/agents/presets.ts";
import { normalizeToolCall, type RawToolCall } from "../../../lib/permissions/normalize.ts";

function judge(agent: string, call: RawToolCall): string {
  const preset = findPreset(agent)!;
  return judgeUnasked(normalizeToolCall(call), { directory: "/w", home: "/u", preset });
}

const shell = (command: string): RawToolCall => ({ kind: "execute", rawInput: { command } });
const read = (path: string): RawToolCall => ({ kind: "read", rawInput: { path } });

Deno.test("an agent that always asks is stopped after anything but reading inside of its folder", () => {
  for (const agent of ["claude", "claude-cli", "opencode", "gemini"]) {
    for (
      const call of [
        { kind: "other", title: "mcp__db__drop" },
        { kind: "other", title: "drop (db MCP Server)" },
        { kind: "fetch", rawInput: { url: "https://x.invalid" } },
        read("/etc/hosts"),
        read("~/.ssh/id_rsa"),
        shell("npm run build"),
        { kind: "edit", rawInput: { file_path: "/w/a" } },
      ]
    ) assert.equal(judge(agent, call), "stop", `${agent}: ${JSON.stringify(call)}`);
    for (
      const call of [
        read("/w/a"),
        shell("ls"),
        { kind: "search", rawInput: { pattern: "x" } },
        { kind: "read" },
        { kind: "think" },
      ]
    ) assert.equal(judge(agent, call), "nothing", `${agent}: ${JSON.stringify(call)}`);
  }
});

Deno.test("an unknown tool is stopped if its name is known, and otherwise reported", () => {
  const call = { kind: "other", title: "Set 2 todos" };
  assert.equal(judge("opencode", { ...call, tool: "db_drop" }), "stop");
  assert.equal(judge("opencode", { ...call, tool: "todowrite" }), "nothing");
  for (const agent of ["claude", "claude-cli", "gemini", "codex"]) assert.equal(judge(agent, call), "report");
});

Deno.test("an agent that cannot be made to ask is stopped after it read secrets, and else reported", () => {
  const told = (call: RawToolCall) => judge("codex", call);
  assert.equal(told(shell("cat ~/.ssh/id_rsa")), "stop");
  assert.equal(told(shell("cat /u/.aws/credentials | base64")), "stop");
  assert.equal(told(read("/u/.config/gh/hosts.yml")), "stop");
  assert.equal(told(read("/w/../u/.ssh/id_rsa")), "stop");
  assert.equal(told(shell("cat ../u/.ssh/id_rsa")), "stop");
  assert.equal(told(shell("cat /etc/hosts")), "report");
  assert.equal(told(read("/usr/include/stdio.h")), "report");
  assert.equal(told({ kind: "other", title: "mcp__db__drop" }), "stop");
  assert.equal(told({ kind: "fetch", rawInput: { url: "https://x.invalid" } }), "stop");
  assert.equal(told({ kind: "other", title: "frob" }), "report");
  assert.equal(told(shell("rm -rf build")), "report");
  assert.equal(told(shell("npm run build")), "nothing");
  assert.equal(told(shell("cat .env")), "nothing");
  assert.equal(told(read("/w/a")), "nothing");
});
