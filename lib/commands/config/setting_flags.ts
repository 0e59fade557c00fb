import { configKeys } from "../../../generated/metadata.ts";
import type { CommandMeta, ConfigKey, OptionMeta } from "../../../schemas/metadata.ts";
import { defined } from "../../collections/defined.ts";

/**
 * Returns the flag of `settings` for a configuration key, without leading hyphens: `git.branching-strategy`.
 */
export function settingFlag(key: string): string {
  return key.replaceAll("_", "-");
}

/** The flags of `settings`, one for each configuration key of the schema. */
const settingFlags: readonly OptionMeta[] = configKeys.map((key) => ({
  name: settingFlag(key.key),
  type: "string",
  description: key.type === "list" ? `${key.description} One item, or all of them as JSON.` : key.description,
  placeholder: placeholderOf(key),
  ...defined({ allowed: key.type === "boolean" ? ["true", "false"] : key.allowed }),
  required: false,
  repeatable: false,
}));

/** Returns the flags of a command: `settings` also has one for each configuration key. */
export function flagsOf({ name, flags }: CommandMeta): readonly OptionMeta[] {
  return name === "settings" ? [...settingFlags, ...flags] : flags;
}

function placeholderOf({ type }: ConfigKey): string {
  if (type === "list") return "list";
  return type === "integer" || type === "number" ? "number" : "value";
}
