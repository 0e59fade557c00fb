import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigKey, OptionMeta } from "../../../schemas/metadata.ts";

/**
 * Returns the flag of `settings` for a configuration key, without leading hyphens: `git.branching-strategy`.
 */
export function settingFlag(key: string): string {
  return key.replaceAll("_", "-");
}

/** The flags of `settings`, one for each configuration key of the schema. */
export const settingFlags: readonly OptionMeta[] = configKeys.map((key) => ({
  name: settingFlag(key.key),
  type: "string",
  description: key.type === "list" ? `${key.description} One item, or all of them as JSON.` : key.description,
  placeholder: placeholderOf(key),
  ...(allowedValues(key) === undefined ? {} : { allowed: allowedValues(key)! }),
  required: false,
  repeatable: false,
}));

function allowedValues({ type, allowed }: ConfigKey): readonly string[] | undefined {
  return type === "boolean" ? ["true", "false"] : allowed;
}

function placeholderOf({ type }: ConfigKey): string {
  if (type === "list") return "list";
  return type === "integer" || type === "number" ? "number" : "value";
}
