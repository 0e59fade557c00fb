import type { ConfigKey } from "../../../schemas/metadata.ts";
import { branchProblem } from "./branch_problem.ts";
import { isModelName } from "./model_name.ts";
import { AGENT_NAMES, expectedRoleAgent } from "./role_agent.ts";
import { listText } from "../../text/list_text.ts";
import { nearest } from "../../text/nearest.ts";
import { templateVariables, unknownVariable } from "../../text/template.ts";

/**
 * Checks a value of a key.
 *
 * @returns Undefined if it is allowed, otherwise the expected values: `"none", "phase" or "milestone"`.
 */
export function expectedInstead(key: ConfigKey, value: unknown): string | undefined {
  if (key.allowed !== undefined) {
    return typeof value === "string" && key.allowed.includes(value) ? undefined : listed(key.allowed);
  }
  switch (key.type) {
    case "list":
      return Array.isArray(value) && value.every((item) => expectedItem(key, item) === undefined)
        ? undefined
        : key.key === FALLBACKS
        ? `a list of agents, such as ["codex", "claude model=opus"], of ${listText(AGENT_NAMES)}`
        : `a list of ${key.minLength === undefined ? "" : "non-empty "}strings, such as ["…"]`;
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "string":
      return typeof value === "string" && value.length >= (key.minLength ?? 0)
        ? templateExpectation(key.key, value) ?? agentExpectation(key.key, value)
        : "a non-empty string";
    default: {
      const whole = key.type === "integer" ? "a whole number" : "a number";
      const least = key.minimum !== undefined
        ? ` of at least ${key.minimum}`
        : key.exclusiveMinimum !== undefined
        ? ` above ${key.exclusiveMinimum}`
        : "";
      const fits = typeof value === "number" && Number.isFinite(value) &&
        (key.type !== "integer" || Number.isInteger(value)) && value >= (key.minimum ?? -Infinity) &&
        value > (key.exclusiveMinimum ?? -Infinity);
      return fits ? undefined : whole + least;
    }
  }
}

/** Returns the allowed value that differs from a string only in case; any other value unchanged. */
export function meantValue({ allowed }: ConfigKey, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return allowed?.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value;
}

/** Returns the allowed value that a string, or the first wrong item of a list, means; undefined if it is no typo. */
export function suggestedInstead(known: ConfigKey, value: unknown): string | undefined {
  if (Array.isArray(value)) {
    return suggestedInstead(known, value.find((item) => expectedItem(known, item) !== undefined));
  }
  if (typeof value !== "string") return undefined;
  const { key, allowed } = known;
  if (allowed !== undefined) return nearest(value, allowed);
  if (key !== FALLBACKS && !key.startsWith(ROLES)) return undefined;
  const [, name = "", rest = ""] = /^([\w-]*)(.*)$/s.exec(value)!;
  const meant = nearest(name, AGENT_NAMES);
  return meant !== undefined && expectedRoleAgent(meant + rest) === undefined ? meant + rest : undefined;
}

/**
 * Checks an item of a key's list.
 *
 * @returns Undefined if it is allowed, otherwise the expected value.
 */
export function expectedItem({ key, minLength = 0 }: ConfigKey, value: unknown): string | undefined {
  if (typeof value === "string" && value.length >= minLength) {
    return key === FALLBACKS ? expectedRoleAgent(value) : undefined;
  }
  return minLength === 0 ? "a string" : "a non-empty string";
}

/** Returns the expected form of a template with unknown variables, or one that does not make a valid branch name. */
function templateExpectation(key: string, value: string): string | undefined {
  const known = templateVariables(key);
  if (known === undefined) return undefined;
  if (unknownVariable(value, known) !== undefined) {
    return `a string with no variables except ${known.map((name) => `{${name}}`).join(" and ")}`;
  }
  const problem = branchProblem(value.replaceAll(/\{[^{}]*\}/g, "1"));
  return problem === undefined ? undefined : `a branch name (${problem} now)`;
}

const FALLBACKS = "agent.fallbacks";
const ROLES = "agent.roles.";

/** Returns the expected form for an agent of a role, or for a model name that a program would read as an option. */
function agentExpectation(key: string, value: string): string | undefined {
  if (key.startsWith(ROLES)) {
    return value === "" ? undefined : expectedRoleAgent(value);
  }
  return key.startsWith("agent.models.") && !isModelName(value)
    ? "the name of a model, which does not begin with a hyphen"
    : undefined;
}

function listed(words: readonly string[]): string {
  return listText(words.map((word) => `"${word}"`), "or");
}
