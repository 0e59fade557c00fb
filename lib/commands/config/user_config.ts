import type { ConfigOptions } from "../../../schemas/commands.ts";
import type { ConfigValue } from "../../../schemas/config.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import type { ConfigChanges, ConfigEntry, ConfigResult } from "../../../schemas/results/config.ts";
import { readUserPolicy, type StoredPolicy, writeUserPolicy } from "../../apply/trust/user_policy.ts";
import { isConfigValue, readKey, sameValue, typedValue } from "../../plan/config/resolve.ts";
import { expectedInPolicy, isFloor, policyKeys, unknownPolicyKey } from "../../plan/trust/user_policy.ts";
import { changesText, explanationText, policyRows, policyValueText } from "../../report/setup/config.ts";
import { explanationOf } from "./explanation.ts";
import { type CommandContext, type Outcome, UsageError } from "../context/command_context.ts";
import { requireTerminal } from "../trust/require_user.ts";

const KEYS_HINT = "wf config --user list shows all keys";

/** Reads, explains and changes the policy of the user. */
export async function userConfig(options: ConfigOptions, context: CommandContext): Promise<Outcome> {
  const { host, style } = context;
  const stored = await readUserPolicy(host);
  if (options.action === "list") {
    const result: ConfigResult = { formatVersion: 1, values: policyKeys.map((key) => entryOf(key, stored)) };
    return { exitCode: 0, result, text: policyRows(result.values, style) };
  }
  const key = requireKey(options);
  switch (options.action) {
    case "get": {
      const value = entryOf(key, stored);
      const result: ConfigResult = { formatVersion: 1, values: [value] };
      return { exitCode: 0, result, text: `${policyValueText(value)}\n` };
    }
    case "explain": {
      const result = explanationOf(key, entryOf(key, stored));
      return { exitCode: 0, result, text: explanationText(result, stored.path, style) };
    }
    case "set":
      return await write({ key, value: requireValue(key, options.value), stored }, options, context);
    case "unset":
      return await write({ key, value: undefined, stored }, options, context);
  }
}

interface PolicyEdit {
  readonly key: ConfigKey;
  /** Undefined removes the key. */
  readonly value: ConfigValue | undefined;
  readonly stored: StoredPolicy;
}

async function write(
  { key: { key }, value, stored }: PolicyEdit,
  { "dry-run": dryRun = false }: ConfigOptions,
  context: CommandContext,
): Promise<Outcome> {
  const { host, style } = context;
  const own = readKey(stored.policy, key);
  const before = isConfigValue(own) ? own : null;
  const after = value ?? null;
  if (!dryRun) requireTerminal("Cannot change your policy", context);
  const changes = sameValue(before, after) ? [] : [{ key, before, after }];
  if (!dryRun && changes.length > 0) await writeUserPolicy(host, key, value);
  const written = dryRun || changes.length === 0 ? [] : [stored.path];
  const result: ConfigChanges = { formatVersion: 1, changes, written };
  return { exitCode: 0, result, text: changesText(result, style) };
}

/** Returns the keys that the policy sets, with their values. */
export function setEntries(stored: StoredPolicy): readonly ConfigEntry[] {
  return policyKeys.map((key) => entryOf(key, stored)).filter(({ origin }) => origin === "policy");
}

/** Returns a key with its value in the policy; without one a project decides. */
function entryOf(key: ConfigKey, { policy }: StoredPolicy): ConfigEntry {
  const value = readKey(policy, key.key);
  const none = isFloor(key.key) ? key.type === "boolean" ? false : "" : key.default;
  return {
    key: key.key,
    value: isConfigValue(value) ? value : none,
    default: none,
    origin: isConfigValue(value) ? "policy" : "default",
  };
}

function requireKey({ key, action }: ConfigOptions): ConfigKey {
  if (key === undefined) throw new UsageError(`Cannot ${action} without a key`, KEYS_HINT);
  const found = policyKeys.find((known) => known.key === key);
  if (found === undefined) throw new UsageError(unknownPolicyKey(key), KEYS_HINT);
  return found;
}

function requireValue(key: ConfigKey, text: string | undefined): ConfigValue {
  if (text === undefined) {
    throw new UsageError(
      `Cannot set ${key.key} without a value`,
      `Give a value: wf config --user set ${key.key} <value>`,
    );
  }
  const value = typedValue(key, text);
  const expected = expectedInPolicy(key, value);
  if (expected === undefined) return value;
  throw new UsageError(
    `"${key.key}" is "${text}", expected ${expected}`,
    `To let projects decide: wf config --user unset ${key.key}`,
  );
}
