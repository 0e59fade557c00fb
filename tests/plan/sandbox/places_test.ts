import assert from "node:assert/strict";
import type { SandboxAccess } from "../../../schemas/sandbox.ts";
import { agentPresets } from "../../../lib/plan/agents/presets.ts";
import type { Mount } from "../../../lib/plan/sandbox/mounts.ts";
import { viewOf } from "../../../lib/plan/sandbox/mounts.ts";
import { outsidePlaces } from "../../../lib/plan/sandbox/places.ts";

/** The views of paths, if all places exist. */
function views(access: SandboxAccess, env: Readonly<Record<string, string>> = {}): (path: string) => string {
  const places = outsidePlaces({ home: "/u", env: (name) => env[name] }, access);
  const mounts: readonly Mount[] = places.map((place) => ({ ...place, kind: "directory" }));
  return (path) => viewOf(path, mounts);
}

const CHECK: SandboxAccess = { network: false };
const SETUP: SandboxAccess = { network: true };
const agent = (profile: string): SandboxAccess => ({ network: true, profile });

Deno.test("secrets of the user are hidden from every program, and caches are writable", () => {
  for (const access of [CHECK, SETUP, ...agentPresets.map(({ name }) => agent(name))]) {
    const view = views(access);
    for (
      const path of [
        ...["/u/.ssh/id_rsa", "/u/.aws/credentials", "/u/.netrc", "/u/.gnupg/x", "/u/.config/gh/hosts.yml"],
        ...["/u/.kube/config", "/u/.docker/config.json", "/u/.wf/trust.json", "/u/.git-credentials"],
        ...["/u/.bash_history", "/etc/shadow"],
      ]
    ) assert.equal(view(path), "hidden", path);
    for (const path of ["/u/.npm/x", "/u/.cache/pip/x", "/u/.cargo/registry/x", "/u/go/pkg/mod/x"]) {
      assert.equal(view(path), "writable", path);
    }
    for (const path of ["/u/.bashrc", "/u/.gitconfig", "/u/.cargo/bin/x", "/u/other", "/usr/bin/x"]) {
      assert.equal(view(path), "read-only", path);
    }
  }
});

const STATES: readonly (readonly [name: string, state: string, settings: string])[] = [
  ["claude", "/u/.claude/projects/x", "/u/.claude/settings.json"],
  ["claude-cli", "/u/.claude/.credentials.json", "/u/.claude/hooks/x"],
  ["codex", "/u/.codex/auth.json", "/u/.codex/config.toml"],
  ["gemini", "/u/.gemini/oauth_creds.json", "/u/.gemini/settings.json"],
  ["copilot", "/u/.copilot/session-state/x", "/u/.copilot/mcp-config.json"],
  ["opencode", "/u/.local/share/opencode/auth.json", "/u/.config/opencode/opencode.json"],
];

for (const [name, state, settings] of STATES) {
  Deno.test(`${name} may write its state and not its settings, and only it sees them`, () => {
    assert.equal(views(agent(name))(state), "writable");
    assert.equal(views(agent(name))(settings), "read-only");
    for (const access of [CHECK, SETUP, agent("custom"), agent(name === "gemini" ? "codex" : "gemini")]) {
      assert.equal(views(access)(state), "hidden");
    }
  });
}

Deno.test("Claude gets a copy of the file with its state and its servers, OpenCode of the folder with its settings", () => {
  assert.equal(views(agent("claude"))("/u/.claude.json"), "copied");
  assert.equal(views(agent("codex"))("/u/.claude.json"), "hidden");
  assert.equal(views(agent("opencode"))("/u/.config/opencode/.gitignore"), "copied");
  const moved = views(agent("claude"), { CLAUDE_CONFIG_DIR: "/c" });
  assert.deepEqual([moved("/c/.claude.json"), moved("/c/x"), moved("/c/settings.json")], [
    ...["copied", "writable", "read-only"],
  ]);
});

Deno.test("logins of package registries are seen only where packages are downloaded without an agent", () => {
  assert.equal(views(SETUP)("/u/.npmrc"), "read-only");
  for (const access of [CHECK, agent("claude")]) assert.equal(views(access)("/u/.npmrc"), "hidden");
});

Deno.test("variables move the caches and the state of agents", () => {
  const env = { DENO_DIR: "/d", GOPATH: "/go", CARGO_HOME: "/c", CODEX_HOME: "/x", npm_config_cache: "rel" };
  const view = views(agent("codex"), env);
  assert.deepEqual(["/d/x", "/go/pkg/x", "/c/git/x", "/x/auth.json"].map(view), Array(4).fill("writable"));
  assert.deepEqual(["/go/bin/x", "/c/bin/x", "/x/config.toml"].map(view), Array(3).fill("read-only"));
  assert.equal(views(CHECK, env)("/x/auth.json"), "hidden");
});

Deno.test("the socket of ssh-agent is hidden wherever it is", () => {
  assert.equal(views(CHECK, { SSH_AUTH_SOCK: "/u/agent.sock" })("/u/agent.sock"), "hidden");
});
