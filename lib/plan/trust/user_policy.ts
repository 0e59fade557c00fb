import { configKeys } from "../../../generated/metadata.ts";
import type { ConfigFile, ConfigValue } from "../../../schemas/config.ts";
import type { ConfigKey } from "../../../schemas/metadata.ts";
import type { UserPolicy } from "../../../schemas/policy.ts";
import type { JsonNode } from "../../deps/jsonc.ts";
import { expectedInstead } from "../../parse/config/value.ts";
import { parseJson } from "../../parse/json/tree.ts";
import { nearest } from "../../text/nearest.ts";
import { type ConfigOverride, isBelow, isBudget, readKey, writeKey } from "../config/resolve.ts";

/** The keys of a policy that are not floors: their values, and their descriptions. */
const OWN: Readonly<Record<string, Pick<ConfigKey, "type" | "default" | "allowed" | "description">>> = {
  "agent.keep_variables": list(
    "Environment variables that agents get although they look like secrets, in addition to those of a project.",
  ),
  "commands.allow": list(
    "Commands that agents run without a question: exactly these words, or with ` *` at the end also more.",
  ),
  "commands.deny": list(
    "Commands that agents never run, with any further words: `git push` also denies `git push origin`.",
  ),
  "notify.terminal": {
    type: "string",
    default: "bell",
    allowed: ["bell", "desktop", "off"],
    description:
      "What the terminal does when a run waits, fails or finishes while you are away: `bell` rings, `desktop` also shows a notification.",
  },
  "notify.command": {
    type: "string",
    default: "",
    description:
      "Command that runs then, without a shell. It gets the message in `WF_MESSAGE` and on standard input.",
  },
  "executor.send": list(
    "Ignored files that are sent to workers with plans that declare them, relative to the project root. The remote keeps them.",
  ),
};

function list(description: string) {
  return { type: "list", default: [], description } as const;
}

/** The values of keys that are not switched on or off. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  mode: ["interactive"],
  "agent.sandbox": ["auto", "required"],
};

/** The keys of a policy. Their values are the strictest ones, or all but the lowest, except for lists. */
export const policyKeys: readonly ConfigKey[] = [
  ...configKeys.filter(({ key }) => isFloor(key)).map(({ minimum: _, ...key }) => {
    const allowed = ALLOWED[key.key];
    if (isBudget(key.key)) return { ...key, exclusiveMinimum: 0 };
    return allowed === undefined ? key : { ...key, allowed };
  }),
  ...Object.entries(OWN).map(([key, own]) => ({ key, minLength: 1, effect: own.description, ...own })),
];

/** Reports whether a key of the configuration can have a floor. */
export function isFloor(key: string): boolean {
  return key in ALLOWED || key.startsWith("gates.") || key.startsWith("safety.") || isBudget(key);
}

/** Returns the expected value of a key of the policy, if a value is not allowed. */
export function expectedInPolicy(key: ConfigKey, value: unknown): string | undefined {
  if (key.type !== "boolean") return expectedInstead(key, value);
  return value === true ? undefined : "true, or no value";
}

/** Describes an unknown key of a policy, with the nearest one. */
export function unknownPolicyKey(key: string): string {
  const meant = nearest(key, policyKeys.map((known) => known.key));
  return `Unknown key "${key}" of your policy${meant === undefined ? "" : `, did you mean "${meant}"?`}`;
}

/** The result of {@link readPolicy}. */
export type PolicyReading =
  | { readonly kind: "policy"; readonly policy: UserPolicy }
  | {
    readonly kind: "invalid";
    readonly message: string;
    /** UTF-16 offset of the mistake. */
    readonly start: number;
  };

/** Reads a policy. Anything unknown in it is a mistake: a misspelt key would protect from nothing. */
export function readPolicy(text: string): PolicyReading {
  const { root, problem } = parseJson(text);
  if (problem !== undefined) return { kind: "invalid", message: problem.reason, start: problem.start };
  const policy: UserPolicy = {};
  if (root === undefined) return { kind: "policy", policy };
  if (root.type !== "object") return { kind: "invalid", message: "it is not an object", start: root.offset };
  for (const { key, node } of leavesOf(root, "")) {
    if (key === "$schema") continue;
    const known = policyKeys.find((candidate) => candidate.key === key);
    if (known === undefined) return { kind: "invalid", message: unknownPolicyKey(key), start: node.offset };
    const value = valueOf(node);
    const expected = expectedInPolicy(known, value);
    if (expected !== undefined) {
      return {
        kind: "invalid",
        message: `"${key}" has another value, expected ${expected}`,
        start: node.offset,
      };
    }
    writeKey(policy, key, value);
  }
  return { kind: "policy", policy };
}

interface Leaf {
  readonly key: string;
  readonly node: JsonNode;
}

function leavesOf({ children = [] }: JsonNode, prefix: string): readonly Leaf[] {
  return children.flatMap(({ children: [name, node] = [] }) => {
    if (name === undefined || node === undefined) return [];
    const key = `${prefix}${name.value}`;
    const isGroup = node.type === "object" && policyKeys.some((known) => known.key.startsWith(`${key}.`));
    return isGroup ? leavesOf(node, `${key}.`) : [{ key, node }];
  });
}

function valueOf({ type, value, children = [] }: JsonNode): unknown {
  return type === "array" ? children.map(valueOf) : value;
}

/** Returns the keys for which a configuration is lower than a floor. */
export function loweredKeys(policy: UserPolicy, file: ConfigFile): readonly string[] {
  return policyKeys.map(({ key }) => key).filter((key) => {
    const floor = isFloor(key) ? readKey(policy, key) : undefined;
    const value = readKey(file, key);
    return floor !== undefined && value !== undefined && isBelow({ key, value }, floor);
  });
}

/** Returns the floors of a policy, as values that take precedence over a file and flags. */
export function floorsOf(policy: UserPolicy): readonly ConfigOverride[] {
  return policyKeys.flatMap(({ key }) => {
    const value = readKey(policy, key);
    return isFloor(key) && value !== undefined ? [{ key, value: value as ConfigValue }] : [];
  });
}
