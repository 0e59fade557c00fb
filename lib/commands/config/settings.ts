import { configKeys } from "../../../generated/metadata.ts";
import type { SettingsOptions } from "../../../schemas/commands.ts";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import type { ConfigChanges } from "../../../schemas/results/config.ts";
import { CONFIG_PATH, parseConfig } from "../../parse/config/config.ts";
import { type ConfigOverride, isConfigValue, parseOverride, readKey } from "../../plan/config/resolve.ts";
import { changeRows } from "../../report/setup/config.ts";
import { SourceText } from "../../text/source_text.ts";
import { askSettings } from "./ask_settings.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { readDefaults } from "./defaults.ts";
import { type OpenProject, openProject, requireConfig } from "../context/open_project.ts";
import { requireUser } from "../trust/require_user.ts";
import { settingFlag } from "./setting_flags.ts";
import { type ConfigEdit, editConfig, ownModelNotice, writeConfig } from "./write_config.ts";

/** Writes settings given as flags, or asks for them at the terminal. */
export async function settings(
  options: SettingsOptions & Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<Outcome> {
  const opened = await openProject(context);
  const flags = fromFlags(options);
  requireConfig(opened.project, flags);
  const saveAsDefaults = options["save-as-defaults"] ?? false;
  const dryRun = options["dry-run"] ?? false;
  if (flags.length > 0 || saveAsDefaults) {
    return await write(opened, flags, { saveAsDefaults, dryRun }, context);
  }
  const { host, json, byAgent } = context;
  if (byAgent()) throw cannotAsk("a coding agent calls");
  if (json || !host.isTerminal("stdin") || !host.isTerminal("stderr")) {
    throw cannotAsk("there is no terminal");
  }
  const preview = (edits: readonly ConfigEdit[]) =>
    changeRows(editConfig(opened.project.config.source.text, edits).changes, context.progressStyle);
  const asked = await askSettings((key) => currentValue(key, opened), preview, context);
  if (asked.kind === "stopped") {
    context.progress("Nothing was changed\n");
    return { exitCode: 130 };
  }
  return await write(opened, asked.edits, { saveAsDefaults: asked.saveAsDefaults, dryRun }, context);
}

function fromFlags(options: Readonly<Record<string, unknown>>): ConfigOverride[] {
  const edits: ConfigOverride[] = [];
  for (const { key } of configKeys) {
    const value = options[settingFlag(key)];
    if (typeof value !== "string") continue;
    const parsed = parseOverride(`${key}=${value}`);
    if (parsed.kind === "invalid") throw new UsageError(parsed.message, parsed.hint);
    edits.push(parsed.override);
  }
  return edits;
}

function cannotAsk(why: string): UsageError {
  const flags = configKeys.map(({ key, allowed, type }) => {
    return `    --${settingFlag(key)} <${allowed?.join("|") ?? (type === "boolean" ? "true|false" : type)}>`;
  });
  return new UsageError(`Cannot ask for settings: ${why}`, `Give them as flags:\n${flags.join("\n")}`);
}

/** Returns a key's value in the file, or its default. Ignores the mode and flags. */
function currentValue({ key, default: value }: ConfigKey, { project }: OpenProject): ConfigValue {
  const written = readKey(project.config.file, key);
  return isConfigValue(written) ? written : value;
}

interface WriteOptions {
  readonly saveAsDefaults: boolean;
  readonly dryRun: boolean;
}

async function write(
  opened: OpenProject,
  edits: readonly ConfigEdit[],
  { saveAsDefaults, dryRun }: WriteOptions,
  context: CommandContext,
): Promise<Outcome> {
  const defaults = saveAsDefaults ? await newDefaults(opened, edits, context) : undefined;
  const written = await writeConfig(opened, edits, { dryRun }, context);
  const aboutModels = edits.some(({ key }) => key === "model_profile" || key.startsWith("agent."));
  const outcome = aboutModels
    ? { ...written, text: `${written.text}${ownModelNotice(opened, edits)}` }
    : written;
  if (defaults === undefined || dryRun) return outcome;
  const { path, text } = defaults;
  await context.host.writeText(path, text);
  const result = outcome.result as ConfigChanges;
  return {
    ...outcome,
    result: { ...result, written: [...result.written, path] },
    text: `${outcome.text}Saved as defaults for new projects: ${path}\n`,
  };
}

/**
 * Returns the new text of `~/.wf/defaults.json`: the settings of the edited configuration and its other
 * content. Throws a UsageError when a coding agent would change a key that only the user may change.
 */
async function newDefaults(
  { project }: OpenProject,
  edits: readonly ConfigEdit[],
  context: CommandContext,
): Promise<{ readonly path: string; readonly text: string }> {
  const { path, document } = await readDefaults(context.host);
  const { file } = parseConfig(
    new SourceText(CONFIG_PATH, editConfig(project.config.source.text, edits).text),
  );
  const settings = configKeys.flatMap(({ key }) => {
    const value = readKey(file, key);
    return isConfigValue(value) ? [{ key, value }] : [];
  });
  const { text, changes } = editConfig(document.source.text, settings);
  const own = changes.map(({ key, after }) => ({ key, value: after ?? undefined }));
  requireUser(own, context, "The user can save defaults at a terminal: wf settings --save-as-defaults");
  return { path, text: text || "{}\n" };
}
