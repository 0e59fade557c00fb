import type { ConfigOptions } from "../../../schemas/commands.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigEntry, ConfigExplanation, ConfigResult } from "../../../schemas/results/config.ts";
import { Git } from "../../apply/git/git.ts";
import { ignoresDocuments } from "../../apply/git/repository.ts";
import { GitError } from "../../apply/git/process.ts";
import { joinPath } from "../../path/paths.ts";
import { CONFIG_PATH } from "../../parse/config/config.ts";
import { PLANNING } from "../../parse/project/project.ts";
import { findConfigKey, KEYS_HINT, type ResolvedConfig, valueOf } from "../../plan/config/resolve.ts";
import { roleModels } from "../../plan/agents/tiers.ts";
import { explanationText, valuesText, valueText } from "../../report/setup/config.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { resolveWithPolicy } from "../context/configuration.ts";
import { type OpenProject, openProject, readOverrides, requireConfig } from "../context/open_project.ts";
import { explanationOf } from "./explanation.ts";
import { userConfig } from "./user_config.ts";
import { writeConfig } from "./write_config.ts";

/** Reads, explains and changes the configuration. */
export async function config(options: ConfigOptions, context: CommandContext): Promise<Outcome> {
  if (options.user) return await userConfig(options, context);
  const opened = await openProject(context);
  if (options.action === "list") {
    const resolved = await resolve(opened, options, context);
    const result: ConfigResult = {
      formatVersion: 1,
      values: configKeys.map((key) => valueFor(key, resolved)),
    };
    return { exitCode: 0, result, text: valuesText(result.values, context.style) };
  }
  const key = requireKey(options.key, options.action);
  const dryRun = options["dry-run"] ?? false;
  switch (options.action) {
    case "get": {
      const value = valueFor(key, await resolve(opened, options, context));
      const result: ConfigResult = { formatVersion: 1, values: [value] };
      return { exitCode: 0, result, text: `${valueText(value.value)}\n` };
    }
    case "explain":
      return explain(key, await resolve(opened, options, context), context);
    case "set": {
      if (options.value === undefined) {
        throw new UsageError(
          `Cannot set ${key.key} without a value`,
          `Give a value: wf config set ${key.key} <value>`,
        );
      }
      return await writeConfig(opened, readOverrides([`${key.key}=${options.value}`]), { dryRun }, context);
    }
    case "unset":
      return await writeConfig(opened, [{ key: key.key, value: undefined }], { dryRun }, context);
  }
}

/** Resolves the configuration from the file, flags, the mode and the ignore rules of git. */
async function resolve(
  { root, project }: OpenProject,
  options: ConfigOptions,
  { host }: CommandContext,
): Promise<ResolvedConfig> {
  const overrides = readOverrides(options.set);
  requireConfig(project, overrides);
  const planningIgnored = await ignoresPlanning();
  return await resolveWithPolicy(host, { file: project.config.file, overrides, planningIgnored });

  async function ignoresPlanning(): Promise<boolean> {
    try {
      const git = await Git.open(host, root);
      const path = git.within(joinPath(root, PLANNING));
      return path !== undefined && await ignoresDocuments(git, path);
    } catch (error) {
      if (error instanceof GitError) return false;
      throw error;
    }
  }
}

function requireKey(name: string | undefined, action: string): ConfigKey {
  if (name === undefined) {
    throw new UsageError(`Cannot ${action} without a key`, KEYS_HINT);
  }
  const found = findConfigKey(name);
  if (found.kind === "unknown") throw new UsageError(found.message, KEYS_HINT);
  return found.key;
}

function valueFor(key: ConfigKey, { config, origins }: ResolvedConfig): ConfigEntry {
  return {
    key: key.key,
    value: valueOf(config, key.key),
    default: key.default,
    origin: origins.get(key.key) ?? "default",
  };
}

function explain(key: ConfigKey, resolved: ResolvedConfig, { style }: CommandContext): Outcome {
  const aboutModels = /^(?:model_profile|agent\.(?:name|models\.[ABC]))$/.test(key.key);
  const result: ConfigExplanation = {
    ...explanationOf(key, valueFor(key, resolved)),
    ...(aboutModels ? { models: roleModels(resolved.config) } : {}),
  };
  return { exitCode: 0, result, text: explanationText(result, CONFIG_PATH, style) };
}
