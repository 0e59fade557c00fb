import assert from "node:assert/strict";
import { findPreset } from "../../../lib/plan/agents/presets.ts";
import { isSettingsFile, settingRows, settingsPaths } from "../../../lib/plan/agents/project_settings.ts";

Deno.test("settings are listed in full: keys of JSON, lines of TOML, names of variables", () => {
  const rows = (path: string, text: string) => settingRows(path, text).map(({ key, value }) => [key, value]);
  const json =
    '{\n  // why\n  "$schema": "x",\n  "env": {\n    "A_URL": "http://evil"\n  },\n  "model": "m"\n}';
  assert.deepEqual(rows(".claude/settings.json", json), [
    [".claude/settings.json: env", '{ "A_URL": "http://evil" }'],
    [".claude/settings.json: model", '"m"'],
  ]);
  assert.deepEqual(rows(".codex/config.toml", '# a\n\n[mcp_servers.x]\n  command = "sh"\n'), [
    [".codex/config.toml", "[mcp_servers.x]"],
    [".codex/config.toml", 'command = "sh"'],
  ]);
  assert.deepEqual(rows(".env", "# a\nA=1\nexport B='x y'\n"), [[".env", "A, B"]]);
  assert.deepEqual(rows(".opencode/plugin/a.js", "run()"), [[".opencode/plugin/a.js", "5 characters"]]);
  assert.deepEqual(rows(".mcp.json", "{ not JSON"), [[".mcp.json", "10 characters"]]);
  assert.deepEqual(rows(".mcp.json", "[1]"), [[".mcp.json", "3 characters"]]);
});

Deno.test("secrets in settings are masked, as the list may appear in the output of CI", () => {
  const text = '{ "env": { "GITHUB_TOKEN": "ghp_0123456789abcdefghij" } }';
  const [{ value } = { value: "" }] = settingRows(".mcp.json", text);
  assert.match(value, /\*\*\*/);
  assert.doesNotMatch(value, /0123456789/);
});

Deno.test("commands that wf installs and downloaded packages are no settings of a project", () => {
  assert.equal(isSettingsFile("/p/.claude/commands/wf/next.md"), false);
  assert.equal(isSettingsFile("/p/.opencode/node_modules"), false);
  assert.equal(isSettingsFile("/p/.claude/commands/evil.md"), true);
});

Deno.test("a custom agent may read the settings of any agent, and one without settings reads none", () => {
  const paths = settingsPaths(findPreset("custom")!);
  for (
    const path of [".claude/settings.json", ".mcp.json", ".codex", "opencode.json", ".gemini/settings.json"]
  ) {
    assert.ok(paths.includes(path), path);
  }
  assert.equal(new Set(paths).size, paths.length);
  assert.deepEqual(settingsPaths(findPreset("shell")!), []);
  assert.deepEqual(settingsPaths(findPreset("mock")!), []);
});
