import assert from "node:assert/strict";
import { foldedName, protectionOf } from "../../../lib/permissions/effects/protected_paths.ts";

const NEVER = [
  ".git",
  ".git/config",
  "sub/.git/hooks/x",
  ".planning/config.json",
  "sub/.planning/config.json",
  ".wf/policy.json",
  ".claude/settings.json",
  ".claude.json",
  ".mcp.json",
  ".codex/config.toml",
  ".gemini/x",
  ".opencode/x",
  "opencode.json",
  "opencode.jsonc",
  ".copilot/x",
  ".cursor/x",
  ".agents/x",
  ".aider.conf.yml",
  ".GIT/config",
  ".git./config",
  "GIT~1/config",
  ".cl\u200daude/x",
];

const ASK = [
  ".npmrc",
  ".yarnrc",
  "sub/.yarnrc.yml",
  ".pnpmfile.cjs",
  ".envrc",
  ".vscode/tasks.json",
  ".devcontainer/x",
  ".devcontainer.json",
  ".husky/pre-commit",
  ".githooks/x",
  ".lefthook/x",
  "lefthook.yml",
  ".lefthook-local.toml",
  "simple-git-hooks.cjs",
  ".pre-commit-config.yaml",
  ".pre-commit-config.yml",
  ".overcommit.yml",
  ".gitattributes",
  ".gitmodules",
  "AGENTS.md",
  "sub/agents.override.md",
  "CLAUDE.md",
  "claude.local.md",
  "GEMINI.md",
  ".github/copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
];

const FREE = ["src/a.ts", ".planning/ROADMAP.md", "config.json", ".gitignore", "docs/AGENTS.md/x", "a/git"];

Deno.test("protectionOf() never lets agents change git's files, wf's configuration and settings of agents", () => {
  assert.deepEqual(NEVER.filter((path) => protectionOf(path)?.kind !== "never"), []);
});

Deno.test("protectionOf() asks about hooks, settings that run commands, and instructions for agents", () => {
  assert.deepEqual(ASK.filter((path) => protectionOf(path)?.kind !== "ask"), []);
});

Deno.test("protectionOf() lets agents change other files", () => {
  assert.deepEqual(FREE.filter((path) => protectionOf(path) !== undefined), []);
});

Deno.test("foldedName() compares names as the most lenient file system does", () => {
  const names = ["A", "a. .", "a::$DATA", "a:$x", "\ufeffa", "git~12"];
  assert.deepEqual(names.map(foldedName), ["a", "a", "a", "a", "a", ".git"]);
  const same = ["a", ".git", "a-b_c.0", "..a", "git~", ".", " "];
  assert.deepEqual(same.map(foldedName), same);
  assert.equal(foldedName(".."), ".");
});
