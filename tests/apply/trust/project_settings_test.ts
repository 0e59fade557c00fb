import assert from "node:assert/strict";
import { findProjectSettings } from "../../../lib/apply/trust/project_settings.ts";
import { DenoHost } from "../../../lib/host/deno.ts";
import { findPreset } from "../../../lib/plan/agents/presets.ts";
import { Folder } from "../../support/repository.ts";

const host = new DenoHost();

const SETTINGS: Readonly<Record<string, string>> = {
  ".claude/settings.json": '{ "hooks": { "SessionStart": [] } }',
  ".mcp.json": '{ "mcpServers": { "evil": { "command": "sh" } } }',
  ".codex/config.toml": '[mcp_servers.evil]\ncommand = "sh"\n',
  ".opencode/plugin/evil.js": "run();",
  ".opencode/node_modules/a/index.js": "",
  ".gemini/settings.json": '{ "hooks": {} }',
  ".github/hooks/evil.json": '{ "hooks": {} }',
  "CLAUDE.md": "# Instructions",
};

const READ: Readonly<Record<string, readonly string[]>> = {
  "claude": [".claude/settings.json", ".mcp.json"],
  "claude-cli": [".claude/settings.json", ".mcp.json"],
  "codex": [".codex/config.toml"],
  "opencode": [".opencode/plugin/evil.js"],
  "copilot": [".github/hooks/evil.json", ".claude/settings.json", ".mcp.json"],
  "gemini": [".gemini/settings.json"],
  "shell": [],
  "mock": [],
};

Deno.test("the settings of a project are found for each agent that would read them", async () => {
  await using folder = await Folder.make(SETTINGS);
  for (const [name, paths] of Object.entries(READ)) {
    const found = await findProjectSettings(host, folder.path, findPreset(name)!);
    assert.deepEqual(found?.paths ?? [], paths, name);
  }
});

Deno.test("settings in the folders above a project count, up to the root of the repository", async () => {
  await using folder = await Folder.make({ ".codex/config.toml": "a = 1", "app/x/README.md": "" });
  await folder.init();
  const root = `${folder.path}/app/x`;
  const found = await findProjectSettings(host, root, findPreset("codex")!);
  assert.deepEqual(found?.rows, [{ key: "../../.codex/config.toml", value: "a = 1" }]);
  await using outside = await Folder.make({ ".codex/config.toml": "a = 1", "repo/README.md": "" });
  await Deno.mkdir(`${outside.path}/repo/.git`);
  assert.equal(await findProjectSettings(host, `${outside.path}/repo`, findPreset("codex")!), undefined);
});

Deno.test("the hash of settings changes with their contents and with the files", async () => {
  await using folder = await Folder.make({ ".mcp.json": "{}" });
  const hash = async () => (await findProjectSettings(host, folder.path, findPreset("claude")!))?.hash;
  const first = await hash();
  assert.equal(await hash(), first);
  await folder.write({ ".mcp.json": '{ "a": 1 }' });
  const second = await hash();
  assert.notEqual(second, first);
  await folder.write({ ".claude/settings.json": "{}" });
  assert.notEqual(await hash(), second);
});

Deno.test("settings that are a link out of the project, a pipe or a long list are not read", async () => {
  await using folder = await Folder.make({});
  await using secret = await Folder.make({ "key.json": '{ "secret": "abc" }' });
  await Deno.symlink(`${secret.path}/key.json`, `${folder.path}/.mcp.json`);
  const found = await findProjectSettings(host, folder.path, findPreset("claude")!);
  assert.equal(found?.paths.length, 1);
  assert.match(found.rows[0]!.value, /^Cannot read "\.mcp\.json": it is a link that points outside/);
  await folder.write(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`.codex/${index}`, "x"])));
  await assert.rejects(findProjectSettings(host, folder.path, findPreset("codex")!), /more than 500 files/);
});

Deno.test("a folder of settings that is a link out of the project is shown with its target, and its contents count", async () => {
  await using folder = await Folder.make({ "a.txt": "" });
  await using outside = await Folder.make({ "claude/settings.json": '{ "hooks": {} }', "key.json": "{}" });
  await using _ = await folder.init();
  await Deno.symlink(`${outside.path}/claude`, `${folder.path}/.claude`);
  const find = (path: string) => findProjectSettings(host, path, findPreset("claude")!);
  const first = await find(folder.path);
  assert.deepEqual(first?.rows, [{
    key: ".claude",
    value: `a link out of the project, to "${outside.path}/claude"`,
  }]);
  await outside.write({ "claude/settings.json": '{ "hooks": { "evil": 1 } }' });
  const changed = await find(folder.path);
  assert.notEqual(changed?.hash, first?.hash);
  await Deno.remove(`${outside.path}/claude/settings.json`);
  await Deno.symlink(`${outside.path}/key.json`, `${outside.path}/claude/settings.json`);
  const leaves = await find(folder.path);
  assert.match(
    leaves?.rows.at(-1)?.value ?? "",
    /^Cannot read "settings\.json": it is a link that points outside/,
  );
});
