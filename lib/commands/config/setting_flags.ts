import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigKey, OptionMeta } from "../../../schemas/metadata.ts";

/** The flag of `settings` for a configuration key: `git.branching-strategy`, without the hyphens before. */
export function settingFlag(key: string): string {
  return key.replaceAll("_", "-");
}

/** The flags of `settings`: one for each configuration key, as the schema describes it. */
export const settingFlags: readonly OptionMeta[] = configKeys.map((key) => ({
  name: settingFlag(key.key),
  type: "string",
  description: key.type === "list" ? `${key.description} One item, or all of them as JSON.` : key.description,
  placeholder: placeholderOf(key),
  ...(allowedWords(key) === undefined ? {} : { allowed: allowedWords(key)! }),
  required: false,
  repeatable: false,
}));

function allowedWords({ type, allowed }: ConfigKey): readonly string[] | undefined {
  return type === "boolean" ? ["true", "false"] : allowed;
}

function placeholderOf({ type }: ConfigKey): string {
  if (type === "list") return "list";
  return type === "integer" || type === "number" ? "number" : "value";
}
