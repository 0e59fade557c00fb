import type { UsageRecord } from "../../../schemas/usage.ts";
import { isRecord } from "../../collections/is_record.ts";
import { jsonLines } from "../../text/json_value.ts";

/** Reads the lines of the usage file. A line that is not complete, or not a record, is omitted. */
export function parseUsage(text: string): readonly UsageRecord[] {
  return jsonLines(text, isUsageRecord);
}

function isUsageRecord(value: unknown): value is UsageRecord {
  if (!isRecord(value)) return false;
  const { at, agent, role, tokens, cost } = value;
  const numbers = (part: unknown, ...keys: readonly string[]) =>
    part === undefined || (isRecord(part) && keys.every((key) => Number.isFinite(part[key])));
  return [at, agent, role].every((text) => typeof text === "string") &&
    numbers(tokens, "input", "output") && numbers(cost, "amount");
}
