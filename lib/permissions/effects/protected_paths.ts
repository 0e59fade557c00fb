/**
 * The paths inside of a working folder that govern the work, and are not an agent's to change.
 * @module
 */

/** Why a path is not an agent's to change. */
export type Protection =
  /** Never, whoever allows it. */
  | { readonly kind: "never"; readonly reason: string }
  /** Only when a person agrees, in every mode. */
  | { readonly kind: "ask"; readonly reason: string };

/** Settings of the agents themselves, by the name of a folder or file at any depth. */
const AGENT_SETTINGS: ReadonlySet<string> = new Set([
  ".claude",
  ".claude.json",
  ".mcp.json",
  ".codex",
  ".gemini",
  ".opencode",
  "opencode.json",
  "opencode.jsonc",
  ".copilot",
  ".cursor",
  ".agents",
  ".aider.conf.yml",
]);

/** Texts that agents obey. */
const INSTRUCTIONS: ReadonlySet<string> = new Set([
  "agents.md",
  "agents.override.md",
  "claude.md",
  "claude.local.md",
  "gemini.md",
  "copilot-instructions.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
]);

/** What runs before a commit is made. */
const GUARDS: ReadonlySet<string> = new Set([
  ".husky",
  ".githooks",
  ".lefthook",
  ".pre-commit-config.yaml",
  ".pre-commit-config.yml",
  ".overcommit.yml",
  ".gitattributes",
  ".gitmodules",
]);
/** The same with a name that has several forms. */
const GUARD_NAMES = /^\.?(?:lefthook(?:-local)?|simple-git-hooks)\.(?:ya?ml|toml|jsonc?|[cm]?js)$/;

/** Settings with which package managers, shells and editors run commands on their own. */
const TRIGGERS: ReadonlySet<string> = new Set([
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".envrc",
  ".vscode",
  ".devcontainer",
  ".devcontainer.json",
]);

/**
 * Why a path may not be written, or undefined for one that may be.
 *
 * Names count in any case, and as file systems fold them: without characters that cannot be seen, and
 * without dots and blanks at their end.
 *
 * @param path Relative to the working folder, with forward slashes.
 */
export function protectionOf(path: string): Protection | undefined {
  const names = path.split("/").filter((name) => name !== "" && name !== ".").map(foldedName);
  if (names.includes(".git")) return { kind: "never", reason: `"${path}" belongs to git` };
  if (names.at(-2) === ".planning" && names.at(-1) === "config.json") {
    return { kind: "never", reason: `"${path}" is the configuration, which is changed by people only` };
  }
  if (names.some((name) => AGENT_SETTINGS.has(name))) {
    return { kind: "never", reason: `"${path}" holds settings of agents, which are changed by people only` };
  }
  if (names.some((name) => TRIGGERS.has(name))) {
    return { kind: "ask", reason: `"${path}" may make other programs run commands` };
  }
  if (names.some((name) => GUARDS.has(name) || GUARD_NAMES.test(name))) {
    return { kind: "ask", reason: `"${path}" decides what may be committed` };
  }
  if (INSTRUCTIONS.has(names.at(-1) ?? "")) {
    return { kind: "ask", reason: `"${path}" holds instructions that agents obey` };
  }
  return undefined;
}

/** A name as the least particular file system would compare it. */
export function foldedName(name: string): string {
  const folded = name.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "").toLowerCase()
    .replace(/(.)[. ]+$/, "$1").replace(/::?\$.*$/, "");
  return /^git~\d+$/.test(folded) ? ".git" : folded;
}
