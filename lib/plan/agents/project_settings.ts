import type { ConfiguredRun } from "../../../schemas/results/agents.ts";
import { parseJson } from "../../parse/json/tree.ts";
import { baseName } from "../../path/paths.ts";
import { maskSecrets } from "../../text/mask_secrets.ts";
import { type AgentPreset, agentPresets } from "./presets.ts";

/** Matches the slash commands that this program installs. */
const OWN_COMMANDS = /(?:^|\/)commands\/wf\//;
/** Matches folders of downloaded packages. */
const PACKAGES = /(?:^|\/)node_modules(?:\/|$)/;
const SETTINGS_FILE = /\.(?:jsonc?|toml)$|(?:^|\/)\.env$/;
const VARIABLE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm;

/**
 * Returns the paths of the settings in a project that an agent reads; all that are known for an agent that is
 * unknown, and none for those that are part of this program.
 */
export function settingsPaths({ name, project }: AgentPreset): readonly string[] {
  if (name === "custom") return [...new Set(agentPresets.flatMap((preset) => preset.project?.paths ?? []))];
  return project?.paths ?? [];
}

/** Reports whether a file in a folder of settings belongs to them. */
export function isSettingsFile(path: string): boolean {
  return !OWN_COMMANDS.test(path) && !PACKAGES.test(path);
}

/**
 * Lists what a file of settings contains: the keys of JSON with their values, the lines of TOML, the names of
 * variables, and for other files, such as plugins, only the path. Secrets are masked.
 *
 * @param path Relative to the project.
 */
export function settingRows(path: string, text: string): readonly ConfiguredRun[] {
  const whole = { key: path, value: `${text.length} characters` };
  if (!SETTINGS_FILE.test(path)) return [whole];
  const masked = maskSecrets(text);
  if (path.endsWith(".toml")) {
    return rows(
      path,
      masked.split("\n").map((line) => line.trim()).filter(isSetting),
    );
  }
  if (baseName(path) === ".env") {
    return [{ key: path, value: [...text.matchAll(VARIABLE)].map(([, name]) => name).join(", ") }];
  }
  const { root } = parseJson(masked);
  if (root?.type !== "object") return [whole];
  return (root.children ?? []).flatMap(({ children: [key, value] = [] }) => {
    if (key === undefined || value === undefined || key.value === "$schema") return [];
    const written = masked.slice(value.offset, value.offset + value.length).replace(/\s*\n\s*/g, " ");
    return [{ key: `${path}: ${key.value}`, value: written }];
  });
}

function rows(key: string, values: readonly string[]): readonly ConfiguredRun[] {
  return values.map((value) => ({ key, value }));
}

function isSetting(line: string): boolean {
  return line !== "" && !line.startsWith("#");
}
