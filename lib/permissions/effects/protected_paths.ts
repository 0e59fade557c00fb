/**
 * The protected paths inside a working folder, which an agent must not change.
 *
 * @module
 */
import { nameSet } from "../../collections/name_set.ts";

/** The reason why an agent must not change a path. */
export type Protection =
  /** Denied in every case. */
  | { readonly kind: "never"; readonly reason: string }
  /** Allowed only if a person agrees, in every mode. */
  | { readonly kind: "ask"; readonly reason: string };

/** The settings of agents, by the name of a folder or file at any depth. */
export const AGENT_SETTINGS: ReadonlySet<string> = nameSet(
  `.claude .claude.json .mcp.json .codex .gemini .opencode opencode.json opencode.jsonc .copilot .cursor
  .agents .aider.conf.yml`,
);

const INSTRUCTIONS: ReadonlySet<string> = nameSet(
  `agents.md agents.override.md claude.md claude.local.md gemini.md copilot-instructions.md .cursorrules
  .windsurfrules .clinerules`,
);

/** The files that control what runs before a commit. */
const GUARDS: ReadonlySet<string> = nameSet(
  `.husky .githooks .lefthook .pre-commit-config.yaml .pre-commit-config.yml .overcommit.yml .gitattributes
  .gitmodules`,
);
/** Matches the same files whose names have several forms. */
const GUARD_NAMES = /^\.?(?:lefthook(?:-local)?|simple-git-hooks)\.(?:ya?ml|toml|jsonc?|[cm]?js)$/;

/** The settings that let package managers, shells and editors run commands on their own. */
const TRIGGERS: ReadonlySet<string> = nameSet(
  `.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .envrc .vscode .devcontainer .devcontainer.json`,
);

/**
 * Returns the protection of a path, or undefined if it may be written.
 *
 * Names are compared as file systems do: in any case, without invisible characters, and without dots and
 * spaces at their end.
 *
 * @param path Relative to the working folder, with forward slashes.
 */
export function protectionOf(path: string): Protection | undefined {
  const names = path.split("/").filter((name) => name !== "" && name !== ".").map(foldedName);
  if (names.includes(".git")) return { kind: "never", reason: `"${path}" belongs to git` };
  if (names.at(-2) === ".planning" && names.at(-1) === "config.json") {
    return { kind: "never", reason: `"${path}" is the configuration, which only a person may change` };
  }
  if (names.includes(".wf")) {
    return { kind: "never", reason: `"${path}" belongs to what you have trusted, and to your policy` };
  }
  if (names.some((name) => AGENT_SETTINGS.has(name))) {
    return { kind: "never", reason: `"${path}" contains settings of agents, which only a person may change` };
  }
  if (names.some((name) => TRIGGERS.has(name))) {
    return { kind: "ask", reason: `"${path}" may make other programs run commands` };
  }
  if (names.some((name) => GUARDS.has(name) || GUARD_NAMES.test(name))) {
    return { kind: "ask", reason: `"${path}" decides what may be committed` };
  }
  if (INSTRUCTIONS.has(names.at(-1) ?? "")) {
    return { kind: "ask", reason: `"${path}" contains instructions for agents` };
  }
  return undefined;
}

/** Matches names that are the same when they are folded, as most are. */
const FOLDED = /^[a-z0-9_.-]*[a-z0-9_-]$/;

/** Folds a name as the most lenient file system compares it. */
export function foldedName(name: string): string {
  if (FOLDED.test(name)) return name;
  const folded = name.replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "").toLowerCase()
    .replace(/(.)[. ]+$/, "$1").replace(/::?\$.*$/, "");
  return /^git~\d+$/.test(folded) ? ".git" : folded;
}
